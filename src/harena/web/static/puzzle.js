// A puzzle: the picture and its choices as at a table, an answer that the server judges, hints, and why.
import { $, ask, el, say } from "./base.js";
import { Choices } from "./choices.js";
import { percent } from "./counsel.js";
import { bringIntoSight } from "./in_sight.js";
import { listenToKeys } from "./keyboard.js";
import { layout, onTurn } from "./layout.js";
import { Picture } from "./picture.js";
import { noteSolved, solvedOf, streak, streakSaid } from "./streak.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const main = $("table");
const { game, puzzle: id } = main.dataset;
const base = `/api/puzzles/${game}/${id}`;
let now = null; // as the server told it
let busy = false;
let hints = 0; // how many were given
let shown = false; // was the solution shown before it was found?
const wrong = new Map(); // tried and wrong: by action, how it is called

const picture = new Picture($("picture"), act);
const choices = new Choices($("choices"), picture, act);
const zoom = new Zoom($("stage"), $("picture"), $("larger"));
new Tips(() => choices.actions);

const solved = () => main.dataset.status === "solved";

async function open() {
  try {
    now = await ask(`${base}?layout=${layout()}`);
  } catch (error) {
    main.dataset.status = main.dataset.status === "loading" ? "none" : main.dataset.status;
    return fail(error);
  }
  picture.show(now.picture);
  if (main.dataset.status !== "loading") return mark();
  $("task").textContent = now.task;
  $("prompt").textContent = now.prompt;
  $("text").textContent = now.text;
  $("before").replaceChildren(...now.story.map((line) => el("li", line)));
  choices.show(now.actions);
  main.dataset.status = "open";
  bringIntoSight($("stage"), $("picture"));
  const { days, ids } = solvedOf(game);
  if (ids.includes(id)) tell("You have solved this one before.", streakLine(days));
}

const streakLine = (days) => streakSaid(streak(days, now.day));

function fail(error) {
  say($("problem"), error.message);
}

/** What was said of the last answer. */
function tell(...lines) {
  $("said").replaceChildren(...lines.filter(Boolean).map((line) => (typeof line === "string" ? el("p", line) : line)));
}

// --- answering

async function act(action) {
  if (busy || !now || solved() || shown || !now.actions.some((one) => one.action === action)) return;
  await asking(async () => {
    const found = await ask(`${base}/answer`, { action });
    if (found.right) return succeed(found);
    wrong.set(action, found.label);
    const head = el("p", `“${found.label}” is not it.`, { class: "verdict" });
    tell(head, found.text, line(found.then, "It expects:"));
    $("said").className = "wrong";
    mark();
    $("said").scrollIntoView({ block: "nearest" });
  });
}

/** Ask the server something; meanwhile nothing else can be asked. */
async function asking(does) {
  busy = true;
  choices.lock();
  say($("problem"), "");
  try {
    await does();
  } catch (error) {
    fail(error);
  }
  busy = false;
  choices.unlock();
  mark();
}

async function succeed(found) {
  main.dataset.status = "solved";
  const kept = noteSolved(game, id, now.of_today ? now.day : "");
  const tries = wrong.size ? `Found after ${wrong.size + 1} tries.` : "Found at once.";
  tell(el("p", `“${found.label}”`, { class: "verdict" }), found.text, `${tries} ${streakLine(kept.days)}`.trim());
  $("said").className = "right";
  await explain();
}

/** What comes next, as a bot expects it. */
function line(then, title) {
  if (!then.length) return "";
  const list = el("ol", "", { class: "line" });
  list.append(...then.map((one) => {
    const row = el("li", "", { class: `of-seat seat-${one.seat}` });
    row.append(el("b", one.name), `: ${one.label}`);
    return row;
  }));
  const whole = el("div", "", { class: "then" });
  whole.append(el("p", title, { class: "quiet" }), list);
  return whole;
}

/** What was tried is marked in list and picture, and what is right once that is known. */
function mark() {
  const right = main.dataset.right ? JSON.parse(main.dataset.right) : [];
  for (const thing of document.querySelectorAll("#picture [data-action], .choice")) {
    const { action } = thing.dataset;
    thing.classList.toggle("tried", wrong.has(action));
    thing.classList.toggle("is-right", right.includes(action));
    if (!thing.classList.contains("choice")) continue;
    thing.disabled = busy || right.length > 0 || wrong.has(action);
  }
}

// --- hints and the solution

$("hint").addEventListener("click", () => asking(async () => {
  const found = await ask(`${base}/hint`);
  const all = [
    ...found.lessons.map((one) => [one.title, one.text]),
    ...(found.among.length ? [["One of these", `${found.among.join("; ")}.`]] : []),
  ];
  const [title, text] = all[hints] || ["No more hints", "Try a choice: whatever is wrong with it is told, and you can try again."];
  hints += 1;
  const hint = el("div");
  hint.append(el("h3", title), el("p", text));
  $("hints").append(hint);
  if (hints > all.length) $("hint").hidden = true;
  hint.scrollIntoView({ block: "nearest" });
}));

$("solve").addEventListener("click", () => asking(async () => {
  shown = true;
  await explain();
  if (!solved()) main.dataset.status = "shown";
}));

async function explain() {
  const found = await ask(`${base}/solution`);
  main.dataset.right = JSON.stringify(found.solutions.map((one) => one.action));
  const names = found.solutions.map((one) => `“${one.label}”`).join(" or ");
  $("why").replaceChildren(
    el("h2", "Why"),
    ...(solved() ? [] : [el("p", `The solution: ${names}.`, { class: "verdict" })]),
    el("p", found.text),
    ...[line(found.then, "After the right choice it expects:")].filter(Boolean),
    table(found),
  );
  $("why").hidden = false;
  for (const one of ["hint", "solve"]) $(one).hidden = true;
  $("next").hidden = false;
  mark();
  $(solved() ? "said" : "why").scrollIntoView({ block: "nearest" });
}

/** Every choice with the chance that the searches found. */
function table({ considered, solutions, obvious }) {
  const made = el("table", "", { class: "considered" });
  const [head, body] = [el("thead"), el("tbody")];
  const titles = el("tr");
  titles.append(...["Considered", "Chance to win"].map((title) => el("th", title, { scope: "col" })));
  head.append(titles);
  body.append(...considered.map((one) => {
    const row = el("tr");
    const label = el("td", one.label);
    if (solutions.some((right) => right.action === one.action)) label.append(" ", el("small", "right"));
    if (one.action === obvious.action) label.append(" ", el("small", "looks best"));
    const [chance, bar, filled] = [el("td", "", { class: "number tries" }), el("span", "", { class: "bar share" }), el("i")];
    filled.style.width = `${Math.max(1, 100 * one.chance)}%`;
    bar.append(filled);
    const both = el("span");
    both.append(bar, percent(one.chance));
    chance.append(both);
    row.append(label, chance);
    return row;
  }));
  made.append(head, body);
  return made;
}

listenToKeys({
  choices: $("choices"),
  ready: () => Boolean(now),
  number: (number) => $("choices").children[number]?.click(),
  letters: { "+": () => zoom.in(), "-": () => zoom.out(), h: () => $("hint").click() },
});
onTurn(() => now && open());
open();
