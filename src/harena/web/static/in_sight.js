// What can be chosen is in sight when a question comes: the stage scrolls there, and so does a strip of cards.

const EDGE = 6; // pixels of air

/** The smallest box around some others. */
function around(boxes) {
  const [left, top] = [Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top))];
  const [right, bottom] = [Math.max(...boxes.map((one) => one.right)), Math.max(...boxes.map((one) => one.bottom))];
  return { left, top, right, bottom };
}

/** How far to scroll so that a stretch from `from` to `to` lies between `low` and `high`; what is longer begins there. */
function way(from, to, low, high) {
  if (from >= low && to <= high) return 0;
  if (to - from > high - low || from < low) return from - low - EDGE;
  return to - high + EDGE;
}

/** What of a place can be chosen. */
export const choosables = (place) => [...place.querySelectorAll("[data-action]")];

/** Scroll a box of the page so that these things are seen in it: all if they fit, else the first, unless one is seen. */
function scrollTo(scroller, things) {
  const [view, boxes] = [scroller.getBoundingClientRect(), things.map((one) => one.getBoundingClientRect())];
  const seen = (box) => box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1 && box.bottom <= view.bottom + 1;
  if (boxes.every(seen)) return;
  const all = around(boxes);
  const fits = all.right - all.left <= view.width && all.bottom - all.top <= view.height;
  if (!fits && boxes.some(seen)) return;
  const wanted = fits ? all : boxes[0];
  const left = way(wanted.left, wanted.right, view.left, view.right);
  const top = way(wanted.top, wanted.bottom, view.top, view.bottom);
  scroller.scrollBy({ left, top, behavior: "instant" }); // nothing that can be chosen runs under a finger
}

/** What can be chosen. `stage` scrolls, the picture is in `place`. */
export function bringIntoSight(stage, place) {
  bringThings(stage, place, choosables(place));
}

/** These things of the picture. */
export function bringThings(stage, place, things) {
  if (!things.length) return;
  for (const strip of place.querySelectorAll(".strip")) {
    const inside = things.filter((one) => strip.contains(one));
    if (inside.length) scrollTo(strip, inside.map((one) => ({ getBoundingClientRect: () => across(one, strip) })));
  }
  // a strip is scrolled by itself: for the stage only its height counts
  scrollTo(stage, things.map((one) => one.closest(".strip") || one));
}

/** A thing's box, as high as its strip: that one only goes sideways. */
function across(thing, strip) {
  const [{ left, right }, { top, bottom }] = [thing.getBoundingClientRect(), strip.getBoundingClientRect()];
  return { left, right, top, bottom };
}

/** A stage that scrolls can be reached by keys, which scroll it; one that does not is no stop on their way. */
export function keepReachable(stage, place) {
  const look = () => {
    const scrolls = stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1;
    if (scrolls) stage.tabIndex = 0;
    else stage.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver(look);
  for (const one of [stage, place]) watch.observe(one);
}

/** The middle of all that can be chosen, in the window; null where there is nothing. */
export function middleOfChoices(place) {
  const things = choosables(place).map((one) => (one.closest(".strip") || one).getBoundingClientRect());
  if (!things.length) return null;
  const { left, top, right, bottom } = around(things);
  return [(left + right) / 2, (top + bottom) / 2];
}
