// Keys: arrows go from choice to choice, numbers choose, letters stand for the buttons.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const OWN_KEYS = "input, select, textarea, dialog[open], [popover]"; // what uses keys itself
const OWN_ARROWS = "[role=tablist], #log, #chat";

/** does: {choices, number(n), letters: {key: function}, ready()} */
export function listenToKeys(does) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !does.ready()) return;
    if (event.target.closest?.(OWN_KEYS)) return;
    if (ARROWS[event.key]) return arrow(event, does);
    if (event.repeat) return holdBack(event);
    const number = "1234567890".indexOf(event.key);
    if (number >= 0 && event.key.length === 1) return does.number(number);
    const letter = does.letters[event.key];
    if (letter) {
      if (event.key !== "Escape") event.preventDefault(); // it also closes whatever is open
      letter();
    }
  });
}

/** A key that is kept down takes one choice, not the next one too. */
function holdBack(event) {
  if (["Enter", " "].includes(event.key) && event.target.closest?.(".choice")) event.preventDefault();
}

function arrow(event, does) {
  const from = document.activeElement;
  if (from?.closest(OWN_ARROWS)) return;
  const inPicture = from?.closest("#picture [data-action]");
  const all = inPicture ? [...document.querySelectorAll("#picture [data-action]")] : [...does.choices.children];
  if (!all.length) return;
  event.preventDefault();
  const here = all.indexOf(from);
  const next = here < 0 ? all[0] : nearest(from, all, ARROWS[event.key]) || inOrder(all, here, event.key, inPicture);
  next?.focus();
}

const middle = (thing) => {
  const box = thing.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** The next thing in a direction: rather straight on than to the side. */
function nearest(from, all, [right, down]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const one of all) {
    const [otherX, otherY] = middle(one);
    const along = (otherX - x) * right + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
    if (along <= 2 || along + 2 * aside >= least) continue;
    best = one;
    least = along + 2 * aside;
  }
  return best;
}

/** At the edge of a list the arrows go on to the next in order, and round. */
function inOrder(all, here, key, inPicture) {
  if (inPicture) return null;
  const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  return all[(here + step + all.length) % all.length];
}
