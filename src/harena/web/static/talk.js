// The chat: what is said to the table, or to one's own team, which is all who can read it; and among those who look on.
import { $, el, keepName, myName } from "./base.js";
import { here } from "./here.js";
import { ONLOOKERS } from "./onlookers.js";

const TABLE = "table";
const TEAM = "team";
const mark = ({ at, seat, to, number }) => `${at} ${seat} ${to || ""} ${number ?? ""}`;

export class Talk {
  /** say(message) sends a line: is it on its way? */
  constructor(say, onlookers) {
    this.onlookers = onlookers;
    this.name = $("speaker");
    this.name.value = myName();
    this.place = $("chat");
    this.line = $("line");
    this.eyes = null; // that look at this page
    this.looked = new Set(); // all that ever did
    this.read = null; // the marks of lines that were shown here
    $("audience").addEventListener("change", ({ target }) => this.choose(target.value));
    $("say").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.line.value.trim();
      if (text && say(this.message(text))) this.line.value = "";
    });
  }

  message(text) {
    if (this.to === TEAM) return { type: "say", text, to: TEAM, seat: this.eyes };
    if (this.to !== ONLOOKERS) return { type: "say", text };
    keepName(this.name.value);
    return { type: "say", text, to: ONLOOKERS, name: this.name.value };
  }

  /** To whom a line goes that is sent now. */
  get to() {
    if (this.onlookers.talk) return ONLOOKERS;
    return $("audience").hidden ? TABLE : $("say").dataset.to;
  }

  /** Show what was said, and to whom these eyes may speak. The lines of others that are new here are returned. */
  show(table, yours) {
    $("say").hidden = yours.length === 0 && !this.onlookers.talk;
    this.name.hidden = !this.onlookers.talk;
    this.name.required = this.onlookers.talk;
    this.offer(table);
    const lines = [...table.chat, ...this.onlookers.lines].sort((one, other) => one.at - other.at);
    const marks = lines.map(mark).join();
    if (this.place.dataset.marks !== marks) {
      this.place.dataset.marks = marks;
      this.place.replaceChildren(...lines.map((said) => row(table, said)));
      this.place.scrollTop = this.place.scrollHeight;
    }
    return this.news(table, lines).filter((said) => !yours.includes(said.seat));
  }

  /** The lines that were not shown here before; what these eyes find when they first look is old. */
  news(table, lines) {
    const fresh = this.read ? lines.filter((said) => !this.read.has(mark(said))) : [];
    const first = !this.looked.has(table.eyes);
    this.looked.add(table.eyes);
    this.read = new Set([...(this.read || []), ...lines.map(mark)]);
    return first ? fresh.filter((said) => said.to !== TEAM) : fresh;
  }

  /** These lines are old. */
  skim(lines) {
    for (const one of lines) this.read?.add(mark(one));
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
    if (this.onlookers.talk) return this.labelAside();
    const names = (table.team || []).map((seat) => table.seats[seat].name).join(", ");
    const whom = !table.team ? "" : this.to === TEAM ? ` to your team: ${names}` : " to the table";
    this.line.placeholder = this.to === TEAM ? `To your team: ${names}` : `Say something${whom}`;
    this.line.setAttribute("aria-label", `Say something${whom}`);
  }

  labelAside() {
    this.line.placeholder = "To others who look on";
    this.line.setAttribute("aria-label", "Say something to others who look on");
  }

  /** Nothing that only one team may read stays on the page. */
  clear() {
    for (const one of this.place.querySelectorAll(".to-team")) one.remove();
    delete this.place.dataset.marks;
  }
}

/** A line as a screen reader says it. */
export const aloud = (table, said) => `${speaker(table, said)} says${said.to === TEAM ? " to your team" : ""}: ${said.text}`;

const speaker = (table, said) => (said.to === ONLOOKERS ? `${said.name}, who looks on,` : table.seats[said.seat]?.name);

function row(table, said) {
  const aside = said.to === ONLOOKERS;
  const made = el("li", "", { class: aside ? "aside-line" : `seat-${said.seat}` });
  made.append(el("b", aside ? said.name : table.seats[said.seat]?.name || ""), " ");
  if (aside) made.append(el("small", "looks on"), " ");
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
