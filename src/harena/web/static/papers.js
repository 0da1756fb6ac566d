// What lies beside the board: the log with the rules behind it, what was agreed, and the tabs over them.
import { $, ask, el } from "./base.js";
import { Follow } from "./follow.js";
import { duration } from "./players.js";

// --- the log

export class Log {
  constructor(place, news, down) {
    this.place = place;
    this.news = news;
    this.follow = new Follow(place, down);
    this.heard = {}; // by eyes: how many lines they were told
    place.addEventListener("click", ({ target }) => showRule(target.closest("button.event")));
  }

  clear() {
    this.place.replaceChildren();
    this.hush();
    this.follow.follow();
  }

  /** What was said aloud to other eyes does not stay on the page. */
  hush() {
    this.news.replaceChildren();
  }

  /** Keep what was heard before `from`, then add the rest. The lines that these eyes had not heard yet are returned. */
  take({ from, lines }, game, eyes) {
    const place = this.place;
    while (place.children.length > from) place.lastElementChild.remove();
    const known = this.heard[eyes];
    const old = Math.max(0, (known ?? Infinity) - from); // of these lines; all of them when the page is new
    let before = Number(place.lastElementChild?.dataset.move ?? -1);
    lines.forEach((line, number) => {
      if (line.faded) fade(place.querySelectorAll(`[data-faded][data-kind="${CSS.escape(line.kind)}"]`));
      place.append(row(line, game, line.move !== before, number - old));
      before = line.move;
    });
    this.heard[eyes] = from + lines.length;
    const fresh = lines.slice(old);
    this.tell(fresh.map((line) => line.text));
    this.follow.grown(fresh.length);
    return fresh;
  }

  /** Let a screen reader say what is new, and only that. */
  tell(sentences) {
    this.news.append(...sentences.map((one) => el("p", one)));
    while (this.news.children.length > 200) this.news.firstElementChild.remove();
  }

  /** What came before is no news any more: a choice was made. */
  read() {
    for (const one of this.place.querySelectorAll(".new")) one.classList.remove("new");
  }
}

/** What a table shows only until the next of its kind comes is then told in fewer words. */
function fade(rows) {
  for (const old of rows) {
    (old.firstElementChild ?? old).textContent = old.dataset.faded;
    delete old.dataset.faded;
  }
}

/** A sentence; `fresh` counts from 0 among those that are new, below that it is an old one. */
function row(line, game, first, fresh) {
  const made = el("li", "", { "data-move": line.move });
  if (line.faded) Object.assign(made.dataset, { faded: line.faded, kind: line.kind });
  if (first) made.classList.add("first");
  if (line.glimpse?.mark) made.classList.add("mark");
  if (fresh >= 0) {
    made.classList.add("new");
    made.style.setProperty("--n", Math.min(fresh, 8));
  }
  if (!line.rule) made.textContent = line.text;
  else made.append(el("button", line.text, { type: "button", class: "event", "data-rule": line.rule, "data-game": game, "aria-haspopup": "dialog" }));
  return made;
}

/** The rule behind a sentence of the log, in words, beside that sentence. */
async function showRule(button) {
  if (!button) return;
  const paper = $("rule");
  const { rule, game } = button.dataset;
  try {
    const told = await ask(`/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(rule)}`);
    const link = el("a", `Read ${told.rule} in the rulebook`, { href: told.link, target: "_blank" });
    const end = el("p");
    end.append(link);
    paper.replaceChildren(el("h2", "The rule behind it"), el("p", told.text), end);
  } catch (error) {
    paper.replaceChildren(el("p", error.message));
  }
  if (!button.isConnected) return;
  paper.showPopover({ source: button });
  const [at, room] = [button.getBoundingClientRect(), paper.getBoundingClientRect()];
  const above = at.top - room.height - 8;
  paper.style.left = `${Math.max(8, Math.min(at.left - 16, innerWidth - room.width - 8))}px`;
  paper.style.top = `${above >= 8 ? above : Math.max(8, Math.min(at.bottom + 8, innerHeight - room.height - 8))}px`;
  paper.querySelector("a")?.focus();
}

// --- what was agreed

export function showSetup(place, table) {
  if (place.childElementCount) return;
  const { words, clock, spectators, practice, out_of_time: end } = table.setup;
  const rows = [...words];
  const each = clock.kind === "move" ? "for every decision" : `for the game, and ${clock.increment} s more with every decision`;
  rows.push(["Clock", clock.kind === "none" ? "none" : `${duration(clock.seconds * 1000)} ${each}`]);
  if (clock.kind !== "none") rows.push(["Out of time", end === "bot" ? "a bot plays on" : "loses"]);
  rows.push(["Watching", spectators ? "allowed" : "not allowed"], ["Practice", practice ? "yes: anything may be taken back" : "no"]);
  place.replaceChildren(...rows.flatMap(([name, value]) => [el("dt", name), el("dd", value)]));
}

// --- the tabs

export class Tabs {
  /** Buttons with role=tab, each controlling a panel by aria-controls. */
  constructor(list) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    list.addEventListener("click", ({ target }) => target.closest("[role=tab]") && this.open(target.closest("[role=tab]").id));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const here = this.tabs.findIndex((tab) => tab.tabIndex === 0);
      const next = this.tabs[(here + step + this.tabs.length) % this.tabs.length];
      this.open(next.id);
      next.focus();
    });
  }

  get current() {
    return this.tabs.find((tab) => tab.tabIndex === 0).id;
  }

  open(id) {
    for (const tab of this.tabs) {
      const chosen = tab.id === id;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      $(tab.getAttribute("aria-controls")).hidden = !chosen;
      if (chosen) delete tab.dataset.unread;
    }
  }

  /** There is something new under a tab that is not open. */
  unread(id, more) {
    const tab = $(id);
    if (id !== this.current && more) tab.dataset.unread = Number(tab.dataset.unread || 0) + more;
  }
}
