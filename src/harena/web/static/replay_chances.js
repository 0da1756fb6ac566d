// The line of chances over a game: one line for each seat, told apart by colour and by dashes.
import { $, el } from "./base.js";
import { percents } from "./counsel.js";

const HEIGHT = 76;
const AGAIN = 400; // milliseconds until the server is asked how far it is
const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export class Chances {
  constructor(place, { go, tip, name, last }) {
    Object.assign(this, { place, go, tip, name, last, points: [], move: 0, drawing: 0 });
    new ResizeObserver(() => this.paint()).observe(place);
    place.addEventListener("click", (event) => this.points.length && go(this.moveAt(event)));
    tip.on(place, (event) => this.told(event));
  }

  forget() {
    this.drawing += 1;
    this.points = [];
    $("chart").hidden = true;
  }

  /** Have the line worked out; it grows while the server is at it. */
  async draw(story, get, move) {
    this.drawing += 1;
    const own = this.drawing;
    this.move = move;
    this.legend(story);
    $("chart-note").textContent = "A bot is going through the game ...";
    try {
      for (;;) {
        const line = await get();
        if (own !== this.drawing) return;
        this.points = line.points;
        $("chart-note").textContent = line.done ? this.note(story) : `A bot is going through the game: ${line.points.length} of ${line.of}`;
        this.paint();
        if (line.done) return;
        await new Promise((wait) => setTimeout(wait, AGAIN));
      }
    } catch (error) {
      if (own === this.drawing) $("chart-note").textContent = error.message;
    }
  }

  note(story) {
    const whose = story.eyes < 0 ? "what everybody could know" : `what ${this.name(story.eyes)} could know`;
    return `as a bot judges from ${whose}`;
  }

  legend(story) {
    $("legend").replaceChildren(...story.seats.map((seat, number) => {
      const row = el("li", "", { class: `seat-${number}` });
      const sample = shape("svg", { viewBox: "0 0 28 8", width: 28, height: 8, "aria-hidden": "true" });
      sample.append(shape("path", { d: "M0 4H28", class: "line" }));
      row.append(sample, el("span", this.name(number)), el("b", "", { "data-seat": number }));
      return row;
    }));
  }

  /** The point that is nearest to a move. */
  near(move) {
    let best = null;
    for (const one of this.points) if (!best || Math.abs(one.move - move) < Math.abs(best.move - move)) best = one;
    return best;
  }

  moveAt(event) {
    const { left, width } = this.place.getBoundingClientRect();
    return Math.round((this.last() * (event.clientX - left)) / Math.max(1, width));
  }

  told(event) {
    const found = this.near(this.moveAt(event));
    return found && [`Move ${found.move}`, ...percents(found.chances).map((said, seat) => `${this.name(seat)} ${said}`)];
  }

  point(move) {
    this.move = move;
    const x = this.x(move);
    this.cursor?.setAttribute("d", `M${x} 0V${HEIGHT}`);
    this.figures();
  }

  figures() {
    const here = this.near(this.move);
    if (!here) return;
    const said = percents(here.chances);
    for (const one of $("legend").querySelectorAll("[data-seat]")) one.textContent = said[one.dataset.seat];
    const all = said.map((share, seat) => `${this.name(seat)} ${share}`).join(", ");
    this.place.setAttribute("aria-label", `Chances to win over the game. At move ${here.move}: ${all}.`);
  }

  x(move) {
    return (this.width * move) / Math.max(1, this.last());
  }

  paint() {
    this.width = this.place.clientWidth;
    if (!this.width || !this.points.length) return this.place.replaceChildren();
    const svg = shape("svg", { width: this.width, height: HEIGHT, "aria-hidden": "true" });
    for (const share of [0, 0.5, 1]) svg.append(shape("path", { class: "grid", d: `M0 ${this.y(share)}H${this.width}` }));
    this.points[0].chances.forEach((_, seat) => svg.append(this.line(seat)));
    this.cursor = shape("path", { class: "cursor" });
    svg.append(this.cursor);
    this.place.replaceChildren(svg);
    return this.point(this.move);
  }

  y(share) {
    return 3 + (HEIGHT - 6) * (1 - share);
  }

  line(seat) {
    const d = this.points.map((one, number) => `${number ? "L" : "M"}${this.x(one.move).toFixed(1)} ${this.y(one.chances[seat]).toFixed(1)}`).join("");
    return shape("path", { d, class: `line seat-${seat}` });
  }
}
