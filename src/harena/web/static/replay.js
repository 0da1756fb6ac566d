// A replay: forward, backward, by chapter, through any eyes that may look; the log, the chances and the dice beside it.
import { $, copy, el, rulesOf, say } from "./base.js";
import { Advice } from "./counsel.js";
import { explain, NONE } from "./gone.js";
import { layout, onTurn } from "./layout.js";
import { Chances } from "./replay_chances.js";
import { StoryLog } from "./replay_log.js";
import { FileSource, TableSource } from "./replay_source.js";
import { chapterOf, drawTicks, fillJump, landmarks, otherChapter } from "./replay_track.js";
import { Dice } from "./dice.js";
import { dropMoments, liftMoments } from "./moments.js";
import { flash } from "./motion.js";
import { noted } from "./noted.js";
import { bellSettings, hearMoment } from "./bell.js";
import { Picture } from "./picture.js";
import { result } from "./players.js";
import { showVerdict } from "./replay_proof.js";
import { Tip } from "./tip.js";
import { Tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const SPECTATOR = -2;
const AHEAD = 2; // frames asked for before they are needed
const MOST_FRAMES = 300; // kept
const MOST_LINES = 7; // told beside the picture; the log has them all
const main = $("replay");
const id = main.dataset.table;
const tip = new Tip();
new Tips();
bellSettings();
const zoom = new Zoom($("stage"), $("scene"), $("larger"));
const picture = new Picture($("scene"), () => {});
const dice = new Dice($("dice"), $("scene"), $("stage"));
const log = new StoryLog($("log"), go);
let source = null;
let story = null; // as the server tells it
let marked = null; // its landmarks
let eyes = SPECTATOR;
let looks = 0; // how often a story was asked for
let move = 0;
let playing = null; // the timer of the next step
let frames = new Map(); // by layout, eyes and move: promises
let wanted = ""; // the frame that is to be shown
let shownMove = -1;

const last = () => story.moments.length - 1;
const name = (seat) => story.seats[seat]?.name || `Seat ${seat + 1}`;
const chances = id ? new Chances($("chart-place"), { go, tip, name, last }) : null;
const advice = id ? new Advice($("advice"), name, (seat) => story.yours.includes(seat)) : null;

// --- opening

if (id) open(new TableSource(id), askedEyes());
else acceptFiles();

function askedEyes() {
  const asked = new URLSearchParams(location.search).get("eyes");
  return asked !== null && /^-?\d+$/.test(asked) ? Number(asked) : null;
}

async function open(from, through) {
  try {
    source = from;
    frames = new Map();
    if (!(await look(through))) return;
    move = placeInAddress() ?? (story.status === "over" ? 0 : last());
    main.dataset.status = story.status;
    for (const part of ["pages", "deck"]) $(part).hidden = false;
    if ($("open")) $("open").hidden = true;
    document.title = `Replay of ${story.game.title} - Harena`;
    showFacts();
    show();
  } catch (error) {
    main.dataset.status = "none";
    if (id) explain(error.status === 404 ? NONE : { heading: "There is nothing to look back at", text: error.message });
    else say($("problem"), error.message);
  }
}

/** Through these eyes from now on; false if others were asked for meanwhile: the last wish counts, not the last answer. */
async function look(through) {
  const turn = (looks += 1);
  const found = await source.story(through);
  if (turn !== looks) return false;
  story = found;
  eyes = story.eyes;
  marked = landmarks(story.moments);
  log.fill(story);
  $("move").max = last();
  drawTicks($("ticks"), marked, last(), { go, tip });
  fillJump($("jump"), marked);
  const order = [...story.may].sort((one, two) => (one < 0) - (two < 0) || one - two);
  $("eyes").replaceChildren(...order.map((one) => el("option", eyesName(one), { value: one })));
  $("eyes").value = eyes;
  chances?.forget();
  advice?.clear();
  return true;
}

function eyesName(one) {
  if (one === SPECTATOR) return "someone who watches";
  return story.yours.includes(one) ? `${name(one)} (you)` : name(one);
}

function showFacts() {
  $("game").textContent = `Replay: ${story.game.title}`;
  $("rules").href = rulesOf(story);
  $("rules").hidden = false;
  const over = story.status === "over";
  $("verify").hidden = !over;
  $("proof-wait").hidden = over;
  $("record").hidden = !over || !id;
  $("record").href = `/api/tables/${id}/record`;
  if ($("counsel")) $("counsel").hidden = !mayAsk();
}

/** Would a bot answer here? Where the game is over, or all others are bots. */
const mayAsk = () => story.status === "over" || (eyes >= 0 && story.seats.every((seat, number) => number === eyes || seat.kind === "bot"));

// --- moving through the game

function go(to) {
  move = Math.min(last(), Math.max(0, to));
  show();
}

function show() {
  history.replaceState(null, "", `${location.pathname}${location.search}#${move}`);
  $("move").value = move;
  const chapter = chapterOf(marked.chapters, move);
  const where = `Move ${move} of ${last()}${chapter ? `, ${chapter.title}` : ""}`;
  $("where").textContent = where;
  $("move").setAttribute("aria-valuetext", where);
  $("jump").value = "";
  for (const one of ["first", "chapter-back", "back"]) $(one).disabled = move === 0;
  for (const one of ["forward", "chapter-on", "last"]) $(one).disabled = move === last();
  log.follow(move);
  chances?.point(move);
  tellMoment();
  showFrame();
}

function tellMoment() {
  const { seat, lines } = story.moments[move];
  const rows = lines.slice(0, lines.length > MOST_LINES + 1 ? MOST_LINES : lines.length).map((line) => el("li", line.text));
  if (rows.length < lines.length) rows.push(el("li", `and ${lines.length - rows.length} more, in the log`, { class: "quiet" }));
  if (!rows.length) rows.push(el("li", seat < 0 ? "The beginning." : `${seat === eyes ? "You decide" : `${name(seat)} decides`}.`));
  $("happened").replaceChildren(...rows);
}

const frameKey = (through, at) => `${layout()}:${through}:${at}`;

function frame(at) {
  const key = frameKey(eyes, at);
  if (!frames.has(key)) {
    const coming = source.frame(at, eyes);
    coming.catch(() => frames.delete(key)); // asked for again when it is needed
    frames.set(key, coming);
    if (frames.size > MOST_FRAMES) frames.delete(frames.keys().next().value);
  }
  return frames.get(key);
}

async function showFrame() {
  const [at, through] = [move, eyes];
  const key = (wanted = frameKey(through, at));
  await pause(); // a slider that is drawn along asks only where it rests
  if (wanted !== key) return;
  try {
    const found = await frame(at);
    if (wanted === key) draw(found);
    say($("problem"), "");
    for (let next = 1; next <= AHEAD && at + next <= last(); next += 1) frame(at + next).catch(() => {});
  } catch (error) {
    stop();
    say($("problem"), error.message);
  }
}

onTurn(() => story && showFrame());

const pause = () => new Promise((done) => setTimeout(done, dragging ? 60 : 0));

function draw(found) {
  const stepped = found.move === shownMove + 1;
  shownMove = found.move;
  dropMoments(picture.place);
  if (picture.show(found.picture) && found.move === last()) liftMoments(picture.place); // the end is to be seen
  for (const thing of $("scene").querySelectorAll("[data-action]")) {
    thing.classList.toggle("chosen", thing.dataset.action === found.chosen?.action);
    for (const one of ["data-action", "tabindex"]) thing.removeAttribute(one);
    thing.setAttribute("role", "img");
  }
  const end = found.move === last() && story.status === "over" ? result(story) : "";
  $("prompt").textContent = end || found.prompt;
  $("chosen").textContent = found.chosen ? `Chosen: ${found.chosen.label}` : "";
  $("text").textContent = found.text;
  main.dataset.shown = found.move;
  main.dataset.through = found.eyes;
  if (stepped) catchTheEye(story.moments[found.move].lines);
}

/** The dice that fell, what was hit and what is heard, as at the table. */
function catchTheEye(lines) {
  const rolls = lines.map((line) => line.glimpse?.dice || []).filter((faces) => faces.length);
  dice.clear();
  dice.throw(rolls);
  for (const { glimpse } of lines) if (glimpse?.hit) flash(picture.place, glimpse.hit);
  hearMoment(lines);
}

// --- playing

function play() {
  if (move === last()) go(0);
  main.dataset.playing = "";
  $("play").setAttribute("aria-label", "Pause");
  $("play").title = "Pause (space)";
  tick();
}

function tick() {
  playing = setTimeout(async () => {
    if (move >= last()) return stop();
    try {
      await frame(move + 1); // never ahead of what can be shown
    } catch {
      // showFrame says what is wrong
    }
    if (playing === null) return undefined;
    go(move + 1);
    return move < last() ? tick() : stop();
  }, Number($("speed").value));
}

function stop() {
  clearTimeout(playing);
  playing = null;
  delete main.dataset.playing;
  $("play").setAttribute("aria-label", "Play");
  $("play").title = "Play (space)";
}

function step(to) {
  stop();
  go(to);
}

const toggle = () => (playing === null ? play() : stop());
const MOVES = {
  first: () => 0,
  "chapter-back": () => otherChapter(marked.chapters, move, true, last()),
  back: () => move - 1,
  forward: () => move + 1,
  "chapter-on": () => otherChapter(marked.chapters, move, false, last()),
  last: () => last(),
};
const KEYS = { Home: "first", PageUp: "chapter-back", ArrowLeft: "back", ArrowRight: "forward", PageDown: "chapter-on", End: "last" };

for (const [button, to] of Object.entries(MOVES)) $(button).addEventListener("click", () => step(to()));
$("play").addEventListener("click", toggle);
let dragging = false;
$("move").addEventListener("pointerdown", () => (dragging = true));
addEventListener("pointerup", () => (dragging = false));
$("move").addEventListener("input", () => step(Number($("move").value)));
$("jump").addEventListener("change", () => $("jump").value !== "" && step(Number($("jump").value)));
document.addEventListener("keydown", (event) => {
  if (!story || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, textarea, [popover], input:not([type=range])")) return;
  if (event.key === " " && !event.target.closest?.("button, a, summary")) toggle();
  else if (event.key === "+") zoom.in();
  else if (event.key === "-") zoom.out();
  else if (KEYS[event.key] && !event.target.closest?.("#log")) step(MOVES[KEYS[event.key]]());
  else return;
  event.preventDefault();
});

// --- eyes and addresses

$("eyes").addEventListener("change", async () => {
  stop();
  try {
    if (!(await look(Number($("eyes").value)))) return;
    const query = new URLSearchParams(location.search);
    query.set("eyes", eyes);
    history.replaceState(null, "", `${location.pathname}?${query}#${move}`);
    showFacts();
    show();
  } catch (error) {
    say($("problem"), error.message);
    $("eyes").value = eyes;
  }
});

function placeInAddress() {
  const [, found] = location.hash.match(/^#(\d{1,6})$/) || [];
  return found === undefined ? null : Math.min(last(), Number(found));
}

addEventListener("hashchange", () => {
  const to = story && placeInAddress();
  if (typeof to === "number" && to !== move) step(to);
});

$("copy")?.addEventListener("click", (event) => {
  const query = story.status === "over" ? `?eyes=${eyes}` : "";
  copy(`${location.origin}${location.pathname}${query}#${move}`, event.currentTarget);
});

$("share").addEventListener("click", async () => {
  stop();
  const moment = { source, move, eyes, through: eyesName(eyes), game: story.game.title, over: story.status === "over" };
  const { share } = await import("./keepsake.js"); // few visits need it
  share(moment);
});

// --- a bot's opinion

$("ask")?.addEventListener("click", () => {
  stop();
  const decider = story.moments[move + 1]?.seat ?? -1;
  const through = eyes === SPECTATOR && decider >= 0 ? decider : eyes;
  const chosen = frames.get(frameKey(through, move))?.then((one) => one.chosen?.action).catch(() => "");
  advice.ask(() => source.counsel(move, through), { move, through, played: chosen });
});
$("ask-chances")?.addEventListener("click", () => {
  $("chart").hidden = false;
  chances.draw(story, () => source.chances(eyes), move);
});

// --- the dice

$("verify").addEventListener("click", async () => {
  $("verify").disabled = true;
  await showVerdict($("verdict"), await recordText(), { fair: id ? noted(id) : {}, shown: id ? story.promise : "" });
  $("verify").disabled = false;
  $("verdict").scrollIntoView({ block: "nearest" }); // on a low screen it would be out of sight
});

async function recordText() {
  try {
    return await source.record();
  } catch (error) {
    say($("problem"), error.message);
    return "";
  }
}

// --- records from a file

function acceptFiles() {
  main.dataset.status = "empty";
  const take = async (file) => {
    if (!file) return;
    say($("problem"), "");
    $("verdict").replaceChildren();
    await open(new FileSource(await file.text()), null);
  };
  $("file").addEventListener("change", () => take($("file").files[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}
