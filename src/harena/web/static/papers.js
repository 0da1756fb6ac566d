// What lies beside the board: the log, the chat, what was agreed.
import { el } from "./base.js";
import { duration } from "./players.js";

export class Log {
  constructor(place) {
    this.place = place;
    this.atEnd = true;
  }

  clear() {
    this.place.replaceChildren();
  }

  /** Keep what was heard before `from`, then add what is new. */
  take({ from, lines }, game) {
    const place = this.place;
    while (place.children.length > from) place.lastElementChild.remove();
    let before = Number(place.lastElementChild?.dataset.move ?? -1);
    for (const line of lines) {
      const row = el("li", line.text, { "data-move": line.move });
      if (line.move !== before) row.classList.add("first");
      before = line.move;
      if (line.rule) {
        const rule = el("a", line.rule, { href: `/rules/${game}#${line.rule}`, target: "_blank", title: "Read this rule" });
        row.append(" ", rule);
      }
      place.append(row);
    }
  }

  /** Called before and after the page changes: who reads the newest lines goes on reading the newest. */
  hold() {
    this.atEnd = this.place.scrollHeight - this.place.scrollTop - this.place.clientHeight < 40;
  }

  settle() {
    if (this.atEnd) this.place.scrollTop = this.place.scrollHeight;
  }
}

export function showChat(place, table) {
  const last = table.chat.at(-1);
  const mark = `${table.chat.length} ${last?.at}`;
  if (place.dataset.mark === mark) return;
  place.dataset.mark = mark;
  place.replaceChildren(...table.chat.map((said) => {
    const row = el("li", "", { class: `seat-${said.seat % 4}` });
    row.append(el("b", table.seats[said.seat]?.name || ""), " ", el("span", said.text));
    return row;
  }));
  place.scrollTop = place.scrollHeight;
}

export function showSetup(place, table) {
  if (place.childElementCount) return;
  const { options, clock, spectators, practice, out_of_time: end } = table.setup;
  const rows = Object.entries(options).map(([name, value]) => [name.replaceAll("_", " "), String(value).replaceAll("_", " ") || "as usual"]);
  const each = clock.kind === "move" ? "for every decision" : `for the game, and ${clock.increment} s more with every decision`;
  rows.push(["clock", clock.kind === "none" ? "none" : `${duration(clock.seconds * 1000)} ${each}`]);
  if (clock.kind !== "none") rows.push(["out of time", end === "bot" ? "a bot plays on" : "loses"]);
  rows.push(["looking on", spectators ? "allowed" : "not allowed"], ["practice", practice ? "yes: anything may be taken back" : "no"]);
  place.replaceChildren(...rows.flatMap(([name, value]) => [el("dt", name), el("dd", value)]));
}
