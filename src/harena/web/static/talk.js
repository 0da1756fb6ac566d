// The chat: what is said to the table, or to one's own team, which is all who can read it.
import { $, el } from "./base.js";
import { here } from "./here.js";

const TABLE = "table";
const TEAM = "team";
const mark = ({ at, seat, to }) => `${at} ${seat} ${to || ""}`;

export class Talk {
  /** say(message) sends a line: is it on its way? */
  constructor(say) {
    this.place = $("chat");
    this.line = $("line");
    this.eyes = null; // that look at this page
    this.looked = new Set(); // all that ever did
    this.read = null; // the marks of lines that were shown here
    $("audience").addEventListener("change", ({ target }) => this.choose(target.value));
    $("say").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.line.value.trim();
      const message = this.to === TEAM ? { type: "say", text, to: TEAM, seat: this.eyes } : { type: "say", text };
      if (text && say(message)) this.line.value = "";
    });
  }

  /** To whom a line goes that is sent now. */
  get to() {
    return $("audience").hidden ? TABLE : $("say").dataset.to;
  }

  /** Show what was said, and to whom these eyes may speak. The lines of others that are new here are returned. */
  show(table, yours) {
    $("say").hidden = yours.length === 0;
    this.offer(table);
    const marks = table.chat.map(mark).join();
    if (this.place.dataset.marks !== marks) {
      this.place.dataset.marks = marks;
      this.place.replaceChildren(...table.chat.map((said) => row(table, said)));
      this.place.scrollTop = this.place.scrollHeight;
    }
    return this.news(table).filter((said) => !yours.includes(said.seat));
  }

  /** The lines that were not shown here before; what these eyes find when they first look is old. */
  news(table) {
    const fresh = this.read ? table.chat.filter((said) => !this.read.has(mark(said))) : [];
    const first = !this.looked.has(table.eyes);
    this.looked.add(table.eyes);
    this.read = new Set([...(this.read || []), ...table.chat.map(mark)]);
    return first ? fresh.filter((said) => said.to !== TEAM) : fresh;
  }

  /** The switch between table and team, for eyes that have a team. */
  offer(table) {
    if (this.eyes !== table.eyes) {
      if (this.to === TEAM) this.line.value = ""; // begun by somebody else, for their team
      this.eyes = table.eyes;
      this.turn(remembered(table));
    }
    $("audience").hidden = !table.team;
    this.label(table);
  }

  choose(to) {
    this.turn(to);
    remember(here.now, to);
    this.label(here.now);
  }

  turn(to) {
    $("say").dataset.to = to;
    for (const one of $("audience").querySelectorAll("input")) one.checked = one.value === to;
  }

  label(table) {
    const names = (table.team || []).map((seat) => table.seats[seat].name).join(", ");
    const whom = !table.team ? "" : this.to === TEAM ? ` to your team: ${names}` : " to the table";
    this.line.placeholder = this.to === TEAM ? `To your team: ${names}` : `Say something${whom}`;
    this.line.setAttribute("aria-label", `Say something${whom}`);
  }

  /** Nothing that only one team may read stays on the page. */
  clear() {
    for (const one of this.place.querySelectorAll(".to-team")) one.remove();
    delete this.place.dataset.marks;
  }
}

/** A line as a screen reader says it. */
export const aloud = (table, said) => `${table.seats[said.seat]?.name} says${said.to === TEAM ? " to your team" : ""}: ${said.text}`;

function row(table, said) {
  const made = el("li", "", { class: `seat-${said.seat}` });
  made.append(el("b", table.seats[said.seat]?.name || ""), " ");
  if (said.to === TEAM) {
    made.classList.add("to-team");
    made.append(el("small", "to your team"), " ");
  }
  made.append(el("span", said.text));
  return made;
}

// --- for the sitting: whoever opens this table in another window, or tomorrow, speaks to all again

const place = (table) => `harena.audience.${table.id}.${table.eyes}`;

function remembered(table) {
  try {
    return (table.team && sessionStorage.getItem(place(table))) || TABLE;
  } catch {
    return TABLE; // storage is off
  }
}

function remember(table, to) {
  try {
    if (table.team) sessionStorage.setItem(place(table), to);
  } catch {
    // the page works without
  }
}
