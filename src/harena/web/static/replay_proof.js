// "Verify the dice": what this browser checks by itself, what the server checks, and a sentence that says which.
import { el } from "./base.js";
import { canCompute, commitment, wrongDraw } from "./fair.js";
import { serversVerdict } from "./replay_source.js";

const HERE = "in your browser";
const THERE = "on the server";

const good = (where, text) => ({ holds: true, where, text });
const bad = (where, text) => ({ holds: false, where, text });
const open = (where, text) => ({ holds: null, where, text });

/** Check a record's text; `fair` is what this browser noted at the table, `shown` the promise the page shows now. */
export async function checks(text, { fair = {}, shown = "" }) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    return [bad(HERE, "This is not a record: it is not JSON.")];
  }
  const out = record?.dice?.kind === "fair" ? await diceChecks(record, fair, shown) : [open(HERE, "Played with simulation dice: nobody promised anything about them.")];
  return [...out, await replayed(text, fair.promise || shown)];
}

async function diceChecks(record, fair, shown) {
  const { server_seed: seed, player_seeds: seeds } = record.dice;
  if (typeof seed !== "string" || !/^[0-9a-f]{64}$/.test(seed) || !Array.isArray(seeds) || !Array.isArray(record.draws)) {
    return [bad(HERE, "The record has no seeds that dice could be computed from.")];
  }
  if (!canCompute()) return [open(HERE, "This browser computes SHA-256 only for pages that come over https, so it could not check anything itself.")];
  const made = await commitment(seed);
  return [promiseCheck(made, record.commitment, fair.promise, shown), ...ownSeedChecks(seeds, fair.seeds), await drawCheck(record, seed, seeds)];
}

function promiseCheck(made, named, noted, shown) {
  if (noted && made !== noted) return bad(HERE, "The server's seed is NOT the one it had promised to this browser.");
  if (made !== named) return bad(HERE, "The server's seed is NOT the one whose promise stands in the record.");
  if (shown && made !== shown) return bad(HERE, "The server's seed is NOT the one whose promise the table shows.");
  if (noted) return good(HERE, "The SHA-256 of the server's seed is the promise that this browser noted at the table.");
  return good(HERE, "The SHA-256 of the server's seed is the promise shown. This browser did not note it before the game, so compare it with yours.");
}

function ownSeedChecks(seeds, noted = {}) {
  return Object.entries(noted).map(([seat, seed]) => (seeds[seat] === seed
    ? good(HERE, "The seed that this browser gave is in the record, unchanged.")
    : bad(HERE, `The seed of seat ${Number(seat) + 1} is NOT the one that this browser gave.`)));
}

async function drawCheck(record, seed, seeds) {
  const wrong = await wrongDraw(seed, seeds, record.draws);
  if (!wrong) return good(HERE, `All ${record.draws.length} draws follow from the seeds of the server and the players.`);
  if (!wrong.right) return bad(HERE, `Draw ${wrong.number} is not a draw: ${String(wrong.claimed).slice(0, 20)}.`);
  return bad(HERE, `Draw ${wrong.number} is recorded as ${wrong.claimed.slice(0, 20)}, but the seeds give ${wrong.right}.`);
}

/** The rules are the server's part: which action leads to which draw, and how it ends. */
async function replayed(text, promise) {
  try {
    const verdict = await serversVerdict(text, promise);
    if (verdict.holds) return good(THERE, "Played again by the rules, the recorded actions make exactly these draws and end as recorded.");
    return bad(THERE, verdict.problems.join(" ") || verdict.sentence);
  } catch (error) {
    return open(THERE, error.message);
  }
}

/** All of it in one sentence. */
export function sentence(found) {
  const wrong = found.filter((one) => one.holds === false);
  if (wrong.length) return `This record does NOT hold. ${wrong[0].text}`;
  const [here, there] = [HERE, THERE].map((where) => found.filter((one) => one.where === where && one.holds).length);
  if (here && there) return "The dice were honest: your browser computed every draw again, and the server played the game again with them.";
  if (there) return "The server played the game again and it holds; your browser could not check the dice by itself.";
  return here ? "Your browser computed every draw again, and all of them hold; the server could not play the game again." : "Nothing could be checked.";
}

export async function showVerdict(place, text, noted) {
  if (!text) return;
  place.replaceChildren(el("p", "Computing every draw again ...", { class: "quiet" }));
  const found = await checks(text, noted);
  const wrong = found.some((one) => one.holds === false);
  const list = el("ul", "", { class: "checks" });
  list.append(...found.map(row));
  place.replaceChildren(el("p", sentence(found), { class: wrong ? "problem" : "verdict" }), list);
}

function row({ holds, where, text }) {
  const made = el("li", "", { class: holds === null ? "open" : holds ? "good" : "bad" });
  const mark = el("span", holds === null ? "–" : holds ? "✓" : "✗", { "aria-hidden": "true", class: "tick" });
  const said = el("span", text);
  said.append(" ", el("small", where));
  made.append(mark, said);
  return made;
}
