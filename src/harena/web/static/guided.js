// What this browser keeps of a guided game: how far the introduction went, which lessons were read. By game.

const key = (game) => `harena.guide.${game}`;

export function progress(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) || "{}");
    return { step: Number(found.step) || 0, seen: Array.isArray(found.seen) ? found.seen : [], off: Boolean(found.off) };
  } catch {
    return { step: 0, seen: [], off: false };
  }
}

export function keepProgress(game, now) {
  try {
    localStorage.setItem(key(game), JSON.stringify(now));
  } catch {
    // storage is off: the guide begins again with the page
  }
}

export function forget(game) {
  keepProgress(game, {});
}
