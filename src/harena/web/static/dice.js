// Dice that fall where the picture keeps a place free for them (data-dice), so that they cover nothing else.
import { still } from "./motion.js";

const PIPS = ["", "5 5", "3 3 7 7", "3 3 5 5 7 7", "3 3 7 3 3 7 7 7", "3 3 7 3 5 5 3 7 7 7", "3 2.6 7 2.6 3 5 7 5 3 7.4 7 7.4"];
const STAYS = 1700; // milliseconds that the last roll lies there
const NEXT = 700; // that one lies there when another waits
const MOST = 4; // rolls that fall one after the other; older ones are in the log
const GAP = 0.12; // between dice, as a part of one
const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function die(face) {
  const drawn = shape("svg", { viewBox: "0 0 10 10", class: "die" });
  drawn.append(shape("rect", { x: 0.4, y: 0.4, width: 9.2, height: 9.2, rx: 2 }));
  const at = (PIPS[face] || "").split(" ").filter(Boolean);
  for (let n = 0; n < at.length; n += 2) drawn.append(shape("circle", { cx: at[n], cy: at[n + 1], r: 0.95 }));
  if (!at.length) {
    const number = shape("text", { x: 5, y: 7, "text-anchor": "middle", "font-size": 6 });
    number.textContent = face;
    drawn.append(number);
  }
  return drawn;
}

/** How many side by side, and how large, for so many dice to fill a place. */
function fit(count, { width, height }) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / (columns + GAP * (columns + 1)), height / (rows + GAP * (rows + 1)));
    if (size > best.size) best = { columns, size };
  }
  return best;
}

const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1 && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;

export class Dice {
  /** `tray` lies over the page and lets every click through; `scene` holds the picture, `stage` scrolls it. */
  constructor(tray, scene, stage) {
    Object.assign(this, { tray, scene, stage, waiting: [] });
  }

  /** Let rolls fall one after the other. */
  throw(rolls) {
    if (still() || !rolls.length) return;
    this.waiting = [...this.waiting, ...rolls].slice(-MOST);
    if (!this.timer) this.next();
  }

  clear() {
    this.waiting = [];
    clearTimeout(this.timer);
    this.timer = 0;
    this.sweep();
  }

  sweep() {
    cancelAnimationFrame(this.frame);
    this.tray.replaceChildren();
  }

  next() {
    const faces = this.waiting.shift();
    this.timer = 0;
    this.sweep();
    if (!faces) return;
    this.faces = faces.length;
    this.tray.append(...faces.map(die));
    for (const [number, one] of [...this.tray.children].entries()) one.style.animationDelay = `${number * 40}ms`;
    this.timer = setTimeout(() => this.next(), this.waiting.length ? NEXT : STAYS);
    this.follow();
  }

  /** In every frame: a longer question, a banner or a finger may move the picture while dice lie. */
  follow() {
    this.lay();
    if (this.tray.childElementCount) this.frame = requestAnimationFrame(() => this.follow());
  }

  /** Where the picture's place for dice is now; away with them where it is out of sight. */
  lay() {
    if (!this.tray.childElementCount) return;
    const place = this.scene.querySelector("[data-dice]")?.getBoundingClientRect();
    if (!place || !inside(place, this.stage.getBoundingClientRect())) return this.clear();
    const { columns, size } = fit(this.faces, place);
    for (const side of ["left", "top", "width", "height"]) this.tray.style[side] = `${place[side]}px`;
    this.tray.style.setProperty("--columns", columns);
    this.tray.style.setProperty("--die", `${size}px`);
    this.tray.style.setProperty("--gap", `${size * GAP}px`);
  }
}
