// The track of a replay: a slider, a tick for every marked moment, numbers where rounds begin.
import { el } from "./base.js";

/** Marked moments and chapters of a story: [{move, word, text}], [{move, title}]. */
export function landmarks(moments) {
  const marks = [];
  const chapters = [];
  const counts = {};
  moments.forEach(({ lines }, move) => {
    for (const { text, glimpse } of lines) {
      if (glimpse?.mark) marks.push({ move, word: glimpse.mark, text });
      if (glimpse?.chapter) {
        counts[glimpse.chapter] = (counts[glimpse.chapter] || 0) + 1;
        chapters.push({ move, title: `${glimpse.chapter} ${counts[glimpse.chapter]}`, number: counts[glimpse.chapter] });
      }
    }
  });
  return { marks, chapters: chapters.length ? chapters : turns(moments) };
}

/** Where a game tells no rounds: wherever another player acts. */
function turns(moments) {
  const starts = moments.map((one, move) => move).filter((move) => move > 1 && moments[move].seat !== moments[move - 1].seat);
  return [0, ...starts].map((move, number) => ({ move, title: `Turn ${number + 1}`, number: number + 1 }));
}

export function chapterOf(chapters, move) {
  return chapters.findLast((one) => one.move <= move);
}

/** The move where the chapter before, or after, a move begins. */
export function otherChapter(chapters, move, back, last) {
  if (back) return chapters.findLast((one) => one.move < move)?.move ?? 0;
  return chapters.find((one) => one.move > move)?.move ?? last;
}

/** Marks by move: several at one move make one tick, the last word being the weightiest. */
function byMove(marks) {
  const found = new Map();
  for (const one of marks) found.set(one.move, [...(found.get(one.move) || []), one]);
  return found;
}

export function drawTicks(place, { marks, chapters }, last, { go, tip }) {
  const at = (move) => `${(100 * move) / Math.max(1, last)}%`;
  const often = Math.ceil(chapters.length / 24); // so that the numbers do not run into each other
  const numbers = chapters.map((one, index) => {
    const tick = el("span", index % often ? "" : String(one.number), { class: "chapter" });
    tick.style.left = at(one.move);
    tip.on(tick, () => one.title);
    tick.addEventListener("click", () => go(one.move));
    return tick;
  });
  const ticks = [...byMove(marks)].map(([move, all]) => {
    const tick = el("span", "", { class: "mark", "data-mark": all.at(-1).word, "data-move": move });
    tick.style.left = at(move);
    tip.on(tick, () => [`Move ${move}: ${[...new Set(all.map((one) => one.word))].join(", ")}`, ...all.map((one) => one.text)]);
    tick.addEventListener("click", () => go(move));
    return tick;
  });
  place.replaceChildren(...numbers, ...ticks);
}

/** The same as a list, for those who do not use a pointer. */
export function fillJump(select, { marks, chapters }) {
  const first = select.firstElementChild;
  const group = (label, entries) => {
    const made = el("optgroup", "", { label });
    made.append(...entries);
    return made;
  };
  const option = (move, text) => el("option", text.length > 70 ? `${text.slice(0, 69)}…` : text, { value: move });
  const groups = [group("Chapters", chapters.map((one) => option(one.move, one.title)))];
  if (marks.length) groups.push(group("Moments", marks.map((one) => option(one.move, `${one.move}: ${one.word} - ${one.text}`))));
  select.replaceChildren(first, ...groups);
}
