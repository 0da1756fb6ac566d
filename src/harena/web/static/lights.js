// Things that show where other things reach: `data-lights` names the keys of what lights up while one is pointed at.
const LONG = 450; // milliseconds of pressing, as for tips
const FAR = 8; // pixels that a finger may stray
const ON = "lights";

/** What a point of the window shows the reach of, also under something that only lies there. */
function pointed(place, x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    if (!place.contains(one)) return null; // something lies over the picture
    const thing = one.closest("[data-lights]");
    if (thing) return thing;
  }
  return null;
}

export class Lights {
  /** `place` is the element around a picture. */
  constructor(place) {
    this.place = place;
    this.thing = null; // whose reach is shown
    const on = (name, does) => place.addEventListener(name, does);
    on("pointermove", (event) => this.moved(event));
    on("pointerleave", (event) => event.pointerType === "mouse" && this.show(null));
    on("pointerdown", (event) => this.pressed(event));
    for (const end of ["pointerup", "pointercancel"]) on(end, () => clearTimeout(this.pressing));
    on("click", (event) => this.tapped(event));
    on("focusin", (event) => event.target.matches(":focus-visible") && this.show(event.target.closest("[data-lights]")));
    on("focusout", () => this.show(null));
    document.addEventListener("pointerdown", (event) => !place.contains(event.target) && this.show(null));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.show(null));
  }

  moved(event) {
    if (event.pointerType === "mouse") this.show(pointed(this.place, event.clientX, event.clientY));
    else if (this.from && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > FAR) clearTimeout(this.pressing);
  }

  /** A finger that stays asks; what was asked before goes out. */
  pressed(event) {
    if (event.pointerType === "mouse") return;
    const thing = pointed(this.place, event.clientX, event.clientY);
    this.touched = event.pointerType;
    this.last = this.thing;
    this.from = [event.clientX, event.clientY];
    this.show(null);
    clearTimeout(this.pressing);
    this.pressing = setTimeout(() => this.show(thing), LONG);
  }

  /** A tap on what cannot be chosen asks as well; a second one takes it back. */
  tapped(event) {
    if (!this.touched) return;
    this.touched = "";
    const thing = pointed(this.place, event.clientX, event.clientY);
    const chooses = document.elementsFromPoint(event.clientX, event.clientY).some((one) => one.closest("[data-action]"));
    if (!chooses && thing !== this.last) this.show(thing);
  }

  /** Light up what a thing reaches, and nothing else; null: nothing. */
  show(thing) {
    if (thing === this.thing && (!thing || thing.isConnected)) return;
    this.thing = thing;
    for (const one of this.place.querySelectorAll(`.${ON}`)) one.classList.remove(ON);
    const keys = new Set((thing?.dataset.lights || "").split(" ").filter(Boolean));
    if (!keys.size) return;
    for (const one of this.place.querySelectorAll("[data-key]")) if (keys.has(one.dataset.key)) one.classList.add(ON);
  }
}
