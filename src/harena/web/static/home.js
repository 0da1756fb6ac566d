// The home page: play now, my tables, tables to join and to watch.
import { $, ask, el, keepName, myName, playNow, say } from "./base.js";

const EVERY = 15000; // milliseconds between two looks at the lists

$("name").value = myName();
$("name").addEventListener("input", () => keepName($("name").value));

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", async () => {
    const game = button.dataset.play;
    const level = document.querySelector(`[data-level="${CSS.escape(game)}"]`).value;
    const seats = Number(button.closest("[data-seats]").dataset.seats);
    keepName($("name").value);
    button.disabled = true;
    try {
      location.href = `/t/${await playNow(game, seats, level, $("name").value.trim())}`;
    } catch (error) {
      say($("problem"), error.message);
      button.disabled = false;
    }
  });
}

function who(table) {
  return table.seats.map((seat) => (seat.taken ? seat.name : "a free seat")).join(" against ");
}

function word(table) {
  if (!table.yours) return table.status === "waiting" ? "Join" : "Watch";
  if (table.status === "over") return "Look back";
  return table.asked.some((seat) => table.yours.includes(seat)) ? "Your turn" : "Go on";
}

function state(table) {
  if (table.status === "waiting") return "waiting for players";
  if (table.status === "running") return "under way";
  const best = Math.max(...table.scores);
  const winners = table.seats.filter((_, seat) => table.scores[seat] === best).map((seat) => seat.name);
  return winners.length === 1 ? `${winners[0]} has won` : "a draw";
}

function list(id, tables) {
  const section = $(id);
  const rows = tables.map((table) => {
    const row = el("li");
    const about = el("span");
    about.append(el("b", table.title), el("span", who(table)), el("small", state(table)));
    row.append(about, el("a", word(table), { href: `/t/${table.id}`, class: "button" }));
    return row;
  });
  section.querySelector("ul").replaceChildren(...rows);
  const none = section.querySelector(".none");
  if (none) none.hidden = rows.length > 0;
  else section.hidden = rows.length === 0;
}

async function look() {
  if (document.hidden) return;
  try {
    const [mine, all] = await Promise.all([ask("/api/mine"), ask("/api/tables")]);
    const own = new Set(mine.map((table) => table.id));
    list("mine", mine);
    const free = (table) => table.seats.some((seat) => !seat.taken && seat.kind === "open");
    list("waiting", all.waiting.filter((table) => !own.has(table.id) && free(table)));
    list("running", all.running.filter((table) => !own.has(table.id) && table.spectators));
  } catch {
    // the next look may be luckier; the games above work or say why not
  }
}

look();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
