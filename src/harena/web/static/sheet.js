// On a phone all that is not the picture lies on a sheet, which a finger or the grip slides up and down.
import { still } from "./motion.js";

const ENOUGH = 30; // pixels of a drag that count

export class Sheet {
  constructor(table, sheet, grip) {
    Object.assign(this, { table, sheet, grip });
    grip.addEventListener("click", () => this.dragged || this.slide(!this.isUp));
    grip.addEventListener("pointerdown", (event) => this.take(event));
    grip.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) grip.addEventListener(end, () => this.drop());
  }

  get isUp() {
    return this.table.dataset.sheet === "up";
  }

  slide(up) {
    if (up === this.isUp) return;
    const before = this.sheet.getBoundingClientRect().top;
    this.table.dataset.sheet = up ? "up" : "rest";
    this.grip.setAttribute("aria-expanded", String(up));
    this.sheet.style.transform = "";
    const moved = before - this.sheet.getBoundingClientRect().top;
    if (!still()) this.sheet.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
  }

  take(event) {
    this.from = event.clientY;
    this.dragged = false;
    this.grip.setPointerCapture(event.pointerId);
  }

  drag(event) {
    if (this.from === undefined) return;
    this.by = event.clientY - this.from;
    if (Math.abs(this.by) > 5) this.dragged = true;
    this.sheet.style.transform = this.dragged ? `translateY(${this.isUp ? Math.max(0, this.by) : Math.min(0, this.by)}px)` : "";
  }

  drop() {
    const by = this.by || 0;
    this.from = this.by = undefined;
    if (Math.abs(by) > ENOUGH && this.isUp === by > 0) this.slide(by < 0);
    this.sheet.style.transform = "";
  }
}
