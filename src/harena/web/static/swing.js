// What swings while a measured question waits: it moves as the server says, and letting go tells after how long.
import { still } from "./motion.js";

export const LET_GO = "let_go";
export const CHOICE = { action: LET_GO, label: "Let go", hint: "Space or Enter lets go as well." };
const STEP = 250; // milliseconds between two places, for who wants less motion
const OWN_KEYS = "a, button:not(.choice), input, select, textarea, dialog[open], [popover], [role=tab]";

/** Where it is after so many milliseconds: to the one side, to the other and back, at an even speed. */
function at({ period, phase, reach }, ms) {
  const place = ((ms + phase) % period) / period;
  if (place < 0.25) return 4 * place * reach;
  return (place < 0.75 ? 2 - 4 * place : 4 * place - 4) * reach;
}

export class Swing {
  /** letGo() is called when Space or Enter is pressed while it may be let go of. */
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
    this.thing = this.picture.svg?.querySelector(`[data-key="${CSS.escape(this.swing.key)}"]`);
    if (!this.thing) return;
    if (this.mine) for (const [name, value] of [["data-action", LET_GO], ["role", "button"], ["tabindex", "0"]]) this.thing.setAttribute(name, value);
    this.move();
  }

  get ms() {
    return Math.max(0, Math.round(performance.now() - this.began));
  }

  move() {
    const ms = still() ? this.ms - (this.ms % STEP) : this.ms;
    this.thing.style.translate = `${at(this.swing, ms)}px 0`;
    this.frame = requestAnimationFrame(() => this.move());
  }

  /** It stays where it is; after how many milliseconds that was. */
  letGo() {
    cancelAnimationFrame(this.frame);
    this.mine = false;
    const { ms } = this;
    if (this.thing) this.thing.style.translate = `${at(this.swing, ms)}px 0`;
    return ms;
  }
}
