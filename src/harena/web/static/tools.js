// The buttons under the choices: which of them there are just now.
import { $, keep, kept } from "./base.js";
import { here, mySeat } from "./here.js";

export function showTools() {
  const { now } = here;
  const running = now.status === "running";
  const mine = mySeat();
  const playing = running && mine !== undefined && !now.seats[mine].bot && !now.seats[mine].lost;
  $("resign").hidden = !playing;
  for (const one of ["describe", "larger"]) $(one).hidden = now.status === "waiting";
  showTakeBack(playing || (mine !== undefined && mayUndoEnd(mine)));
  showReturn(running);
  showEnd(now.status === "over");
  $("decision").hidden = now.status === "waiting" && $("refused").hidden;
}

/** In practice the end may be taken back, too. */
const mayUndoEnd = (mine) => here.now.take_back === "" && (here.now.status === "over" || here.now.seats[mine].lost);

function showTakeBack(playing) {
  const reason = here.now.take_back;
  $("take-back").hidden = !playing;
  // not disabled, so that a finger or a key can ask why not
  $("take-back").setAttribute("aria-disabled", String(reason !== ""));
  $("take-back").dataset.tip = reason || "Take your last decision back (u)";
  $("take-back-why").textContent = "";
}

/** A bot stands in for one of my seats. */
function showReturn(running) {
  const { now, yours } = here;
  const replaced = yours.filter((seat) => now.seats[seat].bot && !now.seats[seat].lost);
  $("return").hidden = !(running && replaced.length);
  $("return").textContent = `A bot plays for ${now.seats[replaced[0]]?.name}. Take the seat back`;
  $("return").dataset.seat = replaced[0] ?? "";
}

function showEnd(over) {
  const { now, yours } = here;
  const wished = yours.length > 0 && yours.every((seat) => now.wished.includes(seat));
  $("rematch").hidden = !over || yours.length === 0 || Boolean(now.rematch);
  $("rematch").disabled = wished;
  $("rematch").textContent = wished ? "Waiting for the others ..." : rematchWords();
  $("next-table").hidden = !now.rematch;
  $("next-table").href = `/t/${now.rematch}`;
  $("record").hidden = !over;
  $("record").href = `/api/tables/${here.id}/record`;
}

function rematchWords() {
  const others = here.now.wished.filter((seat) => !here.yours.includes(seat)).map((seat) => here.now.seats[seat].name);
  return others.length ? `Play again (${others.join(", ")} would like to)` : "Play again";
}

/** When everyone wishes to play again there is a new table; the keys go along, one seat further on. */
export function goToRematch(atOnce) {
  const { now, id } = here;
  if (!now.rematch) return;
  const keys = Object.entries(kept(id).keys).map(([seat, key]) => [(Number(seat) + 1) % now.seats.length, key]);
  keep(now.rematch, { keys: Object.fromEntries(keys) });
  if (atOnce) location.assign(`/t/${now.rematch}`);
}
