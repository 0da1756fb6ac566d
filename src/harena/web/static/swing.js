// What swings while a measured question waits: it moves as the server says, and letting go tells after how long.
import { FALLING, still } from "./motion.js";
import { choosable } from "./picture.js";
import { hear } from "./bell.js";

export const LET_GO = "let_go";
export const CHOICE = { action: LET_GO, label: "Let go", hint: "Space or Enter lets go as well." };
const STEP = 100; // milliseconds between two places, for anyone who wants less motion
export const BOUNCE = 120; // milliseconds after the last one in which a finger that trembles lets go of nothing
const HURRY = 3000; // milliseconds before the end
const OWN_KEYS = "a, button:not(.choice), input, select, textarea, dialog[open], [popover], [role=tab]";

/** Where it is after so many milliseconds: to the one side, to the other and back, at an even speed. */
function at({ period, phase, reach }, ms) {
  const place = ((ms + phase) % period) / period;
  if (place < 0.25) return 4 * place * reach;
  return (place < 0.75 ? 2 - 4 * place : 4 * place - 4) * reach;
}

/** Is it on what lets go, in the picture or in the list, that the pointer goes down? */
function asksFor({ target, clientX, clientY }) {
  const thing = target.closest?.("#picture") ? choosable(clientX, clientY) : target.closest?.(".choice");
  return thing?.dataset.action === LET_GO;
}

export class Swing {
  /** letGo() is called when a key, a finger or the mouse goes down for it while it may be let go of; begins() when it may. */
  constructor(picture, letGo, begins = () => {}) {
    Object.assign(this, { picture, begins, moves: -1 }); // moves: the position it belongs to
    document.addEventListener("keydown", (event) => {
      if (!this.mine || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (![" ", "Enter"].includes(event.key) || event.target.closest?.(OWN_KEYS)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!this.waits) letGo();
    }, true);
    document.addEventListener("pointerdown", (event) => {
      this.pressed = this.mine && event.isPrimary && event.button === 0 && asksFor(event);
      if (this.pressed && !this.waits) letGo();
    });
    document.addEventListener("click", (event) => {
      if (!this.pressed || !event.detail) return; // keys and screen readers have no detail
      this.pressed = false; // the finger is lifted: it has let go already
      event.stopPropagation();
    }, true);
  }

  /** Show what the table says; `mine`: whoever looks here may let go. Nothing swings where there is no table. */
  show(now, mine) {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.swing = now?.swing;
    this.mine = Boolean(this.swing && mine);
    if (!this.swing) {
      this.moves = -1;
      this.countdown?.show(0);
      return;
    }
    if (!this.countdown) this.getReady();
    if (now.moves !== this.moves) this.began = performance.now() - this.swing.passed;
    this.moves = now.moves;
    this.find(this.picture.place);
    if (this.waits) this.timer = setTimeout(() => this.begins(), -this.passed);
    if (this.thing) this.move();
  }

  /** Fetched when something swings for the first time: most tables never need it. */
  async getReady() {
    const { Countdown } = await import("./countdown.js");
    this.countdown ||= new Countdown(this.picture.place);
  }

  /** What in the picture swings, what lets go of it, and what shows the time. */
  find(place) {
    this.thing = place.querySelector(`[data-key="${CSS.escape(this.swing.key)}"]`);
    if (!this.thing) return;
    for (const one of [this.thing, ...this.thing.querySelectorAll("[data-falls]")]) one.getAnimations().forEach((motion) => motion.cancel()); // it is where the server says, at once
    this.bars = place.querySelectorAll("[data-swing-left]");
    this.clocks = place.querySelectorAll("[data-swing-clock]");
    const button = this.thing.closest("[data-let-go]") || this.thing;
    if (this.mine) for (const [name, value] of [["data-action", LET_GO], ["role", "button"], ["tabindex", "0"]]) button.setAttribute(name, value);
  }

  /** Milliseconds since it began; below 0 while there is time to get ready. */
  get passed() {
    return Math.round(performance.now() - this.began);
  }

  get ms() {
    return Math.max(0, this.passed);
  }

  /** Is there still time to get ready? */
  get waits() {
    return this.passed < 0;
  }

  /** The milliseconds whose place is on the page: for less motion it moves in steps. */
  get shown() {
    const { ms } = this;
    return still() ? ms - (ms % STEP) : ms;
  }

  move() {
    const { shown } = this;
    this.countdown?.show(Math.ceil(-this.passed / 1000));
    this.thing.style.translate = `${at(this.swing, shown)}px 0`;
    this.tell(Math.max(0, this.swing.left - shown));
    this.frame = requestAnimationFrame(() => this.move());
  }

  /** How much time is left of the whole test. */
  tell(left) {
    for (const bar of this.bars) bar.style.transform = `scaleX(${left / this.swing.limit})`;
    const text = (left / 1000).toFixed(1);
    for (const clock of this.clocks) if (clock.textContent !== text) clock.textContent = text;
    this.picture.place.classList.toggle("hurry", left < HURRY);
  }

  /** It stays where it is, and what hangs on it falls; after how many milliseconds that was. */
  letGo() {
    cancelAnimationFrame(this.frame);
    this.mine = false;
    const ms = this.shown;
    hear("click");
    if (!this.thing) return ms;
    this.thing.style.translate = `${at(this.swing, ms)}px 0`;
    const falls = this.thing.querySelector("[data-falls]");
    if (falls && !still()) falls.animate([{ transform: "none" }, { transform: `translateY(${falls.dataset.falls}px)` }], { ...FALLING, fill: "forwards" });
    return ms;
  }
}
