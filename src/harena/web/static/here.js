// The table that this page shows, as the server told it last.
import { $ } from "./base.js";

export const SPECTATOR = -2;
export const here = {
  id: $("table").dataset.table,
  now: null, // the table of the last message
  yours: [], // the seats this browser holds
};

/** The seat that decides on this page: the one whose eyes it has, or the only one. */
export function mySeat() {
  if (here.now.eyes >= 0) return here.now.eyes;
  return here.yours.length === 1 ? here.yours[0] : undefined;
}

/** The seats of this browser that are asked now. */
export function myAsked() {
  const { now, yours } = here;
  if (now.status !== "running") return [];
  return now.asked.filter((seat) => yours.includes(seat) && !now.seats[seat].bot);
}

/** Whom everyone waits for, in a few words. */
export function turn() {
  const { now } = here;
  if (now.status === "over") return "The game is over";
  if (now.status === "waiting") return "Waiting for players";
  const names = (seats) => seats.map((seat) => now.seats[seat].name).join(" and ");
  if (myAsked().includes(now.eyes)) return here.yours.length > 1 ? `${names([now.eyes])}: your turn` : "Your turn";
  if (myAsked().length) return "Your turn";
  const bots = now.asked.filter((seat) => now.seats[seat].bot);
  if (bots.length === now.asked.length && bots.length) return `${names(bots)} ${bots.length > 1 ? "think" : "thinks"} ...`;
  return `Waiting for ${names(now.asked)}`;
}

/** How a finished game went for whoever holds these seats: "won", "lost", or neither. */
export function outcome({ scores }, yours) {
  const own = new Set(yours.map((seat) => scores[seat]));
  if (own.size !== 1) return "even"; // nobody's seat, or seats of both sides
  return own.has(1) ? "won" : own.has(0) ? "lost" : "even";
}
