// Before the game: who is here, who is missing, links for friends, sitting down and getting up.
import { $, ask, el, forgetKey, keepName, kept, myName, say, sit } from "./base.js";
import { here } from "./here.js";
import { invitation, inviteParts, showCodes } from "./invite.js";
import { company } from "./players.js";

const KINDS = { person: "the host", friend: "a friend with the link", open: "anyone", device: "someone on the host's device", bot: "a bot" };
const canSit = (seat) => !here.now.seats[seat].taken && (here.now.seats[seat].kind === "open" || kept(here.id).invites[seat]);

/** Is this a table at which each waits for anybody, as quick match opens them? */
const anybody = () => here.now.seats.every((seat) => seat.kind === "open");

export class Waiting {
  /** changed() is called when this browser has taken or left a seat, late() when others were quicker, start() when somebody will not wait. */
  constructor(changed, late, start) {
    Object.assign(this, { changed, late });
    $("start-now").addEventListener("click", start);
    $("name").value = myName();
    $("join").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sitDown(Number($("join-seat").value));
    });
  }

  show() {
    const { now, yours } = here;
    $("waiting").hidden = now.status !== "waiting";
    if ($("waiting").hidden) return;
    const free = now.seats.filter((seat) => !seat.taken).length;
    $("waiting-text").textContent = yours.length
      ? `The game begins when ${free === 1 ? "the last seat is" : `all ${free} free seats are`} taken.`
      : "Take a seat, or wait and watch.";
    const can = now.seats.map((_, seat) => seat).filter(canSit);
    if (!yours.length && !can.length) $("waiting-text").replaceChildren("No seat here is free for you: those that are left are kept for others. Wait and watch, or ", el("a", "find another table", { href: "/" }), ".");
    $("waiting-seats").replaceChildren(...now.seats.map((seat, number) => this.row(seat, number)));
    $("start-now").hidden = yours.length === 0;
    $("join").hidden = can.length === 0 || yours.length > 0;
    const options = can.map((seat) => el("option", `Seat ${seat + 1}`, { value: seat }));
    if ($("join-seat").children.length !== can.length) $("join-seat").replaceChildren(...options);
    $("join-seat").hidden = can.length < 2;
    const invited = !yours.length && now.seats.some((seat, number) => !seat.taken && seat.kind === "friend" && kept(here.id).invites[number]);
    $("waiting-title").textContent = invited ? invitation() : anybody() && yours.length ? "Waiting for somebody to play with" : "Waiting for players";
    showCodes();
  }

  row(seat, number) {
    const row = el("li", "", { class: `of-seat seat-${number}` });
    const mine = here.yours.includes(number);
    row.append(el("b", seat.taken ? seat.name : `Seat ${number + 1}`));
    const state = seat.taken ? (mine ? "that is you" : seat.kind === "bot" ? "a bot" : "is ready") : `free for ${KINDS[seat.kind]}`;
    row.append(el("span", [state, company(here.now, number)].filter(Boolean).join(", ")));
    const invite = kept(here.id).invites[number];
    if (!seat.taken && invite && seat.kind === "friend" && here.yours.length) row.append(...inviteParts(number));
    if (mine) {
      const up = el("button", anybody() ? "Stop waiting" : "Give up this seat", { type: "button" });
      up.addEventListener("click", async () => {
        if ((await this.standUp(number)) && anybody()) location.assign("/");
      });
      row.append(up);
    }
    return row;
  }

  async sitDown(seat) {
    keepName($("name").value);
    await this.attempt(() => sit(here.id, seat, $("name").value.trim(), kept(here.id).invites[seat]));
  }

  async standUp(seat) {
    return this.attempt(async () => {
      await ask(`/api/tables/${here.id}/stand_up`, { seat, key: kept(here.id).keys[seat] || "" });
      forgetKey(here.id, seat);
    });
  }

  async attempt(does) {
    try {
      await does();
      say($("refused"), "");
      this.changed();
      return true;
    } catch (error) {
      say($("refused"), error.message);
      $("decision").hidden = false;
      if (error.status === 409 && !here.now.seats.some((_, seat) => canSit(seat))) this.late();
      return false;
    }
  }
}
