// A larger picture: by the button, by + and -, by two fingers, by the wheel with Ctrl; then it scrolls.

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

  /** Show it this many times as large; the point at x, y of the window stays where it is. */
  to(level, x, y) {
    const box = this.stage.getBoundingClientRect();
    const [atX, atY] = [x === undefined ? box.width / 2 : x - box.left, y === undefined ? box.height / 2 : y - box.top];
    const old = this.level;
    this.level = Math.min(LARGEST, Math.max(1, Math.abs(level - 1) < 0.05 ? 1 : level));
    const grown = this.level / old;
    const [left, top] = [(this.stage.scrollLeft + atX) * grown - atX, (this.stage.scrollTop + atY) * grown - atY];
    document.body.classList.toggle("large", this.level > 1);
    this.picture.style.setProperty("--zoom", this.level);
    this.stage.scrollTo({ left, top, behavior: "instant" });
    const next = this.level > 1 ? "Whole picture" : "Larger picture";
    this.button.setAttribute("aria-label", next);
    this.button.dataset.tip = `${next} (${this.level > 1 ? "-" : "+"})`;
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
