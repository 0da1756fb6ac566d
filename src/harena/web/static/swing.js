// What swings while a measured question waits: it moves as the server says, and letting go tells after how long.
import { still } from "./motion.js";
import { choosable } from "./picture.js";

export const LET_GO = "let_go";
export const CHOICE = { action: LET_GO, label: "Let go", hint: "Space or Enter lets go as well." };
const STEP = 100; // milliseconds between two places, for anyone who wants less motion
const OWN_KEYS = "a, button:not(.choice), input, select, textarea, dialog[open], [popover], [role=tab]";

/** Where it is after so many milliseconds: to the one side, to the other and back, at an even speed. */
function at({ period, phase, reach }, ms) {
  const place = ((ms + phase) % period) / period;
  if (place < 0.25) return 4 * place * reach;
  return (place < 0.75 ? 2 - 4 * place : 4 * place - 4) * reach;
}

/** Is it on what swings, or on the button, that the pointer goes down? */
function asksFor({ target, clientX, clientY }) {
  const thing = target.closest?.("#picture") ? choosable(clientX, clientY) : target.closest?.(".choice");
  return thing?.dataset.action === LET_GO;
}

export class Swing {
  /** letGo() is called when a key, a finger or the mouse goes down for it while it may be let go of. */
  constructor(picture, letGo) {
    this.picture = picture;
    this.moves = -1; // the position it belongs to
    document.addEventListener("keydown", (event) => {
      if (!this.mine || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (![" ", "Enter"].includes(event.key) || event.target.closest?.(OWN_KEYS)) return;
      event.preventDefault();
      event.stopPropagation();
      letGo();
    }, true);
    document.addEventListener("pointerdown", (event) => {
      this.pressed = this.mine && event.isPrimary && event.button === 0 && asksFor(event);
      if (this.pressed) letGo();
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
    this.swing = now?.swing;
    this.mine = Boolean(this.swing && mine);
    if (!this.swing) {
      this.moves = -1;
      return;
    }
    if (now.moves !== this.moves) this.began = performance.now() - this.swing.passed;
    this.moves = now.moves;
    this.thing = this.picture.place.querySelector(`[data-key="${CSS.escape(this.swing.key)}"]`);
    if (!this.thing) return;
    if (this.mine) for (const [name, value] of [["data-action", LET_GO], ["role", "button"], ["tabindex", "0"]]) this.thing.setAttribute(name, value);
    this.move();
  }

  get ms() {
    return Math.max(0, Math.round(performance.now() - this.began));
  }

  /** The milliseconds whose place is on the page: for less motion it moves in steps. */
  get shown() {
    const { ms } = this;
    return still() ? ms - (ms % STEP) : ms;
  }

  move() {
    this.thing.style.translate = `${at(this.swing, this.shown)}px 0`;
    this.frame = requestAnimationFrame(() => this.move());
  }

  /** It stays where it is; after how many milliseconds that was. */
  letGo() {
    cancelAnimationFrame(this.frame);
    this.mine = false;
    const ms = this.shown;
    if (this.thing) this.thing.style.translate = `${at(this.swing, ms)}px 0`;
    return ms;
  }
}
