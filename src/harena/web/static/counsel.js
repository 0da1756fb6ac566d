// What a bot thinks of a position: everyone's chances, and the moves it looked into.
import { el } from "./base.js";

export const percent = (share) => `${Math.round(100 * share)}%`;

/** Shares as whole percents that add up to what the shares do; `first` is rounded as it would be alone. */
export function percents(shares, first = -1) {
  const whole = Math.round(100 * shares.reduce((sum, one) => sum + one, 0));
  const out = shares.map((share, seat) => (seat === first ? Math.round(100 * share) : Math.floor(100 * share)));
  const rest = (seat) => 100 * shares[seat] - out[seat];
  const others = shares.map((_, seat) => seat).filter((seat) => seat !== first).sort((a, b) => rest(b) - rest(a));
  const missing = whole - out.reduce((sum, one) => sum + one, 0);
  for (const seat of others.slice(0, Math.max(0, missing))) out[seat] += 1;
  if (missing < 0) out[others.at(-1)] += missing; // the first was rounded up at the cost of the others
  return out.map((one) => `${one}%`);
}

/** A bar that is as long as a share of one. */
function bar(share, kind) {
  const made = el("span", "", { class: `bar ${kind}` });
  const filled = el("i");
  filled.style.width = `${Math.max(1, 100 * share)}%`;
  made.append(filled);
  return made;
}

export class Advice {
  /** name(seat) is how a seat is called; mine(seat): does it belong to whoever reads this? */
  constructor(place, name, mine = () => false) {
    Object.assign(this, { place, name, mine, asked: 0 });
  }

  clear() {
    this.asked += 1;
    this.place.replaceChildren();
  }

  /** Ask by get() and show the answer; `played` may tell which action was chosen there. */
  async ask(get, { through, played }) {
    this.clear();
    const number = this.asked;
    this.place.append(el("p", "It is thinking ...", { class: "quiet" }));
    try {
      const [found, chosen] = [await get(), await played];
      if (number === this.asked) this.show(found, through, chosen);
    } catch (error) {
      if (number === this.asked) this.place.replaceChildren(el("p", error.message, { class: "problem" }));
    }
  }

  show(found, through, chosen) {
    const parts = [el("p", this.sentence(found, through)), ...this.chances(found)];
    if (found.considered.length) parts.push(this.moves(found, chosen));
    this.place.replaceChildren(...parts);
  }

  sentence(found, through) {
    const knows = through < 0 ? "what everybody may know" : `what ${this.mine(through) ? "you" : this.name(through)} can know`;
    if (!found.tries) return `Move ${found.move}: the game is over.`;
    const [best, second] = found.considered;
    const tried = `Move ${found.move}. From ${knows}, after ${found.tries.toLocaleString("en")} tries`;
    if (!best) return `${tried}, a bot gives these chances. ${this.name(found.seat)} decides here.`;
    const close = second && best.tries - second.tries < 0.15 * best.tries ? `, or just as well “${second.label}”` : "";
    return `${tried}, a bot would choose “${best.label}”${close}. Chances to win after that:`;
  }

  chances({ chances: shares, considered, seat: decider }) {
    const list = el("ul", "", { class: "chances", "aria-label": "Chances to win" });
    const said = percents(shares, considered.length ? decider : -1);
    list.append(...shares.map((share, seat) => {
      const row = el("li", "", { class: `seat-${seat}` });
      row.append(el("b", this.name(seat)), bar(share, "seat"), el("span", said[seat], { class: "number" }));
      return row;
    }));
    const together = shares.reduce((sum, one) => sum + one, 0) > 1.005;
    return together ? [list, el("p", "Players of one side win together, so this is more than 100% in all.", { class: "quiet" })] : [list];
  }

  moves({ considered, more, more_tries: rest }, chosen) {
    const most = Math.max(1, considered[0].tries);
    const table = el("table", "", { class: "considered" });
    const head = el("tr");
    head.append(...["Considered", "Tries", "Chance"].map((title) => el("th", title, { scope: "col" })));
    const rows = considered.map((one) => {
      const row = el("tr", "", one.action === chosen ? { class: "played" } : {});
      const label = el("td", one.label);
      if (one.action === chosen) label.append(" ", el("small", "was played"));
      const [tries, both] = [el("td", "", { class: "number tries" }), el("span")];
      both.append(bar(one.tries / most, "share"), one.tries.toLocaleString("en"));
      tries.append(both);
      row.append(label, tries, el("td", percent(one.chance), { class: "number chance" }));
      return row;
    });
    const [top, body] = [el("thead"), el("tbody")];
    top.append(head);
    body.append(...rows);
    table.append(top, body);
    if (more) table.append(el("caption", `and ${more} more, ${rest ? `${rest.toLocaleString("en")} tries together` : "not tried"}`));
    return table;
  }
}
