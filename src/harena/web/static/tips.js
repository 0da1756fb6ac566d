// Tips: what a choice does and what a thing is, on hover, on focus by keyboard and on a long press; cards enlarged.
import { el } from "./base.js";
import { choosable } from "./picture.js";

const THINGS = "[data-tip], [data-action]";
const AFTER = 220; // milliseconds of hovering over a choice
const LATER = 450; // over a thing that only lies there
const LONG = 450; // milliseconds of pressing
const SMALLEST_CARD = 50; // in the picture's measure: smaller ones show no more when enlarged
const LARGE = 200; // pixels: a card as wide as this needs no enlarging

/** Was the last thing done with the keyboard? Only then does focus call for a tip. */
export let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

export class Tips {
  /** actions() gives what can be chosen: [{action, label, hint}]. */
  constructor(actions = () => []) {
    this.actions = actions;
    this.tip = el("div", "", { id: "tip", "aria-hidden": "true", hidden: "" });
    document.body.append(this.tip);
    this.thing = null;
    this.listen();
  }

  listen() {
    const on = (name, does, how) => document.addEventListener(name, does, how);
    on("pointerover", (event) => event.pointerType === "mouse" && this.soon(found(event.target), pointed(event)));
    on("pointerout", (event) => event.pointerType === "mouse" && !found(event.relatedTarget) && this.hide());
    on("focusin", (event) => byKeyboard && this.soon(found(event.target), event.target.dataset.action, 0));
    on("focusout", () => byKeyboard && this.hide());
    on("pointerdown", (event) => this.press(event), true);
    for (const end of ["pointerup", "pointercancel"]) on(end, () => clearTimeout(this.pressing), true);
    on("pointermove", (event) => this.moved(event) && clearTimeout(this.pressing), true);
    on("click", (event) => this.swallow(event), true);
    on("contextmenu", (event) => this.pressed && event.preventDefault());
    on("scroll", () => this.hide(), true);
    on("keydown", (event) => event.key === "Escape" && this.hide());
  }

  soon(thing, action, after = action ? AFTER : LATER) {
    if (thing === this.thing) return;
    clearTimeout(this.waiting);
    if (!thing) return;
    const wait = this.tip.hidden ? after : Math.min(after, 60); // from one thing to the next at once
    this.waiting = setTimeout(() => this.show(thing, action), wait);
  }

  // --- the long press of a finger

  press(event) {
    this.hide();
    this.pressed = false;
    if (event.pointerType === "mouse") return;
    const [thing, action] = [found(event.target), pointed(event)];
    this.from = [event.clientX, event.clientY];
    if (thing) this.pressing = setTimeout(() => {
      this.pressed = true;
      this.show(thing, action);
    }, LONG);
  }

  moved(event) {
    return this.from && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > 8;
  }

  /** A long press asks; it does not choose. */
  swallow(event) {
    if (!this.pressed) return;
    this.pressed = false;
    event.preventDefault();
    event.stopPropagation();
  }

  // --- what it says, and where

  show(thing, action) {
    if (!thing.isConnected) return this.hide();
    const parts = this.parts(thing, action);
    if (!parts.length) return this.hide();
    this.thing = thing;
    this.tip.replaceChildren(...parts);
    this.tip.hidden = false;
    put(this.tip, thing);
  }

  hide() {
    clearTimeout(this.waiting);
    this.thing = null;
    this.tip.hidden = true;
  }

  parts(thing, action) {
    const doing = this.actions().find((one) => one.action === action);
    const text = thing.dataset.tip || "";
    const out = [];
    if (doing) out.push(el("b", doing.label));
    if (doing?.hint && !text.includes(doing.hint)) out.push(el("p", doing.hint));
    if (doing?.danger) out.push(el("p", doing.danger, { class: "danger" }));
    const told = doing?.hint && doing.hint.includes(text) ? "" : text;
    if (told && told !== doing?.label) out.push(el("p", told));
    const card = enlarged(thing.closest('[data-key^="card-"]'));
    if (card) out.unshift(card);
    return out;
  }
}

/** The action under the pointer: of the thing itself, or of what it lies on. */
const pointed = (event) => found(event.target)?.dataset.action || choosable(event.clientX, event.clientY)?.dataset.action;
const found = (target) => target?.closest?.(THINGS) || null;

/** A copy of a card, large enough to read; null if it is that already. */
function enlarged(card) {
  if (!card?.getBBox || !card.closest("svg.harena")) return null;
  const { x, y, width, height } = card.getBBox();
  if (width < SMALLEST_CARD || card.getBoundingClientRect().width >= LARGE) return null;
  const copy = card.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["data-key", "data-action", "data-tip", "tabindex", "role", "aria-label", "aria-describedby"]) {
      one.removeAttribute(name);
    }
  }
  copy.removeAttribute("transform");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "harena");
  svg.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
  svg.append(copy);
  return svg;
}

/** Beside the thing, inside the window: left of a list, else below, above, right or left; not over what is lit. */
function put(tip, thing) {
  const at = thing.getBoundingClientRect();
  const side = thing.closest("aside")?.getBoundingClientRect(); // beside a list, not over its other half
  const [w, h] = [tip.offsetWidth, tip.offsetHeight];
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const spots = {
    left: [(side || at).left - w - 10, at.top + at.height / 2 - h / 2],
    below: [at.left + at.width / 2 - w / 2, at.bottom + 8],
    above: [at.left + at.width / 2 - w / 2, at.top - h - 8],
    right: [at.right + 10, at.top + at.height / 2 - h / 2],
  };
  const order = side ? ["left", "above", "below"] : ["below", "above", "right", "left"];
  const lit = [...document.querySelectorAll(".lights")].map((one) => one.getBoundingClientRect());
  const placed = order.map((name) => {
    const [x, y] = spots[name];
    const [left, top] = [Math.max(4, Math.min(x, wide - w - 4)), Math.max(4, Math.min(y, high - h - 4))];
    const box = { left, top, right: left + w, bottom: top + h };
    const hides = lit.reduce((sum, one) => sum + shared(box, one), 0) + 2 * shared(box, at);
    return { left, top, hides };
  });
  const least = Math.min(...placed.map(({ hides }) => hides));
  const { left, top } = placed.find(({ hides }) => hides === least);
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

/** How much of one box another covers. */
function shared(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}
