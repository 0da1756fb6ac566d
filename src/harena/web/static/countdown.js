// Three, two, one: time to get ready before something swings.
import { el } from "./base.js";
import { hear } from "./bell.js";

export class Countdown {
  /** It lies over `place` and lets every click through. */
  constructor(place) {
    Object.assign(this, { place, shown: 0 });
  }

  /** So many seconds are left; 0 or less: it begins. */
  show(seconds) {
    const left = Math.max(0, seconds);
    if (left === this.shown) return;
    const begins = !left && this.shown === 1;
    this.shown = left;
    this.number?.remove();
    if (begins) hear("go");
    if (!left) return;
    hear("tick");
    this.number = el("div", String(left), { class: "countdown", "aria-hidden": "true", "data-over": "" });
    this.place.append(this.number);
  }
}
