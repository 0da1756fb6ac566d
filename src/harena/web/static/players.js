// Who plays: who is asked, here, gone or a bot; and the clocks.
import { copy, el, kept } from "./base.js";
import { originForOthers } from "./reach.js";

export class Players {
  constructor(place, does) {
    this.place = place;
    this.does = does;
    this.ticking = [];
    setInterval(() => this.tick(), 250);
  }

  show(table, yours) {
    this.ahead = table.now - performance.now();
    this.ticking = [];
    this.place.replaceChildren(...table.seats.map((seat, number) => this.row(table, yours, seat, number)));
    this.tick();
  }

  row(table, yours, seat, number) {
    const asked = table.asked.includes(number);
    const row = el("li", "", { class: `of-seat seat-${number}${asked ? " asked" : ""}` });
    const name = el("span", "", { class: "who" });
    name.append(el("b", seat.name || `Seat ${number + 1}`), el("small", this.state(table, yours, seat, number)));
    row.append(name);
    if (table.clock && seat.kind !== "bot") row.append(this.clock(table, number));
    const gone = table.status === "running" && seat.taken && seat.kind !== "bot" && !seat.here && !seat.bot;
    if (gone && yours.some((one) => !table.seats[one].lost) && !yours.includes(number)) row.append(this.leaver(table, seat, number, yours));
    if (table.status === "running" && !seat.taken && seat.kind === "friend" && yours.length) row.append(...this.invitation(table, number));
    return row;
  }

  /** The link for a friend who has not come: it works as long as the game runs. */
  invitation(table, number) {
    const invite = kept(table.id).invites[number];
    if (!invite) return [];
    const button = el("button", "Copy the link", { type: "button", "aria-label": `Copy the link for seat ${number + 1}` });
    button.addEventListener("click", () => copy(`${originForOthers()}/t/${table.id}#${number}.${invite}`, button));
    return [button];
  }

  state(table, yours, seat, number) {
    const parts = [];
    if (yours.includes(number)) parts.push("you");
    const mates = company(table, number);
    const short = table.seats.length > 4; // a line each, cut where it ends: see table.css
    if (mates && !short) parts.push(mates);
    if (seat.kind === "bot") parts.push("bot");
    else if (seat.lost && table.status === "running") parts.push("out of the game");
    else if (seat.bot && !seat.taken) parts.push("plays until somebody comes");
    else if (seat.bot && !seat.lost) parts.push(`${seat.bot === "easy" ? "an" : "a"} ${seat.bot} bot stands in`);
    else if (!seat.taken) parts.push("free");
    else if (!seat.here) parts.push("gone");
    if (table.asked.includes(number)) parts.push(seat.bot ? "thinking ..." : "to decide");
    if (table.scores.length) parts.push(table.scores[number] === 1 ? "won" : table.scores[number] ? "shares the win" : "lost");
    if (mates && short) parts.push(mates);
    return parts.join(", ");
  }

  clock(table, number) {
    const face = el("time", "", { class: "clock" });
    const since = table.clock.running[number];
    this.ticking.push(() => {
      const passed = since === undefined ? 0 : Math.max(0, performance.now() + this.ahead - since);
      const left = Math.max(0, table.clock.left[number] - passed);
      face.textContent = duration(left);
      face.classList.toggle("low", since !== undefined && left < 20000);
    });
    return face;
  }

  /** After the time of grace the others may let a bot play for one who has gone. */
  leaver(table, seat, number, yours) {
    const button = el("button", "", { type: "button" });
    const open = yours.filter((one) => !table.seats[one].bot && !table.seats[one].lost && !seat.agreed.includes(one));
    const agreed = open.length === 0;
    const ahead = this.ahead;
    this.ticking.push(() => {
      const left = Math.ceil((seat.since + table.setup.grace * 1000 - performance.now() - ahead) / 1000);
      button.disabled = left > 0 || agreed;
      button.textContent = agreed ? "You agreed to a bot" : `Let a bot play for ${seat.name}${left > 0 ? ` in ${duration(left * 1000)}` : ""}`;
    });
    button.addEventListener("click", () => this.does.agree(number, open));
    return button;
  }

  tick() {
    for (const one of this.ticking) one();
  }
}

/** Where there are teams: with whom a seat plays; empty where each is alone. */
export function company(table, number) {
  if (new Set(table.sides).size === table.seats.length) return "";
  const mates = table.seats.filter((_, other) => other !== number && table.sides[other] === table.sides[number]);
  return mates.length ? `with ${mates.map((seat) => seat.name || `seat ${table.seats.indexOf(seat) + 1}`).join(" and ")}` : "alone";
}

/** What comes of it if a seat resigns: bots give up with the people they play with. */
export function resigning(table, number) {
  const plays = (seat, other) => other !== number && table.sides[other] === table.sides[number] && seat.kind !== "bot" && !seat.lost;
  return table.seats.some(plays) ? "Your side plays on, with a bot in your seat." : "The others win, or play on without you.";
}

/** Time left, as a clock shows it: 0:09, 2:00, 3:15:00, 2 d 4 h. */
export function duration(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return `${days} d ${hours} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How a game has ended, in a sentence; empty while it has not. */
export function result(table) {
  if (!table.scores.length) return "";
  const winners = table.seats.filter((_, seat) => table.scores[seat] > 0).map((seat) => seat.name);
  const given = table.seats.filter((seat) => seat.lost).map((seat) => seat.name);
  const best = winners.join(" and ");
  const shared = table.scores.some((score) => score > 0 && score < 1);
  const end = !winners.length ? "Nobody wins." : shared ? `A draw: ${best} share the win.` : winners.length > 1 ? `${best} win.` : `${best} wins.`;
  return given.length ? `${end} ${given.join(" and ")} gave up.` : end;
}
