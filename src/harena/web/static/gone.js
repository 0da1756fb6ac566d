// A page for those who come to a table that is closed, missing or full, or by a link that is used up or wrong.
import { $ } from "./base.js";

export const NONE = { heading: "There is no such table", text: "It may have been deleted, or part of the link is missing. Ask whoever sent you the link for a new one." };
export const CLOSED = { heading: "This table is closed", text: "The game has begun, and its players do not want anyone to watch." };
export const FULL = { heading: "This table is full", text: "All its seats were taken before you came." };
export const USED = { heading: "This link has been used", text: "Somebody has taken the seat that it leads to. If that was you, on another device, open your personal link from there. If not, ask for another seat." };
export const WRONG = { heading: "This link leads nowhere", text: "It leads to no seat at this table. Part of it may be missing, or it was for another table. Ask whoever sent it for a new one." };

export const PLAYED = { heading: "This game is over", text: "A bot has played it to the end for the seat that this link leads to." };
export const KEPT = { heading: "Your seat is kept for you", text: "The game has begun. A bot plays for you until you come: sit down and play on from there." };
export const FREE = { heading: "A seat is free here", text: "The game has begun. A bot plays on this seat until somebody comes: sit down and play on from there, or watch." };

/** What a refusal by the server means; its own sentence where it is a rare one. */
export function refusal(status, text) {
  if (status === 404) return NONE;
  return status === 403 ? CLOSED : { heading: "This table cannot be opened", text };
}

/** Show it instead of the table; where others may look on, that can be chosen. */
export function explain({ heading, text }, mayLookOn = false) {
  $("gone-heading").textContent = heading;
  $("gone-text").textContent = text;
  $("look-on").hidden = !mayLookOn;
  $("late").hidden = true;
  $("gone").hidden = false;
  document.body.classList.add("is-gone");
  document.title = `${heading} - Harena`;
  $("gone").focus();
}

export function lookOn() {
  $("gone").hidden = true;
  document.body.classList.remove("is-gone");
}
