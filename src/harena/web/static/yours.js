// One's own games: history, results and what may be said of them. All figures come from the server.
import { $, ask, copy, el, say } from "./base.js";

const FEW = 20; // games shown before somebody asks for more
const RESULTS = { won: "You won", drawn: "A draw", lost: "You lost" };
const WHY_NOT = { practice: "practice, not counted", "several sides": "you sat on several sides, not counted", "a bot finished it": "a bot finished it for you, not counted" };
let all = false;

const percent = (share) => `${Math.round(100 * share)}%`;
const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const against = (one) => `the ${one.bot} bot`;

function headline({ total }) {
  if (!total.played) return "No finished game counts yet.";
  const row = total.streak > 1 ? ` The last ${total.streak} you won in a row.` : "";
  return `${count(total.played, "game")}: ${total.won} won, ${total.drawn} drawn, ${total.lost} lost.${row}`;
}

function gameRow(one) {
  const line = el("tr");
  line.append(el("th", one.title, { scope: "row" }), ...[one.played, one.won, one.drawn, one.lost, one.streak, one.longest].map((figure) => el("td", String(figure))));
  return line;
}

/** What the range settles, and nothing more. */
function verdict(one) {
  const even = `${percent(one.even)}, which would be even`;
  if (one.verdict === "more") return `You win more often than ${even}.`;
  if (one.verdict === "fewer") return `You win less often than ${even}.`;
  return "Who is stronger cannot be told yet.";
}

function rating([low, high]) {
  const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);
  if (low === null) return `Rating: at most ${signed(high)} points against this bot.`;
  if (high === null) return `Rating: at least ${signed(low)} points against this bot.`;
  return `Rating: between ${signed(low)} and ${signed(high)} points against this bot.`;
}

function botRow(one) {
  const line = el("li", "", { "data-verdict": one.verdict });
  const bar = el("div", "", { class: "range", "aria-hidden": "true" });
  const [range, even] = [el("i"), el("s")];
  [range.style.left, range.style.width, even.style.left] = [percent(one.low), `${100 * (one.high - one.low)}%`, percent(one.even)];
  bar.append(range, even);
  line.append(
    el("b", `${one.title}: ${against(one)}`),
    el("p", `${count(one.played, "game")}: ${one.won} won, ${one.drawn} drawn, ${one.lost} lost`),
    bar,
    el("p", `Share of wins: between ${percent(one.low)} and ${percent(one.high)}. ${verdict(one)}`),
    ...(one.rating ? [el("p", rating(one.rating))] : []),
  );
  return line;
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

function tableRow(one) {
  const line = el("li", "", { "data-table": one.id, "data-result": one.result });
  const others = one.names.filter((_, seat) => !one.yours.includes(seat)).map((name) => name || "a free seat");
  const about = el("span", "", { class: "about" });
  const how = one.status === "over" ? RESULTS[one.result] || "Over" : one.status === "waiting" ? "Waiting for players" : "Under way";
  const note = WHY_NOT[one.not_counted];
  about.append(el("b", one.title), el("span", others.length ? `against ${others.join(", ")}` : "on one device"), el("small", [how, day.format(one.at), ...(note ? [note] : [])].join(", ")));
  const name = `${one.title}, ${day.format(one.at)}`;
  const over = one.status === "over";
  line.append(about, el("a", over ? "Replay" : "Go on", { class: "button", href: over ? `/t/${one.id}/replay` : `/t/${one.id}`, "aria-label": `${over ? "Replay" : "Go on"}: ${name}` }));
  return line;
}

function showHistory({ games, unread, most, keep_days: days }) {
  $("rows").replaceChildren(...(all ? games : games.slice(0, FEW)).map(tableRow));
  $("more").hidden = all || games.length <= FEW;
  $("more").textContent = `Show all ${games.length}`;
  const kept = days ? `The server keeps a finished game for ${count(days, "day")}.` : "The server keeps finished games for good.";
  const lost = unread ? ` ${count(unread, "game")} cannot be read by this version.` : "";
  $("kept").textContent = `${kept} This page shows the newest ${most} seats.${lost}`;
}

function show(found) {
  const any = found.games.length > 0;
  $("none").hidden = any || found.unread > 0;
  for (const part of ["summary", "history", "own"]) $(part).hidden = !any;
  $("headline").textContent = headline(found);
  $("by-game").replaceChildren(...found.by_game.map(gameRow));
  $("by-game").closest("table").hidden = !found.by_game.length;
  $("against").hidden = !found.by_bot.length;
  $("by-bot").replaceChildren(...found.by_bot.map(botRow));
  showHistory(found);
  $("more").onclick = () => {
    all = true;
    showHistory(found);
  };
  $("yours").dataset.status = "shown";
}

async function load() {
  try {
    show(await ask("/api/yours"));
  } catch (error) {
    say($("problem"), error.message);
    $("yours").dataset.status = "failed";
  }
}

// --- taking them along, and deleting them

const SURE = "delete all of mine"; // the server does it for nobody who does not say so

/** What this browser itself keeps of games, the name too; settings like light and dark stay. */
function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (/^harena\.(name$|(table|dice|guide|audience|puzzles)\.)/.test(key)) localStorage.removeItem(key);
  } catch {
    // storage is off: nothing is kept
  }
}

async function doing(button, does) {
  button.disabled = true;
  say($("problem"), "");
  try {
    await does();
  } catch (error) {
    say($("problem"), error.message);
    $("problem").scrollIntoView({ block: "nearest" });
  }
  button.disabled = false;
}

$("link").addEventListener("click", () => doing($("link"), async () => {
  const { secret } = await ask("/api/yours/link", {});
  $("address").value = `${location.origin}/yours#take=${secret}`;
  $("linked").hidden = false;
  $("linked").scrollIntoView({ block: "nearest" });
}));
$("copy").addEventListener("click", () => copy($("address").value, $("copy")));

const [, offered] = location.hash.match(/^#take=([A-Za-z0-9_-]{22,64})$/) || [];
if (offered) {
  history.replaceState(null, "", location.pathname); // it stays in no list of pages that were visited
  $("taking").hidden = false;
}
$("take").addEventListener("click", () => doing($("take"), async () => {
  $("taking").hidden = true;
  const { seats } = await ask("/api/yours/take", { secret: offered });
  say($("done"), `${count(seats, "seat")} came along.`);
  await load();
}));

$("delete").addEventListener("click", () => {
  $("sure").returnValue = "";
  $("sure").showModal();
});
$("sure").addEventListener("close", () => $("sure").returnValue === "yes" && doing($("delete"), async () => {
  const told = await ask("/api/yours/delete", { sure: SURE });
  forgetAll();
  $("linked").hidden = true;
  const parts = [[told.forgotten, "finished game forgotten", "finished games forgotten"], [told.resigned, "game resigned", "games resigned"], [told.stood_up, "seat given up", "seats given up"], [told.left, "game left to a bot", "games left to a bot"]];
  say($("done"), `Done: ${parts.filter(([number]) => number).map((part) => count(...part)).join(", ") || "there was nothing"}.`);
  await load();
}));

load();
