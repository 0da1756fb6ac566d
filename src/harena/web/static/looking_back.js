// Added to a table's page: the way to its replay, a bot's advice where all others are bots, notes about the dice.
import { $, el } from "./base.js";
import { Advice } from "./counsel.js";
import { here, mySeat } from "./here.js";
import { noteSeed, noted, notePromise } from "./noted.js";
import { TableSource } from "./replay_source.js";

const replay = el("a", "Replay", { id: "replay", class: "button", hidden: "" });
const ask = el("button", "Ask a bot", { id: "ask-bot", type: "button", hidden: "", "data-tip": "What would a bot do here?" });
const dialog = el("dialog", "", { id: "counsel-dialog", "aria-labelledby": "counsel-title" });
const place = el("div", "", { "aria-live": "polite" });
const close = el("button", "Close", { type: "button", class: "main" });
const buttons = el("div", "", { class: "row" });
buttons.append(close);
dialog.append(el("h2", "What a bot thinks", { id: "counsel-title" }), place, buttons);
$("record").before(replay, ask);
document.body.append(dialog);

const name = (seat) => here.now.seats[seat]?.name || `Seat ${seat + 1}`;
const advice = new Advice(place, name, (seat) => here.yours.includes(seat));

function update() {
  noteDice();
  const { now, yours, id } = here;
  const over = now.status === "over";
  replay.hidden = !(over || (now.status === "running" && yours.length));
  replay.href = `/t/${id}/replay`;
  replay.textContent = over ? "Replay and analysis" : "Look back";
  const mine = mySeat();
  const alone = mine !== undefined && now.seats.every((seat, number) => number === mine || seat.kind === "bot");
  ask.hidden = !(now.status === "running" && alone);
}

/** Before the end: afterwards a promise proves nothing. The seeds serve again in a rematch, one seat further on. */
function noteDice() {
  const { now, id } = here;
  if (now.status !== "over") notePromise(id, now.promise);
  if (!now.rematch) return;
  notePromise(now.rematch, now.next_promise);
  for (const [seat, seed] of Object.entries(noted(id).seeds)) noteSeed(now.rematch, (Number(seat) + 1) % now.seats.length, seed);
}

ask.addEventListener("click", () => {
  dialog.showModal();
  advice.ask(() => new TableSource(here.id).counselNow(mySeat()), { through: mySeat() });
});
close.addEventListener("click", () => dialog.close());
document.addEventListener("harena:table", update);
if (here.now) update(); // the first news of the table may have been quicker than this script
