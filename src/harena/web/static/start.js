// The form that sets up a table: options of the game, seats, clock.
import { $, ask, el, keepName, myName, openTable, playNow, say } from "./base.js";
import { still } from "./motion.js";

const form = $("start");
const game = form.dataset.game;
let busy = false;

$("name").value ||= myName(); // who types before the script is there keeps it

// --- seats: as many as the options say

function seatRow(number) {
  const row = $("seat").content.firstElementChild.cloneNode(true);
  row.classList.add("of-seat", `seat-${number}`);
  row.querySelector("b").textContent = `Seat ${number + 1}`;
  const part = (name) => row.querySelector(`[data-part=${name}]`);
  part("kind").value = number === 0 ? "person" : "bot";
  const fit = () => {
    part("bot").hidden = part("kind").value !== "bot";
    part("name").hidden = part("kind").value !== "device";
    fitManners();
  };
  part("kind").addEventListener("change", fit);
  part("kind").addEventListener("change", offerCalm);
  fit();
  return row;
}

/** `sides` says by seat who plays together. */
function setSeats(sides) {
  const rows = $("seats");
  while (rows.children.length > sides.length) rows.lastElementChild.remove();
  while (rows.children.length < sides.length) rows.append(seatRow(rows.children.length));
  [...rows.children].forEach((row, number) => {
    const mates = sides.flatMap((side, other) => (other !== number && side === sides[number] ? [other + 1] : []));
    say(row.querySelector("[data-part=mates]"), mates.length ? `with ${mates.join(" and ")}` : "");
  });
  fitManners();
}

/** A table at one device is private: the server lets nobody else look on, so the form does not ask. */
function fitManners() {
  const kinds = readSeats().map((seat) => seat.kind);
  const together = kinds.includes("device") && !kinds.includes("friend") && !kinds.includes("open");
  $("looking-on").hidden = together;
  $("private").hidden = !together;
}

function readSeats() {
  return [...$("seats").children].map((row) => {
    const part = (name) => row.querySelector(`[data-part=${name}]`).value;
    const seat = { kind: part("kind") };
    if (seat.kind === "bot") seat.bot = part("bot");
    if (seat.kind === "device") seat.name = part("name").trim();
    return seat;
  });
}

// --- packs: one, or several where they can be mixed

const packs = [...document.querySelectorAll("#packs [name=pack]")];
const readPack = () => packs.filter((one) => one.checked).map((one) => one.value).join("+") || "standard";

$("packs")?.addEventListener("change", ({ target }) => {
  if (!packs.some((one) => one.checked)) target.checked = true; // something must be played with
  if ($("options")) fitOptions();
});

// --- options: the server says which go together, and shows only those that apply

function readOptions() {
  const out = {};
  for (const field of document.querySelectorAll("#options [name]")) {
    if (field.type === "radio" && !field.checked) continue;
    out[field.name] = field.type === "checkbox" ? String(field.checked) : field.value;
  }
  return out;
}

let fittings = 0; // the options chosen last count, whichever answer comes last

async function fitOptions() {
  const turn = (fittings += 1);
  form.setAttribute("aria-busy", "true"); // what stands below may still move
  try {
    if (![...$("options").querySelectorAll("input")].every((field) => field.reportValidity())) return;
    const { sides, options } = await ask(`/start/${game}/fitted?${new URLSearchParams({ ...readOptions(), pack: readPack() })}`);
    if (turn !== fittings) return;
    showOptions(options);
    setSeats(sides);
    offerCalm();
    say($("problem"), "");
  } catch (error) {
    if (turn === fittings) say($("problem"), error.message);
  } finally {
    if (turn === fittings) form.removeAttribute("aria-busy");
  }
}

/** Whoever goes through the form stays where they are; what is as it should be is left alone, even half typed. */
function showOptions(html) {
  calm.remove();
  const held = $("options").contains(document.activeElement) ? document.activeElement.id : "";
  const old = [...$("options").children];
  old.forEach(asItStands);
  const rows = [...new DOMParser().parseFromString(html, "text/html").body.children].map((fresh) => {
    const same = old.findIndex((one) => one.isEqualNode(fresh));
    return same < 0 ? fresh : old.splice(same, 1)[0];
  });
  for (const one of old) one.remove();
  rows.forEach((row, number) => {
    const there = $("options").children[number];
    if (there !== row) $("options").insertBefore(row, there || null);
  });
  if (document.activeElement?.id !== held) $(held)?.focus();
}

/** Write into the page itself what is chosen in it, so that it compares with what the server sends. */
function asItStands(row) {
  for (const field of row.querySelectorAll("input")) {
    if (field.type === "radio" || field.type === "checkbox") field.defaultChecked = field.checked;
    else field.defaultValue = field.value;
  }
  for (const choice of row.querySelectorAll("option")) choice.defaultSelected = choice.selected;
}

/** What spares whoever sits here something that moves, if there is such a choice. */
function calming() {
  const mine = readSeats().findIndex((seat) => seat.kind === "person");
  return $("options")?.querySelector(`[data-calms="${mine}"]`);
}

const calm = el("p", "Your browser asks for less motion, and here you would have to follow something that moves. ", { id: "calm", class: "quiet" });
const calmMe = el("button", "", { type: "button", id: "calm-me" });
calm.append(calmMe);

/** Anyone whose browser asks for less motion is offered it, as long as it is not chosen. */
function offerCalm() {
  calm.remove();
  const way = still() && calming();
  if (!way || way.selected || way.checked) return;
  calmMe.textContent = `Choose ${(way.closest("label")?.querySelector("b") || way).textContent}`;
  way.closest(".option").firstElementChild.after(calm);
}

calmMe.addEventListener("click", () => {
  const way = calming();
  if (way.localName === "option") way.selected = true;
  else way.checked = true;
  way.dispatchEvent(new Event("change", { bubbles: true }));
});

/** Several choices are one option, with commas between; empty ones at the end are left out. */
function gather(group) {
  const chosen = [...group.querySelectorAll("[data-several]")].map((one) => one.value);
  group.querySelector("[name]").value = chosen.join(",").replace(/,+$/, "");
}

$("options")?.addEventListener("input", () => (fittings += 1)); // an answer from before comes too late
$("options")?.addEventListener("change", ({ target }) => {
  if (target.matches("[data-several]")) gather(target.closest(".several"));
  fitOptions();
});

// --- clock

function fitClock() {
  const kind = $("clock-kind").value;
  for (const row of document.querySelectorAll(".clocked")) {
    row.hidden = kind === "none" || (row.classList.contains("banked") && kind !== "bank");
  }
}

function readClock() {
  const kind = $("clock-kind").value;
  if (kind === "none") return { kind };
  const seconds = Math.round(Number($("clock-amount").value) * Number($("clock-unit").value));
  return kind === "bank" ? { kind, seconds, increment: Number($("clock-increment").value) } : { kind, seconds };
}

$("clock-kind").addEventListener("change", fitClock);

// --- opening

async function go(open) {
  if (busy) return;
  busy = true;
  keepName($("name").value);
  try {
    location.assign(`/t/${await open($("name").value.trim())}`);
  } catch (error) {
    say($("problem"), error.message);
    busy = false;
  }
}

function setup() {
  return {
    game,
    seats: readSeats(),
    pack: readPack(),
    options: readOptions(),
    clock: readClock(),
    spectators: $("spectators").checked,
    practice: $("practice").checked,
    out_of_time: $("out-of-time").value,
    grace: Number($("grace").value),
    stand_in: $("stand-in").value,
  };
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  go((name) => openTable(setup(), name));
});
const now = () => go((name) => playNow(game, Number(form.dataset.seats), "easy", name));
$("now").addEventListener("click", now);

// each alone until the options are known
setSeats([...Array(Number(form.dataset.seats)).keys()]);
if ($("options")) fitOptions(); // a page that is loaded anew may hold other choices than the server thinks
fitClock();
if (location.hash === "#now") {
  history.replaceState(null, "", location.pathname); // so that coming back does not start another
  now();
}
