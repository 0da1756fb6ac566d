// How pictures are laid out for this screen: wide, or tall where a wide one would be too small to read.
const little = matchMedia("(max-width: 43.75rem), (max-height: 31.25rem)"); // table.css and replay.css have the same

export const layout = () => (little.matches ? "tall" : "wide");

/** Calls `act` when the screen has turned or grown, so that pictures are laid out the other way. */
export const onTurn = (act) => little.addEventListener("change", () => act(layout()));
