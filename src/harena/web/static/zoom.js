// A larger picture: by the button, by + and -, by two fingers, by the wheel with Ctrl; then it scrolls.
import { middleOfChoices } from "./in_sight.js";

const LARGEST = 4;
const STEP = 1.5;

export class Zoom {
  /** `stage` scrolls, `picture` in it grows; `button` says which way. */
  constructor(stage, picture, button) {
    Object.assign(this, { stage, picture, button, level: 1 });
    button.addEventListener("click", () => this.to(this.level > 1 ? 1 : 2.2));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("touchstart", (event) => this.pinch(event), { passive: true });
    stage.addEventListener("touchmove", (event) => this.pinch(event), { passive: false });
    stage.addEventListener("touchend", () => (this.apart = 0), { passive: true });
  }

  in() {
    this.to(this.level * STEP);
  }

  out() {
    this.to(this.level / STEP);
  }

  /** Show it this many times as large. The point at x, y of the window stays where it is; without one, what can be
      chosen comes to the middle, or what was there stays there. */
  to(level, x, y) {
    const [before, asked] = [this.picture.getBoundingClientRect(), x === undefined ? middleOfChoices(this.picture) : null];
    const [fromX, fromY] = x === undefined ? asked || this.middle : [x, y];
    const [shareX, shareY] = [(fromX - before.left) / before.width, (fromY - before.top) / before.height];
    this.level = Math.min(LARGEST, Math.max(1, Math.abs(level - 1) < 0.05 ? 1 : level));
    document.body.classList.toggle("large", this.level > 1);
    this.picture.style.setProperty("--zoom", this.level);
    const after = this.picture.getBoundingClientRect();
    const [toX, toY] = x === undefined ? this.middle : [x, y];
    const [left, top] = [after.left + shareX * after.width - toX, after.top + shareY * after.height - toY];
    this.stage.scrollBy({ left, top, behavior: "instant" });
    const next = this.level > 1 ? "Whole picture" : "Larger picture";
    this.button.setAttribute("aria-label", next);
    this.button.dataset.tip = `${next} (${this.level > 1 ? "-" : "+"})`;
  }

  /** The middle of what is seen, in the window. */
  get middle() {
    const { left, top, width, height } = this.stage.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to(this.level * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  pinch(event) {
    if (event.touches.length !== 2) return;
    const [one, two] = event.touches;
    const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    if (event.type === "touchstart" || !this.apart) {
      this.apart = apart;
      return;
    }
    event.preventDefault();
    this.to((this.level * apart) / this.apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    this.apart = apart;
  }
}
