// The log of a replay: all of it is there, what is still to come is pale, and a click goes there.
import { el } from "./base.js";

export class StoryLog {
  constructor(place, go) {
    this.place = place;
    this.move = 0;
    new ResizeObserver(() => this.follow(this.move)).observe(place); // what stands above it grows and shrinks
    place.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row && !event.target.closest("a")) go(Number(row.dataset.move));
    });
  }

  fill({ moments, game }) {
    const rows = moments.flatMap(({ seat, lines }, move) => lines.map((line, number) => this.row(line, move, number, seat, game)));
    this.place.replaceChildren(...rows);
  }

  row(line, move, number, seat, game) {
    const kind = line.glimpse?.chapter ? "chapter" : line.glimpse?.mark ? "marked" : "";
    const row = el("li", line.text, { "data-move": move, class: `${number ? "" : "first"} ${kind}` });
    if (seat >= 0) row.classList.add(`seat-${seat}`);
    if (line.rule) {
      row.append(" ", el("a", line.rule, { href: `/rules/${game.name}#${line.rule}`, target: "_blank", title: "Read this rule" }));
    }
    return row;
  }

  /** Show where we are: the newest line up to a move is in sight. */
  follow(move) {
    this.move = move;
    let newest = null;
    for (const row of this.place.children) {
      const at = Number(row.dataset.move);
      row.classList.toggle("now", at === move);
      row.classList.toggle("later", at > move);
      if (at <= move) newest = row;
    }
    if (!newest) this.place.scrollTop = 0;
    else this.place.scrollTop = newest.offsetTop + newest.offsetHeight - this.place.clientHeight * 0.7;
  }
}
