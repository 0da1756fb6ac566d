// A table's page: shows what the server sends, and sends back what is clicked.
import { $, ask, el, forgetKey, keep, keepName, kept, myName, say, sit } from "./base.js";
import { Link } from "./link.js";
import { Log, showChat, showSetup } from "./papers.js";
import { Picture } from "./picture.js";
import { Players, result } from "./players.js";

const SPECTATOR = -2;
const main = $("table");
const id = main.dataset.table;
let now = null; // the last table message's table
let yours = []; // the seats this browser holds
let pending = ""; // the mark of the message that waits for an answer
let lookingAs = null; // the seat whose side was asked for, behind the curtain
let wishes = false; // has this page asked for a rematch?

takeFragment();

const picture = new Picture($("picture"), act);
const log = new Log($("log"));
const players = new Players($("seats"), { agree: (leaver) => send({ type: "agree", leaver }) });
const link = new Link(id, () => Object.values(kept(id).keys), {
  table: receive,
  done: answered,
  refused: (message) => {
    say($("refused"), message.text);
    answered(message);
  },
  found: () => connection(""),
  lost: (text) => {
    pending = "";
    connection(text);
    lock();
  },
  ended: (text) => {
    connection("");
    say($("refused"), text);
    $("decision").hidden = false;
    main.dataset.status = now ? now.status : "none";
    lock();
  },
});

/** Secrets travel behind the #, which no browser sends: an invitation "1.secret", a seat's key "key.1.secret". */
function takeFragment() {
  const [, own, seat, secret] = location.hash.match(/^#(key\.)?(\d)\.([\w-]{8,64})$/) || [];
  if (!secret) return;
  keep(id, { [own ? "keys" : "invites"]: { [seat]: secret } });
  history.replaceState(null, "", location.pathname);
}

function connection(text) {
  $("connection").textContent = text;
  document.body.classList.toggle("away", Boolean(text));
}

// --- what the server says

function receive(message) {
  const before = now;
  log.hold();
  now = message.table;
  yours = message.yours;
  if (before && (before.moves !== now.moves || before.eyes !== now.eyes)) say($("refused"), "");
  pending = "";
  main.dataset.status = now.status;
  main.dataset.eyes = now.eyes;
  $("game").textContent = now.game.title;
  $("rules").href = `/rules/${now.game.name}`;
  $("rules").hidden = false;
  $("promise").textContent = now.promise;
  showSetup($("setup"), now);
  players.show(now, yours);
  showWaiting();
  showChat($("chat"), now);
  $("say").hidden = yours.length === 0;
  $("personal").hidden = !yours.some((seat) => kept(id).keys[seat]);
  if (!drawCurtain()) {
    picture.show(now.picture || "");
    log.take(message.log, now.game.name);
    showDecision();
  }
  showTools();
  log.settle();
  goOn(before);
  title();
}

function answered(message) {
  if (message.request === pending) pending = "";
  if (now) unlock();
}

// --- deciding

function mySeat() {
  if (now.eyes >= 0) return now.eyes;
  return yours.length === 1 ? yours[0] : undefined;
}

function send(message) {
  if (!now || pending) return;
  const seat = message.type === "say" || message.type === "agree" ? mySeat() ?? yours[0] : mySeat();
  pending = link.send(seat === undefined ? message : { ...message, seat });
  if (!pending) say($("refused"), "You are not connected just now; wait a moment.");
  if (pending) lock();
}

function act(action) {
  if (pending || !curtainOpen() || !now?.actions?.some((one) => one.action === action)) return;
  send({ type: "act", action, moves: now.moves });
}

function takeBack() {
  if (now.take_back) $("take-back-why").textContent = now.take_back;
  else send({ type: "take_back", moves: now.moves });
}

function lock() {
  document.body.classList.add("locked");
  for (const button of $("choices").children) button.disabled = true;
}

function unlock() {
  document.body.classList.remove("locked");
  for (const button of $("choices").children) button.disabled = false;
}

function showDecision() {
  const held = $("choices").contains(document.activeElement) || document.activeElement === document.body;
  const hadFocus = $("choices").contains(document.activeElement);
  const actions = now.actions || [];
  $("prompt").textContent = now.status === "over" ? result(now) || now.prompt : now.prompt || "";
  $("prompt").classList.toggle("mine", actions.length > 0);
  const buttons = actions.map((one, number) => {
    const button = el("button", "", { type: "button", class: "choice", "data-action": one.action });
    if (number < 10) button.append(el("kbd", String((number + 1) % 10)));
    button.append(el("span", one.label));
    if (one.hint) {
      button.title = one.hint;
      button.setAttribute("aria-description", one.hint);
    }
    button.addEventListener("click", () => act(one.action));
    for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) {
      button.addEventListener(event, () => picture.light(one.action, on));
    }
    return button;
  });
  $("choices").replaceChildren(...buttons);
  $("choices").classList.toggle("many", actions.length > 8);
  unlock();
  if (held && hadFocus) buttons[0]?.focus();
}

// --- the curtain between seats on one device

const curtainOpen = () => $("curtain").hidden;

/** Whose turn it is to see the screen; true: the curtain is closed. */
function drawCurtain() {
  const shared = yours.length > 1 && now.status === "running";
  const asked = now.asked.filter((seat) => yours.includes(seat) && !now.seats[seat].bot);
  const handOver = shared && asked.length > 0 && !asked.includes(now.eyes);
  const waitsFor = lookingAs !== null && lookingAs !== now.eyes;
  if (lookingAs === now.eyes) lookingAs = null;
  if (shared && now.eyes >= 0 && handOver && !waitsFor) look(SPECTATOR);
  if (yours.length > 1 && now.status === "over" && now.eyes >= 0) look(SPECTATOR);
  $("curtain").hidden = !handOver;
  $("hide").hidden = !(shared && now.eyes >= 0);
  if (!handOver) return false;
  clearSight();
  const names = asked.map((seat) => now.seats[seat].name);
  $("curtain-text").textContent = `Hand over to ${names.join(" or ")}.`;
  const old = $("curtain-buttons");
  if (old.dataset.for !== asked.join()) {
    old.dataset.for = asked.join();
    old.replaceChildren(...asked.map((seat, number) => {
      const button = el("button", `I am ${names[number]}: show my side`, { type: "button", class: "main" });
      button.addEventListener("click", () => look(seat));
      return button;
    }));
    old.firstElementChild?.focus();
  }
  return true;
}

/** Nothing that the one before saw stays on the page. */
function clearSight() {
  picture.show("");
  log.clear();
  $("choices").replaceChildren();
  $("prompt").textContent = "";
}

function look(seat) {
  lookingAs = seat;
  $("curtain-buttons").dataset.for = "";
  link.send({ type: "look", seat }, false);
}

$("larger").addEventListener("click", () => {
  const large = document.body.classList.toggle("large");
  $("larger").textContent = large ? "Smaller picture" : "Larger picture";
});
$("hide").addEventListener("click", () => look(SPECTATOR));

// --- the other buttons

function showTools() {
  const running = now.status === "running";
  const mine = mySeat();
  const playing = running && mine !== undefined && !now.seats[mine].bot && !now.seats[mine].lost;
  const reason = now.take_back;
  $("take-back").hidden = !playing;
  // not disabled, so that a finger or a key can ask why not
  $("take-back").setAttribute("aria-disabled", String(reason !== ""));
  $("take-back").title = reason || "Take your last decision back (u)";
  $("take-back-why").textContent = "";
  $("resign").hidden = !playing;
  const replaced = yours.filter((seat) => now.seats[seat].bot && !now.seats[seat].lost);
  $("return").hidden = !(running && replaced.length);
  $("return").textContent = `A bot plays for ${now.seats[replaced[0]]?.name}. Take the seat back`;
  $("return").dataset.seat = replaced[0] ?? "";
  const over = now.status === "over";
  const wished = yours.length > 0 && yours.every((seat) => now.wished.includes(seat));
  $("rematch").hidden = !over || yours.length === 0 || Boolean(now.rematch);
  $("rematch").disabled = wished;
  $("rematch").textContent = wished ? "Waiting for the others ..." : rematchWords();
  $("next-table").hidden = !now.rematch;
  $("next-table").href = `/t/${now.rematch}`;
  $("record").hidden = !over;
  $("record").href = `/api/tables/${id}/record`;
  $("decision").hidden = now.status === "waiting" && $("refused").hidden;
}

function rematchWords() {
  const others = now.wished.filter((seat) => !yours.includes(seat)).map((seat) => now.seats[seat].name);
  return others.length ? `Play again (${others.join(", ")} would like to)` : "Play again";
}

/** When everyone wishes to play again, go to the new table; keys go along, one seat further on. */
function goOn(before) {
  if (!now.rematch) return;
  const keys = Object.entries(kept(id).keys).map(([seat, key]) => [(Number(seat) + 1) % now.seats.length, key]);
  keep(now.rematch, { keys: Object.fromEntries(keys) });
  if (wishes && !before?.rematch) location.assign(`/t/${now.rematch}`);
}

$("take-back").addEventListener("click", takeBack);
$("resign").addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => {
  if ($("sure").returnValue === "yes") send({ type: "resign" });
  $("sure").returnValue = "";
});
$("return").addEventListener("click", () => link.send({ type: "return", seat: Number($("return").dataset.seat) }));
$("rematch").addEventListener("click", () => {
  wishes = true;
  for (const seat of yours) if (!now.wished.includes(seat)) link.send({ type: "rematch", seat });
});
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("line").value.trim();
  if (!text) return;
  if (link.send({ type: "say", text, seat: mySeat() ?? yours[0] })) $("line").value = "";
  else say($("refused"), "You are not connected just now; your line was not sent.");
});
$("copy-personal").addEventListener("click", (event) => {
  const seat = mySeat() ?? yours[0];
  copy(`${location.origin}/t/${id}#key.${seat}.${kept(id).keys[seat]}`, event.currentTarget);
});

async function copy(text, button) {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = said), 1500);
  } catch {
    prompt("Copy this link:", text); // without https there is no clipboard
  }
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea, dialog[open]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !now || !curtainOpen()) return;
  if (event.key === "u" && !$("take-back").hidden) takeBack();
  const number = "1234567890".indexOf(event.key);
  if (number >= 0 && event.key.length === 1) $("choices").children[number]?.click();
});

// --- before the game

function showWaiting() {
  const waiting = now.status === "waiting";
  $("waiting").hidden = !waiting;
  if (waiting && !$("more").dataset.opened) $("more").open = $("more").dataset.opened = true;
  if (!waiting && $("more").dataset.opened === "true") {
    $("more").open = false; // it was there to be read before the game
    $("more").dataset.opened = "done";
  }
  if (!waiting) return;
  const free = now.seats.filter((seat) => !seat.taken).length;
  $("waiting-text").textContent = yours.length
    ? `The game begins when ${free === 1 ? "the last seat is" : `all ${free} free seats are`} taken.`
    : "Take a seat, or wait and look on.";
  $("waiting-seats").replaceChildren(...now.seats.map(waitingSeat));
  const can = now.seats.map((_, seat) => seat).filter(canSit);
  $("join").hidden = can.length === 0 || yours.length > 0;
  const options = can.map((seat) => el("option", `Seat ${seat + 1}`, { value: seat }));
  if ($("join-seat").children.length !== can.length) $("join-seat").replaceChildren(...options);
  $("join-seat").hidden = can.length < 2;
}

const canSit = (seat) => !now.seats[seat].taken && (now.seats[seat].kind === "open" || kept(id).invites[seat]);

const KINDS = { person: "the host", friend: "a friend with the link", open: "anyone", device: "someone on the host's device", bot: "a bot" };

function waitingSeat(seat, number) {
  const row = el("li", "", { class: `seat-${number % 4}` });
  const mine = yours.includes(number);
  row.append(el("b", seat.taken ? seat.name : `Seat ${number + 1}`));
  row.append(el("span", seat.taken ? (mine ? "that is you" : seat.kind === "bot" ? "a bot" : "is ready") : `free for ${KINDS[seat.kind]}`));
  const invite = kept(id).invites[number];
  if (!seat.taken && invite && seat.kind === "friend" && yours.length) row.append(...inviteParts(number, invite));
  if (mine) {
    const up = el("button", "Give up this seat", { type: "button" });
    up.addEventListener("click", () => standUp(number));
    row.append(up);
  }
  return row;
}

function inviteParts(number, invite) {
  const address = `${location.origin}/t/${id}#${number}.${invite}`;
  const field = el("input", "", { readonly: "", "aria-label": `Link for seat ${number + 1}`, class: "invite" });
  field.value = address;
  field.addEventListener("focus", () => field.select());
  const button = el("button", "Copy the link", { type: "button", class: "main" });
  button.addEventListener("click", () => copy(address, button));
  return [field, button];
}

async function standUp(seat) {
  try {
    await ask(`/api/tables/${id}/stand_up`, { seat, key: kept(id).keys[seat] || "" });
    forgetKey(id, seat);
    link.connect();
  } catch (error) {
    say($("refused"), error.message);
    $("decision").hidden = false;
  }
}

$("name").value = myName();
$("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const seat = Number($("join-seat").value);
  keepName($("name").value);
  try {
    await sit(id, seat, $("name").value.trim(), kept(id).invites[seat]);
    say($("refused"), "");
    link.connect(); // now with the key of the seat
  } catch (error) {
    say($("refused"), error.message);
    $("decision").hidden = false;
  }
});

function title() {
  const mine = now.status === "running" && now.asked.some((seat) => yours.includes(seat) && !now.seats[seat].bot);
  document.title = `${mine ? "Your turn - " : ""}${now.game.title} - Harena`;
}
