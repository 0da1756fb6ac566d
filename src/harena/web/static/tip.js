// A small tip that follows the pointer.
import { el } from "./base.js";

export class Tip {
  constructor() {
    this.place = el("div", "", { class: "tip", role: "presentation" });
    this.place.hidden = true;
    document.body.append(this.place);
  }

  /** While the pointer is on an element, show what text(event) says: a line, or several. */
  on(element, text) {
    element.addEventListener("pointermove", (event) => this.show(event, text(event)));
    element.addEventListener("pointerleave", () => this.hide());
  }

  show(event, said) {
    if (!said) return this.hide();
    const lines = Array.isArray(said) ? said : [said];
    this.place.replaceChildren(...lines.map((line, number) => el(number ? "span" : "b", line)));
    this.place.hidden = false;
    const { width, height } = this.place.getBoundingClientRect();
    const left = Math.min(Math.max(8, event.clientX - width / 2), innerWidth - width - 8);
    const above = event.clientY - height - 14;
    this.place.style.left = `${left}px`;
    this.place.style.top = `${above > 4 ? above : event.clientY + 18}px`;
  }

  hide() {
    this.place.hidden = true;
  }
}
