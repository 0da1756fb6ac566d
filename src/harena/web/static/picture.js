// The picture of a position: SVG made by the server, put into the page without anything that could run.
import { keepReachable } from "./in_sight.js";
import { glide, places } from "./motion.js";
import { layStrips, swiped } from "./strips.js";

const NEVER = "script, foreignObject, iframe, object, embed, animate[attributeName=href], set[attributeName=href]";

/** An SVG text as an element of this page; null if it is none. */
export function safeSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const bad of root.querySelectorAll(NEVER)) bad.remove();
  for (const one of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of [...one.attributes]) {
      const name = attribute.localName.toLowerCase();
      const leads = name === "href" && !attribute.value.startsWith("#");
      if (name.startsWith("on") || leads) one.removeAttributeNode(attribute);
    }
  }
  return document.importNode(root, true);
}

/** Titles become names for screen readers and texts for our own tips: a browser would show a second tip. */
export function nameThings(svg) {
  for (const title of svg.querySelectorAll("title")) {
    const thing = title.parentElement;
    const text = title.textContent.trim();
    title.remove();
    if (!text) continue;
    thing.setAttribute("aria-label", text);
    if (thing === svg) continue;
    thing.dataset.tip = text;
    if (!thing.hasAttribute("role")) thing.setAttribute("role", "img");
  }
  // what is inside an image is nothing to a screen reader, so what can be chosen must not be inside one
  for (const holder of svg.querySelectorAll("[role=img]")) {
    if (holder.querySelector("[data-action]")) holder.setAttribute("role", "group");
  }
}

/** What can be chosen at a point of the window, also under a thing that only lies there: a fighter covers its hex. */
export function choosable(x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    const thing = one.closest("#picture [data-action]");
    if (thing) return thing;
    if (!one.closest("#picture")) return null; // something lies over the picture
  }
  return null;
}

/** How wide a drawing is, in its own measure. */
const across = (svg) => svg?.getAttribute("viewBox")?.split(" ")[2];

export class Picture {
  /** act(action) is called when something in the picture is chosen. */
  constructor(place, act) {
    this.place = place;
    this.text = "";
    keepReachable(place.parentElement, place);
    place.addEventListener("click", (event) => {
      const thing = choosable(event.clientX, event.clientY) || event.target.closest("[data-action]");
      if (thing) act(thing.dataset.action);
    });
    place.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.hover(choosable(event.clientX, event.clientY)?.dataset.action || "");
    });
    place.addEventListener("pointerleave", () => this.hover(""));
    place.addEventListener("keydown", (event) => {
      const thing = event.target.closest("[data-action]");
      if (thing && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        if (!event.repeat) act(thing.dataset.action);
      }
    });
  }

  /** The mouse is over what stands for an action, or over nothing that can be chosen. */
  hover(action) {
    if (action === this.hovered) return;
    const last = this.hovered;
    this.hovered = action;
    this.place.classList.toggle("choosable", Boolean(action));
    for (const [one, on] of [[last, false], [action, true]]) {
      if (one) this.place.dispatchEvent(new CustomEvent("harena:hover", { detail: { action: one, on }, bubbles: true }));
    }
  }

  get svg() {
    return this.place.firstElementChild;
  }

  /** Show a picture; what has moved since the last one glides. True if it is a different one. */
  show(text, moving = true) {
    if (text === this.text) return false;
    this.text = text;
    this.hover("");
    const svg = text ? safeSvg(text) : null;
    const alike = svg && across(svg) === across(this.svg); // else the screen was turned
    const before = alike && moving ? places(this.place) : null;
    const scrolled = alike ? swiped(this.place) : [];
    if (svg) nameThings(svg);
    this.lights?.show(null);
    for (const old of [...this.place.children]) if (!svg || !("over" in old.dataset)) old.remove();
    if (svg) this.place.prepend(svg);
    if (svg) layStrips(this.place, svg, scrolled);
    if (!this.lights && svg?.querySelector("[data-lights]")) this.lightUp();
    if (before) glide(this.place, before);
    return true;
  }

  /** Fetched once a picture has something that reaches something: many games never need it. */
  async lightUp() {
    const { Lights } = await import("./lights.js");
    this.lights ||= new Lights(this.place); // after the listeners above: what is pointed at now counts
  }

  /** Call the things that can be chosen what the list calls them; `hints` are the ids of the elements that tell more. */
  call(actions, hints) {
    const byName = new Map(actions.map((one, number) => [one.action, [one.label, hints[number]]]));
    for (const thing of this.place.querySelectorAll("[data-action]")) {
      const [label, hint] = byName.get(thing.dataset.action) || [];
      if (!label) continue;
      thing.setAttribute("aria-label", label);
      thing.setAttribute("aria-describedby", hint);
    }
  }

  /** The things in the picture that stand for an action. */
  of(action) {
    return [...this.place.querySelectorAll("[data-action]")].filter((one) => one.dataset.action === action);
  }

  /** What stands for an action is lit, and shows how far it reaches. */
  light(action, on) {
    const things = this.of(action);
    for (const one of things) one.classList.toggle("lit", on);
    if (things.length) this.lights?.show(on ? things.find((one) => one.dataset.lights) || null : null);
  }
}
