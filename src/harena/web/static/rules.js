// The rulebook and the index: search in both, the place in the contents, what was found brought out.
import { $, ask, el } from "./base.js";

const form = $("search");
const { game, asking } = form.dataset; // asking: for a pack that is not the standard one
const here = location.pathname;
const MOST = 12; // results that are shown
let passages = null; // what the search looks through; asked for once

// --- finding

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const wordsIn = (text) => plain(text).split(/[^\p{L}\p{N}.-]+/u).filter(Boolean);

/** How well a passage fits: 0 not at all, more if its title or its beginning says it. */
function fit(passage, wanted) {
  const title = plain(`${passage.id} ${passage.title}`);
  const text = plain(passage.text);
  if (!wanted.every((word) => text.includes(word) || title.includes(word))) return 0;
  if (!wanted.some((word) => text.includes(word))) return 0;
  const whole = wanted.filter((word) => wordsIn(passage.text).includes(word)).length;
  const together = text.split(/(?<=[.!?])\s+/).some((one) => wanted.every((word) => one.includes(word)));
  return 1 + whole + (together ? 2 : 0) + 3 * wanted.filter((word) => title.includes(word)).length;
}

/** The sentence of a text that holds the words, as parts of which some are marked. */
function sentence(text, wanted) {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const count = (one) => wanted.filter((word) => plain(one).includes(word)).length;
  const best = sentences.reduce((a, b) => (count(b) > count(a) ? b : a)).trim();
  const out = el("span", "", { class: "sentence" });
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  for (const [place, part] of best.split(pattern).entries()) out.append(place % 2 ? el("mark", part) : part);
  return out;
}

function address(passage, words) {
  const page = `/rules/${game}${passage.page ? `/${passage.page}` : ""}`;
  const find = `${asking ? `${asking}&` : "?"}find=${encodeURIComponent(words)}`;
  return `${page}${page === here ? asking : find}#${encodeURIComponent(passage.id)}`;
}

function show(words) {
  const wanted = wordsIn(words);
  const found = $("found");
  found.hidden = wanted.length === 0;
  if (!wanted.length) return;
  const fitting = passages.map((passage) => [fit(passage, wanted), passage]).filter(([points]) => points > 0);
  fitting.sort((a, b) => b[0] - a[0]); // stable: else as in the book
  const rows = fitting.slice(0, MOST).map(([, passage]) => {
    const row = el("li");
    const link = el("a", "", { href: address(passage, words) });
    const rule = /^[A-Z]{2}-[\d.]+$/.test(passage.id) ? `${passage.id}, ` : "";
    link.append(el("b", rule + passage.title), sentence(passage.text, wanted));
    link.addEventListener("click", () => arrive(words));
    row.append(link);
    return row;
  });
  const more = fitting.length > MOST ? `, the first ${MOST} are shown` : "";
  found.querySelector("p").textContent = fitting.length ? `${fitting.length} found${more}` : "Nothing matches.";
  found.querySelector("ol").replaceChildren(...rows);
}

async function search() {
  try {
    passages ||= await ask(`/rules/${game}/passages${asking}`);
    show($("words").value);
  } catch (error) {
    $("found").hidden = false;
    $("found").querySelector("p").textContent = error.message;
  }
}

/** Close the list; the link itself goes there. Another page brings the words out when it opens. */
function arrive(words) {
  $("found").hidden = true;
  bringOut(wordsIn(words));
}

// --- what was found is brought out in the text, without changing it

function bringOut(wanted) {
  const place = document.querySelector("main");
  if (!globalThis.Highlight || !wanted.length) return;
  const ranges = [];
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.toLowerCase();
    for (const word of wanted) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

// --- the field and the list by keyboard

let waiting = 0;
$("words").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, 120);
});
$("words").addEventListener("click", () => $("words").value && search());
if (document.activeElement === $("words") && $("words").value) search(); // typed before this script was here
form.addEventListener("submit", (event) => {
  event.preventDefault();
  $("found").querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    $("found").hidden = true;
    $("words").focus();
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const stops = [$("words"), ...$("found").querySelectorAll("a")];
  const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
  stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog[open]")) return;
  event.preventDefault();
  $("words").focus();
});
document.addEventListener("pointerdown", (event) => {
  if (!form.contains(event.target)) $("found").hidden = true;
});

// --- the contents: open beside the text, folded above it on a phone; where one reads is marked

const contents = $("contents");
if (contents) {
  const narrow = matchMedia("(max-width: 60rem)");
  const fold = () => (contents.open = !narrow.matches);
  narrow.addEventListener("change", fold);
  fold();
  contents.addEventListener("click", (event) => event.target.closest("a") && narrow.matches && (contents.open = false));
  const links = new Map([...contents.querySelectorAll("a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => $(id)).filter(Boolean);
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 160);
    for (const link of links.values()) link.removeAttribute("aria-current");
    const now = links.get(passed.at(-1)?.id);
    now?.setAttribute("aria-current", "true");
    if (!narrow.matches) now?.scrollIntoView({ block: "nearest" });
  };
  let asked = false;
  document.addEventListener("scroll", () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      mark();
    });
  }, { passive: true });
  mark();
}

const given = new URLSearchParams(location.search).get("find");
if (given) bringOut(wordsIn(given));
