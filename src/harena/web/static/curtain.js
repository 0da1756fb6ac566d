// The curtain between seats on one device: nothing that one may see is shown to the next.
import { $, el } from "./base.js";
import { here, myAsked, SPECTATOR } from "./here.js";

export class Curtain {
  /** look(seat) asks the server for another side; clear() takes off the page whatever the last one saw. */
  constructor(look, clear) {
    this.ask = look;
    this.clear = clear;
    this.lookingAs = null; // the side that was asked for and is on its way
    $("hide").addEventListener("click", () => this.look(SPECTATOR));
  }

  get open() {
    return $("curtain").hidden;
  }

  look(seat) {
    this.lookingAs = seat;
    $("curtain-buttons").dataset.for = "";
    this.ask(seat);
  }

  /** Whose turn it is to see the screen; true: the curtain is closed. */
  draw() {
    const { now, yours } = here;
    const shared = yours.length > 1 && now.status === "running";
    const asked = myAsked();
    const handOver = shared && asked.length > 0 && !asked.includes(now.eyes);
    const waits = this.lookingAs !== null && this.lookingAs !== now.eyes;
    if (this.lookingAs === now.eyes) this.lookingAs = null;
    if (shared && now.eyes >= 0 && handOver && !waits) this.look(SPECTATOR);
    if (yours.length > 1 && now.status === "over" && now.eyes >= 0) this.look(SPECTATOR);
    $("curtain").hidden = !handOver;
    $("hide").hidden = !(shared && now.eyes >= 0);
    if (!handOver) return false;
    this.clear();
    this.offer(asked, asked.map((seat) => now.seats[seat].name));
    return true;
  }

  offer(asked, names) {
    $("curtain-text").textContent = `Hand over to ${names.join(" or ")}.`;
    const buttons = $("curtain-buttons");
    if (buttons.dataset.for === asked.join()) return;
    buttons.dataset.for = asked.join();
    buttons.replaceChildren(...asked.map((seat, number) => {
      const button = el("button", `I am ${names[number]}: show my side`, { type: "button", class: "main" });
      button.addEventListener("click", () => this.look(seat));
      return button;
    }));
    buttons.firstElementChild?.focus();
  }
}
