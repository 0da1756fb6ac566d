// Those who look on without a seat: how many there are, and what they say among themselves.
import { $ } from "./base.js";

export const ONLOOKERS = "onlookers";

export class Onlookers {
  constructor() {
    this.place = $("onlookers");
    this.begin();
  }

  /** Over a new connection all is told anew. */
  begin(talk = false) {
    this.met = false;
    this.talk = talk; // does this page look on itself, so that it may talk to them?
    this.lines = [];
    this.count(0);
  }

  /** What has changed. The lines that this page finds when it comes are returned: they are no news. */
  take({ count, from, lines }) {
    const met = this.met;
    this.met = true;
    this.lines = [...this.lines.filter(({ number }) => number < from), ...lines.map((line) => ({ ...line, seat: -1, to: ONLOOKERS }))].slice(-60);
    this.count(count);
    return met ? [] : this.lines;
  }

  count(count) {
    const text = count ? `${count}${this.talk ? " more" : ""} ${count > 1 ? "look" : "looks"} on` : "";
    if (this.place.textContent !== text) this.place.textContent = text;
    this.place.hidden = !count;
  }
}
