// The home page: play now, my games, tables to join and to watch.
import { $, el, keepName, myName, playNow, quickMatch, say } from "./base.js";
import { Lists } from "./lists.js";

const FEW = 4; // games of a kind that are shown before somebody asks for more
const all = { mine: false, finished: false }; // are all of them shown?

$("name").value ||= myName(); // who types before the script is there keeps it
$("name").addEventListener("input", () => keepName($("name").value));

async function go(button, open) {
  keepName($("name").value);
  button.disabled = true;
  try {
    location.href = `/t/${await open($("name").value.trim())}`;
  } catch (error) {
    say($("problem"), error.message);
    button.disabled = false;
  }
}

for (const button of document.querySelectorAll("[data-play]")) {
  const game = button.dataset.play;
  const level = () => document.querySelector(`[data-level="${CSS.escape(game)}"]`).value;
  const seats = Number(button.closest("[data-seats]").dataset.seats);
  button.addEventListener("click", () => go(button, (name) => playNow(game, seats, level(), name)));
}

for (const button of document.querySelectorAll("[data-quick]")) {
  button.addEventListener("click", () => go(button, (name) => quickMatch(button.dataset.quick, name)));
}

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const button of document.querySelectorAll("[data-play], [data-quick]")) button.disabled = false;
});

// --- how a table is put into words

const myTurn = (table) => table.status === "running" && table.asked.some((seat) => table.yours.includes(seat));
const names = (seats) => seats.map((seat) => (seat.taken ? seat.name : "a free seat")).join(", ");

function who(table) {
  if (!table.seats.length) return ""; // it is damaged
  if (!table.yours) return table.seats.map((seat) => (seat.taken ? seat.name : "a free seat")).join(" against ");
  const others = table.seats.filter((_, seat) => !table.yours.includes(seat));
  return others.length ? `against ${names(others)}` : names(table.seats);
}

function result(table) {
  if (table.trouble) return "Damaged";
  const mine = table.yours?.length === 1 ? table.scores[table.yours[0]] : null;
  if (mine !== null) return mine === 1 ? "You won" : mine > 0 ? "A draw" : "You lost";
  const best = Math.max(...table.scores);
  const winners = table.seats.filter((_, seat) => table.scores[seat] === best).map((seat) => seat.name);
  return winners.length === 1 ? `${winners[0]} won` : best === 1 ? `${winners.join(" and ")} won` : "A draw";
}

const TIMES = [["day", 86400], ["hour", 3600], ["minute", 60]];

function when(milliseconds) {
  const seconds = (Date.now() - milliseconds) / 1000;
  const [unit, length] = TIMES.find(([, one]) => seconds >= one) || [];
  if (!unit) return "just now";
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}

function state(table) {
  if (table.trouble) return table.trouble;
  const since = when(table.changed_at);
  if (table.status === "waiting") return `waiting for players, ${since}`;
  if (table.status === "over") return since;
  if (table.yours && myTurn(table)) return table.guided ? `your first game: it is your turn, ${since}` : `it is your turn, ${since}`;
  return table.guided && table.yours ? `your first game, ${since}` : `under way, ${since}`;
}

function links(table) {
  const address = `/t/${table.id}`;
  const to = (word, href, kind = "") => {
    const name = `${word}: ${table.title} ${who(table)}`;
    return el("a", word, { href, class: `button ${kind}`, "aria-label": name });
  };
  if (table.trouble) return [];
  if (!table.yours) return [table.status === "waiting" ? to("Join", `${address}#join`) : to("Watch", address)];
  if (table.status === "over") return [to("Table", address), to("Replay", `${address}/replay`)];
  return [myTurn(table) ? to("Your turn", address, "main") : to(table.status === "waiting" ? "To the table" : "Go on", address)];
}

function row(table) {
  const line = el("li", "", { "data-table": table.id, "data-game": table.game });
  if (table.yours && myTurn(table)) line.className = "my-turn";
  const about = el("span", "", { class: "about" });
  about.append(el("b", table.pack ? `${table.title}: ${table.pack}` : table.title), el("span", who(table)));
  const small = el("small", state(table));
  if (table.status === "over") small.prepend(el("strong", result(table)), ", ");
  about.append(small);
  const buttons = el("span", "", { class: "row" });
  buttons.append(...links(table));
  line.append(about, buttons);
  return line;
}

// --- the lists

function list(id, tables) {
  const section = $(id);
  const held = section.querySelector(":focus")?.href; // a look at the lists takes nobody's place away
  section.querySelector("ul").replaceChildren(...tables.map(row));
  if (held) [...section.querySelectorAll("a")].find((link) => link.href === held)?.focus();
  const none = section.querySelector(".none");
  if (none) none.hidden = tables.length > 0;
  else section.hidden = tables.length === 0;
}

/** A list of which the first few are shown until somebody asks for all. */
function listFew(id, tables) {
  list(id, all[id] ? tables : tables.slice(0, FEW));
  const more = $(id).querySelector(".more");
  more.hidden = all[id] || tables.length <= FEW;
  more.textContent = `Show all ${tables.length}`;
}

/** A first game that was begun is gone on with, not begun again. */
function markFirstGames(tables) {
  for (const link of document.querySelectorAll("[data-first]")) {
    const begun = tables.some((table) => table.guided && table.game === link.dataset.first);
    link.textContent = begun ? "Go on with your first game" : "First game, step by step";
  }
}

function show({ mine, waiting, running }) {
  const own = new Set(mine.map((table) => table.id));
  const going = mine.filter((table) => table.status !== "over");
  going.sort((a, b) => myTurn(b) - myTurn(a)); // the sort is stable: within each the newest first
  markFirstGames(going);
  listFew("mine", going);
  listFew("finished", mine.filter((table) => table.status === "over"));
  const free = (table) => table.seats.some((seat) => !seat.taken && seat.kind === "open");
  list("waiting", waiting.filter((table) => !own.has(table.id) && free(table)));
  list("running", running.filter((table) => !own.has(table.id) && table.spectators));
}

const lists = new Lists(show);
for (const id of Object.keys(all)) {
  $(id).querySelector(".more").addEventListener("click", () => {
    all[id] = true;
    lists.again();
  });
}

navigator.serviceWorker?.register("/away.js").catch(() => {}); // without it there is only no page of ours while offline
