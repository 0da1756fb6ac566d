// How something ended is shown for a moment over the picture, whatever comes next below it.
import { still } from "./motion.js";

const FADES = 300; // milliseconds

/** Lift what a picture shows for a moment only (data-moment: how long) out of it; the last one counts. */
export function liftMoments(place) {
  const svg = place.firstElementChild;
  const fromScreen = svg?.getScreenCTM?.()?.inverse();
  if (!fromScreen) return; // nobody sees the picture now
  for (const part of svg.querySelectorAll("[data-moment]")) {
    const layer = svg.cloneNode(false);
    layer.classList.add("moment");
    for (const name of ["role", "aria-label"]) layer.removeAttribute(name);
    layer.setAttribute("aria-hidden", "true");
    layer.dataset.over = ""; // another picture below leaves it alone
    const around = document.createElementNS(svg.namespaceURI, "g");
    const { a, b, c, d, e, f } = fromScreen.multiply(part.parentElement.getScreenCTM());
    around.setAttribute("transform", `matrix(${[a, b, c, d, e, f]})`);
    layer.append(...[...svg.querySelectorAll("defs")].map((one) => one.cloneNode(true)), around);
    around.append(part);
    for (const one of [part, ...part.querySelectorAll("[data-key]")]) one.removeAttribute("data-key"); // it is no thing of the table any more
    dropMoments(place);
    place.append(layer);
    setTimeout(() => fade(layer), Number(part.dataset.moment));
  }
}

function fade(layer) {
  if (still()) {
    layer.remove();
    return;
  }
  layer.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADES, fill: "forwards" }).onfinish = () => layer.remove();
}

/** Nothing of what was is shown any more. */
export function dropMoments(place) {
  for (const old of place.querySelectorAll(":scope > .moment")) old.remove();
}
