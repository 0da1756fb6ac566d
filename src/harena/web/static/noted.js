// What this browser notes about the dice while nobody can know them yet, to be compared when the game is over.

const key = (table) => `harena.dice.${table}`;

/** The promise that was shown first, and by seat the seeds that were given from here. */
export function noted(table) {
  try {
    const found = JSON.parse(localStorage.getItem(key(table)) || "{}");
    return { promise: String(found.promise || ""), seeds: found.seeds || {} };
  } catch {
    return { promise: "", seeds: {} }; // storage is off: then nothing was noted
  }
}

function note(table, more) {
  try {
    localStorage.setItem(key(table), JSON.stringify({ ...noted(table), ...more }));
  } catch {
    // the dice can still be compared with what the table shows
  }
}

/** The first promise counts: a later one could be different. */
export function notePromise(table, promise) {
  if (promise && !noted(table).promise) note(table, { promise });
}

/** It came too late: the dice were fixed before. */
export function forgetSeed(table, seat) {
  const { [seat]: _, ...seeds } = noted(table).seeds;
  note(table, { seeds });
}

export function noteSeed(table, seat, seed) {
  note(table, { seeds: { ...noted(table).seeds, [seat]: seed } });
}
