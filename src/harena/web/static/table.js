// A table's page: shows what the server sends, and sends back what is chosen.
import { $, copy, findAgain, kept, rulesOf, say } from "./base.js";
import { Arrival } from "./arrival.js";
import { bellSettings, hearMoment, ring } from "./bell.js";
import { Choices } from "./choices.js";
import { Curtain } from "./curtain.js";
import { Dice } from "./dice.js";
import { Gate, MOMENT } from "./gate.js";
import { bringIntoSight } from "./in_sight.js";
import { here, myAsked, mySeat, outcome, turn } from "./here.js";
import { listenToKeys } from "./keyboard.js";
import { onTurn } from "./layout.js";
import { Link } from "./link.js";
import { flash } from "./motion.js";
import { Onlookers } from "./onlookers.js";
import { Log, showSetup, Tabs } from "./papers.js";
import { paceSettings, showPace } from "./pace.js";
import { Picture } from "./picture.js";
import { Players, resigning } from "./players.js";
import { findReach, originForOthers } from "./reach.js";
import { Sheet } from "./sheet.js";
import { askOnceMore, forgetQuestion } from "./sure.js";
import { BOUNCE, CHOICE, LET_GO, Swing } from "./swing.js";
import { aloud, Talk } from "./talk.js";
import { Tips } from "./tips.js";
import { goToRematch, showTools } from "./tools.js";
import { Waiting } from "./waiting.js";
import { Zoom } from "./zoom.js";

const main = $("table");
const { id } = here;
let pending = ""; // the mark of the message that waits for an answer
let displaced = false; // is what can be chosen in a different place than before?
let wishes = false; // has this page asked for a rematch?
const arrival = new Arrival();
let moved = arrival.moved; // the seat whose personal link was opened here

const gate = new Gate(main);
const picture = new Picture($("picture"), act);
const choices = new Choices($("choices"), picture, act);
const swing = new Swing(picture, () => act(LET_GO), () => choices.unlock());
const dice = new Dice($("dice"), $("picture"), $("stage"));
const tips = new Tips(() => choices.actions);
const log = new Log($("log"), $("news"), $("newest"));
const tabs = new Tabs($("tabs"));
const onlookers = new Onlookers();
const talk = new Talk(speak, onlookers);
const sheet = new Sheet(main, $("side"), $("grip"));
const zoom = new Zoom($("stage"), $("picture"), $("larger"));
const players = new Players($("seats"), { agree: (leaver, seats) => seats.forEach((seat) => link.send({ type: "agree", leaver, seat })) });
const curtain = new Curtain((seat) => link.send({ type: "look", seat }, false), clearSight);
const waiting = new Waiting(() => link.connect(), () => arrival.late(), () => link.send({ type: "start", seat: here.yours[0] }));
const link = new Link(id, () => Object.values(kept(id).keys), {
  begun: ({ talk: may }) => onlookers.begin(may),
  table: receive,
  onlookers: (message) => {
    talk.skim(onlookers.take(message));
    showTalk();
  },
  done: answered,
  described: ({ text }) => describe(text),
  refused: (message) => {
    say($("refused"), message.text);
    answered(message);
  },
  found: () => connection(""),
  lost: (text) => {
    pending = "";
    connection(text);
    choices.lock();
  },
  ended: (text, status) => {
    connection("");
    say($("refused"), text);
    $("decision").hidden = false;
    main.dataset.status = here.now ? here.now.status : "none";
    choices.lock();
    if (!here.now || here.now.status === "waiting") arrival.turnedAway(text, status);
  },
});

onTurn(() => (displaced = true));
bellSettings();
paceSettings((seat, pace) => link.send({ type: "pace", seat, pace }));
findReach(() => here.now && waiting.show());

function connection(text) {
  $("connection").textContent = text;
  document.body.classList.toggle("away", Boolean(text));
}

// --- what the server says

function receive(message) {
  const before = here.now;
  const now = (here.now = message.table);
  here.yours = message.yours;
  if (mayLetGo()) now.actions = [CHOICE];
  if (here.yours.includes(moved)) findAgain(id, moved);
  moved = undefined;
  arrival.seen();
  if (before && before.eyes !== now.eyes) log.hush();
  if (before && (before.moves !== now.moves || before.eyes !== now.eyes)) say($("refused"), "");
  pending = "";
  main.dataset.status = now.status;
  main.dataset.eyes = now.eyes;
  main.dataset.moves = now.moves;
  showTable(before);
  showBanner();
  waiting.show();
  if (!curtain.draw()) showPosition(message.log, before?.status === "running" && now.status === "over");
  showDecision();
  showTools();
  showPace();
  showTurn(before);
  showChoosable();
  goToRematch(wishes && !before?.rematch);
  // In another window this browser may have sat down since: seen anew, and who looks on may talk to the others.
  if (before?.status === "waiting" && now.status === "running" && !here.yours.length) link.connect();
  document.dispatchEvent(new CustomEvent("harena:table", { detail: message })); // for what is added to this page
}

/** What does not depend on the position. */
function showTable(before) {
  const { now, yours } = here;
  $("game").textContent = now.game.title;
  $("rules").href = rulesOf(now);
  $("rules").hidden = false;
  $("promise").textContent = now.promise;
  showSetup($("setup"), now);
  players.show(now, yours);
  if (before?.status !== now.status) tabs.open(now.status === "waiting" ? "tab-more" : "tab-log");
  showTalk();
  $("personal").hidden = !yours.some((seat) => kept(id).keys[seat]);
}

function showTalk() {
  const { now, yours } = here;
  const said = talk.show(now, yours);
  tabs.unread("tab-chat", said.length);
  log.tell(said.map((one) => aloud(now, one)));
}

/** How it ended, or that a bot plays for the one who looks. */
function showBanner() {
  const { now } = here;
  const winner = now.scores.findIndex((score) => score === 1);
  if ($("banner").textContent !== now.standing) say($("banner"), now.standing);
  $("banner").className = now.status !== "over" ? "aside" : winner >= 0 ? `seat-${winner}` : "";
}

function showPosition(told, ended) {
  const { now } = here;
  tips.hide();
  choices.remember();
  if (picture.show(now.picture || "")) showMoments();
  swing.show(now, mayLetGo());
  const fresh = log.take(told, now.game.name, now.eyes);
  $("prompt").textContent = now.prompt === now.standing ? "" : now.prompt || ""; // the banner says it already
  choices.show(now.actions || []);
  if (swing.mine && swing.waits) choices.lock();
  for (const { glimpse } of fresh) if (glimpse?.hit) flash(picture.place, glimpse.hit);
  hearMoment(fresh, ended ? outcome(now, here.yours) : null);
  dice.throw(fresh.map(({ glimpse }) => glimpse?.dice || []).filter((dice) => dice.length));
}

/** What a picture shows for a moment only stays over the next ones; few games have such things. */
async function showMoments() {
  if (!picture.place.querySelector("[data-moment]")) return;
  const { liftMoments } = await import("./moments.js");
  liftMoments(picture.place);
}

/** A decision is a new one if the position is, or the eyes that look at it. */
function showDecision() {
  const { now } = here;
  const asked = curtain.open && now.actions?.length;
  const decision = asked ? `${now.moves} ${now.eyes}` : "";
  forgetQuestion(decision);
  displaced ||= Boolean(decision) && decision !== gate.decision;
  gate.show(decision, now.swing?.part ? BOUNCE : MOMENT); // what goes on swinging was seen before
}

/** What can be chosen, once all on the page has its place: in another decision, or after the screen was turned. */
function showChoosable() {
  if (displaced && gate.decision) bringIntoSight($("stage"), $("picture"));
  displaced = false;
}

/** Whose turn it is, here, in the page's title, and for anyone who looks elsewhere. */
function showTurn(before) {
  const { now } = here;
  const mine = myAsked().length > 0;
  $("turn").textContent = turn();
  $("turn").className = mine ? "mine" : `seat-${now.asked[0] ?? 0}`;
  document.title = `${mine ? "Your turn - " : ""}${now.game.title} - Harena`;
  const key = mine ? `${myAsked()}` : "";
  if (mine && before && main.dataset.rung !== key) ring(`Your turn - ${now.game.title}`, curtain.open ? now.prompt : "");
  main.dataset.rung = key;
}

function answered(message) {
  if (message.request === pending) pending = "";
  if (here.now) choices.unlock();
}

/** Nothing that the one before saw stays on the page. */
function clearSight() {
  picture.show("");
  swing.show(null, false);
  log.clear();
  talk.clear();
  choices.clear();
  tips.hide();
  $("prompt").textContent = "";
  dice.clear();
  $("description").textContent = "";
  if ($("described").open) $("described").close();
  $("rule").hidePopover();
}

// --- deciding

/** Can something be sent now? Says so if there is no connection. */
function maySend() {
  if (!here.now || pending) return false;
  if (!link.ready) say($("refused"), "You are not connected right now; wait a moment.");
  return link.ready;
}

function send(message) {
  if (!maySend()) return;
  const seat = mySeat();
  pending = link.send(seat === undefined ? message : { ...message, seat });
  choices.lock();
}

function act(action) {
  const chosen = here.now?.actions?.find((one) => one.action === action);
  if (pending || !curtain.open || !gate.open || !chosen || (action === LET_GO && swing.waits)) return;
  const { label, danger } = chosen;
  const question = { title: `${label}?`, text: danger, yes: label, no: "Choose again", decision: gate.decision };
  if (danger) askOnceMore(question, () => decide(action));
  else decide(action);
}

function decide(action) {
  if (!maySend()) return; // what swings goes on swinging
  log.read();
  sheet.slide(false);
  if (action === LET_GO) send({ type: "let_go", ms: swing.letGo(), moves: here.now.moves });
  else send({ type: "act", action, moves: here.now.moves });
}

/** Does something swing that these eyes may let go of? */
function mayLetGo() {
  const { now, yours } = here;
  return Boolean(now.swing) && now.asked.includes(now.eyes) && yours.includes(now.eyes) && !now.seats[now.eyes].bot;
}

function takeBack() {
  if ($("take-back").hidden || !gate.open) return;
  if (here.now.take_back) $("take-back-why").textContent = here.now.take_back;
  else send({ type: "take_back", moves: here.now.moves });
}

// --- the buttons

function describe(text) {
  if (!curtain.open) return;
  $("description").textContent = text;
  if (!$("described").open) $("described").showModal();
}

/** Say something in the chat: is it on its way? */
function speak(message) {
  const sent = link.send({ seat: mySeat() ?? here.yours[0], ...message });
  if (!sent) say($("refused"), "You are not connected right now; your line was not sent.");
  return sent;
}

const askForWords = () => link.send({ type: "describe" }, false);

$("take-back").addEventListener("click", takeBack);
$("describe").addEventListener("click", askForWords);
$("help-button").addEventListener("click", () => $("help").showModal());
$("resign").addEventListener("click", () => {
  const text = here.now.setup.practice ? "This is practice: you can take it back." : resigning(here.now, mySeat());
  askOnceMore({ title: "Resign this game?", text, yes: "Resign", no: "Play on" }, () => send({ type: "resign" }));
});
$("return").addEventListener("click", () => link.send({ type: "return", seat: Number($("return").dataset.seat) }));
$("rematch").addEventListener("click", () => {
  wishes = true;
  for (const seat of here.yours) if (!here.now.wished.includes(seat)) link.send({ type: "rematch", seat });
});
$("copy-personal").addEventListener("click", (event) => {
  const seat = mySeat() ?? here.yours[0];
  copy(`${originForOthers()}/t/${id}#key.${seat}.${kept(id).keys[seat]}`, event.currentTarget);
});

listenToKeys({
  choices: $("choices"),
  ready: () => here.now && curtain.open,
  number: (number) => $("choices").children[number]?.click(),
  letters: {
    u: takeBack,
    d: askForWords,
    "?": () => $("help").showModal(),
    "+": () => zoom.in(),
    "-": () => zoom.out(),
    c: () => {
      tabs.open("tab-chat");
      if (!$("say").hidden) $("line").focus();
    },
    l: () => {
      tabs.open("tab-log");
      $("log").focus();
    },
    Escape: () => sheet.slide(false),
  },
});
