// What this browser keeps of puzzles, by game: which were solved, and on which days the puzzle of the day was.
const key = (game) => `harena.puzzles.${game}`;
const MOST = 400; // days that are kept
const A_DAY = 86400000;

export function solvedOf(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) || "{}");
    const texts = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
    return { days: texts(found.days), ids: texts(found.ids) };
  } catch {
    return { days: [], ids: [] };
  }
}

/** Note a puzzle that was solved without being shown the solution; `day`: it was the one of this day. */
export function noteSolved(game, id, day = "") {
  const { days, ids } = solvedOf(game);
  const now = { days: [...new Set(day ? [...days, day] : days)].sort().slice(-MOST), ids: [...new Set([...ids, id])].slice(-MOST) };
  try {
    localStorage.setItem(key(game), JSON.stringify(now));
  } catch {
    // storage is off: nothing is kept
  }
  return now;
}

/** How many days in a row, up to today or yesterday: today's may still be solved. */
export function streak(days, today) {
  const known = new Set(days);
  const before = (day) => new Date(Date.parse(`${day}T00:00:00Z`) - A_DAY).toISOString().slice(0, 10);
  let day = known.has(today) ? today : before(today);
  let count = 0;
  for (; known.has(day); day = before(day)) count += 1;
  return count;
}

/** A streak in words; nothing where there is none. */
export function streakSaid(count) {
  if (!count) return "";
  return count === 1 ? "Solved one day in a row." : `Solved ${count} days in a row.`;
}
