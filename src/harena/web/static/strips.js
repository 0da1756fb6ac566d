// A strip of a picture is wider than the picture: cards of a hand on a phone. It is swiped where it lies.

/** Put every strip of a drawing over its place, in an element that scrolls; `scrolled` is how far each was before. */
export function layStrips(place, svg, scrolled) {
  for (const [number, part] of [...svg.querySelectorAll("svg[data-strip]")].entries()) {
    const [, , wide, high] = part.getAttribute("viewBox").split(" ").map(Number);
    const [box, all] = [room(part, wide, high), svg.getBoundingClientRect()];
    if (!box) continue; // it is not on the screen
    const holder = document.createElement("div");
    holder.className = "strip";
    holder.tabIndex = 0; // so that keys scroll it
    holder.setAttribute("role", "group");
    holder.setAttribute("aria-label", "Cards: scroll sideways");
    const share = (length, of) => `${(100 * length) / of}%`;
    holder.style.left = share(box.left - all.left, all.width);
    holder.style.top = share(box.top - all.top, all.height);
    holder.style.width = share(box.width, all.width);
    holder.style.height = share(box.height, all.height);
    const drawing = part.cloneNode(false);
    for (const name of ["data-strip", "x", "y", "width", "height"]) drawing.removeAttribute(name);
    drawing.setAttribute("class", svg.getAttribute("class") || "");
    drawing.setAttribute("viewBox", `0 0 ${part.dataset.strip} ${high}`);
    drawing.style.width = share(Number(part.dataset.strip), wide);
    drawing.append(...part.childNodes);
    part.remove();
    holder.append(drawing);
    place.append(holder);
    holder.scrollLeft = scrolled[number] || 0;
  }
}

/** The place of an SVG inside another, in the window, if it has one; what it shows may be larger. */
function room(part, wide, high) {
  const matrix = part.getScreenCTM();
  if (!matrix) return null;
  const { a, d, e, f } = matrix;
  return { left: e, top: f, width: a * wide, height: d * high };
}

/** How far each strip is swiped. */
export const swiped = (place) => [...place.querySelectorAll(".strip")].map((strip) => strip.scrollLeft);
