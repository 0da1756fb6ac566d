// What this browser keeps of the guide, by game: how far the introduction went, what was read, whether it is wished.

const key = (game) => `harena.guide.${game}`;

export function progress(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) || "{}");
    return { step: Number(found.step) || 0, seen: Array.isArray(found.seen) ? found.seen : [], wished: found.wished };
  } catch {
    return { step: 0, seen: [], wished: undefined };
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
