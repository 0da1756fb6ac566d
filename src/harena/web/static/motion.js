// What moves: things glide to their new places, a hit flashes once. Never in the way of a click.

const GLIDE = 300; // milliseconds
const FALL = 190;
const FLASH = 450;
/** How something moves that falls: faster and faster. */
export const FALLING = { duration: FALL, easing: "cubic-bezier(.5,0,1,.6)" };
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Does this reader want nothing to move? */
export const still = () => stillness.matches;

// --- gliding: where things with a data-key were, and where they are now

function place(thing, fromScreen) {
  const matrix = fromScreen.multiply(thing.getScreenCTM());
  const isCard = thing.dataset.key.startsWith("card-");
  const above = thing.parentElement.closest("[data-key]")?.dataset.key || "";
  return { matrix, above, width: isCard ? thing.getBBox().width : 0 };
}

/** By data-key: where each thing in a picture is, in the picture's own measure; `where` is the element around it. */
export function places(where) {
  const out = new Map();
  const svg = where.firstElementChild;
  if (still() || !svg?.getScreenCTM) return out;
  const fromScreen = svg.getScreenCTM()?.inverse();
  if (!fromScreen) return out;
  for (const thing of where.querySelectorAll("[data-key]")) out.set(thing.dataset.key, place(thing, fromScreen));
  return out;
}

const alike = (one, two) => ["a", "b", "c", "d", "e", "f"].every((part) => Math.abs(one[part] - two[part]) < 0.01);
const css = ({ a, b, c, d, e, f }) => `matrix(${[a, b, c, d, e, f].map((one) => one.toFixed(4)).join(",")})`;

/** Let everything that is in a different place than `before` glide there; what is new fades in. */
export function glide(where, before) {
  if (still() || !before.size) return;
  const now = places(where);
  for (const thing of where.querySelectorAll("[data-key]")) {
    const key = thing.dataset.key;
    const [from, to] = [before.get(key), now.get(key)];
    if (from) move(thing, from, to, before, now);
    else if (!canBeChosen(thing)) fadeIn(thing, 0);
  }
}

const fadeIn = (thing, from) => thing.animate([{ opacity: from }, { opacity: 1 }], { duration: GLIDE });

/** Is it, has it inside or lies it in something to click? That must not run away from the mouse, or under it. */
const canBeChosen = (thing) => thing.querySelector("[data-action]") || thing.closest("[data-action]");

function move(thing, from, to, before, now) {
  if (alike(from.matrix, to.matrix) || goesAlong(from, to, before, now)) return;
  if (canBeChosen(thing)) {
    fadeIn(thing, 0.4);
    return;
  }
  const parent = to.matrix.multiply(local(thing).inverse()); // where the parent is
  const grown = from.width && to.width ? from.width / to.width : 1; // a card may lie there in a different form
  const start = parent.inverse().multiply(from.matrix).scale(grown);
  const frames = [{ transform: css(start) }, { transform: css(local(thing)) }];
  thing.animate(frames, thing.hasAttribute("data-falls") ? FALLING : { duration: GLIDE, easing: "cubic-bezier(.2,.7,.2,1)" });
}

const local = (thing) => thing.transform.baseVal.consolidate()?.matrix || thing.ownerSVGElement.createSVGMatrix();

/** A thing inside another that glides is carried, and needs no motion of its own. */
function goesAlong(from, to, before, now) {
  if (!to.above || from.above !== to.above) return false;
  const [old, own] = [before.get(from.above), now.get(to.above)];
  if (!old || !own || alike(old.matrix, own.matrix)) return false;
  return alike(old.matrix.inverse().multiply(from.matrix), own.matrix.inverse().multiply(to.matrix));
}

// --- what an event does to the eye

/** The thing with this key was hit. */
export function flash(where, key) {
  const thing = !still() && where.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!thing) return;
  thing.classList.add("hit");
  const hot = { opacity: 0.25, filter: "brightness(1.7) drop-shadow(0 0 10px #ff5a36)" };
  const cool = { opacity: 1, filter: "none" };
  thing.animate([cool, hot, cool], { duration: FLASH, easing: "ease-out" }).onfinish = () => thing.classList.remove("hit");
}
