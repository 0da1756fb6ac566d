// The picture of a position: SVG made by the server, put into the page without anything that could run.

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

export class Picture {
  /** act(action) is called when something in the picture is chosen. */
  constructor(place, act) {
    this.place = place;
    this.text = "";
    place.addEventListener("click", (event) => {
      const thing = event.target.closest("[data-action]");
      if (thing) act(thing.dataset.action);
    });
    place.addEventListener("keydown", (event) => {
      const thing = event.target.closest("[data-action]");
      if (thing && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        act(thing.dataset.action);
      }
    });
  }

  show(text) {
    if (text === this.text) return;
    this.text = text;
    const focused = document.activeElement?.closest?.("#picture [data-action]")?.dataset.action;
    const svg = text ? safeSvg(text) : null;
    this.place.replaceChildren(...(svg ? [svg] : []));
    if (focused) this.of(focused)[0]?.focus();
  }

  /** The things in the picture that stand for an action. */
  of(action) {
    return [...this.place.querySelectorAll("[data-action]")].filter((one) => one.dataset.action === action);
  }

  light(action, on) {
    for (const one of this.of(action)) one.classList.toggle("lit", on);
  }
}
