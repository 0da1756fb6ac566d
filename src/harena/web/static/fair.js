// The dice of a record computed again in this browser, by the recipe in docs/fair-dice.md.

const bytesOf = (hex) => new Uint8Array((hex.match(/../g) || []).map((two) => parseInt(two, 16)));
const hexOf = (buffer) => [...new Uint8Array(buffer)].map((one) => one.toString(16).padStart(2, "0")).join("");

/** Browsers compute SHA-256 only for pages that came over https, or from this very machine. */
export const canCompute = () => Boolean(globalThis.crypto?.subtle);

/** What the server shows before the first draw: the SHA-256 of its seed. */
export async function commitment(serverSeed) {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(serverSeed)));
}

/** All players' seeds in seat order: each with its length in 4 bytes before it. */
function messageOf(seeds) {
  const parts = seeds.map((seed) => new TextEncoder().encode(seed));
  const message = new Uint8Array(parts.reduce((sum, one) => sum + 4 + one.length, 0) + 8);
  const view = new DataView(message.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    message.set(part, at + 4);
    at += 4 + part.length;
  }
  return { message, setCounter: (block) => view.setBigUint64(at, BigInt(block)) };
}

/** The stream of 4-byte words: HMAC-SHA256 of the message and a counter, block after block. */
async function* words(serverSeed, seeds) {
  const key = await crypto.subtle.importKey("raw", bytesOf(serverSeed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const { message, setCounter } = messageOf(seeds);
  for (let block = 0; ; block += 1) {
    setCounter(block);
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let place = 0; place < 32; place += 4) yield digest.getUint32(place);
  }
}

/** The first draw that is not what the seeds give, as {number, claimed, right}; null if all are. */
export async function wrongDraw(serverSeed, seeds, draws) {
  const stream = words(serverSeed, seeds);
  for (const [index, claimed] of draws.entries()) {
    const n = Number(/^\d+\/(\d{1,10})$/.exec(claimed)?.[1]);
    if (!(n >= 1 && n <= 2 ** 32)) return { number: index + 1, claimed, right: "" };
    const limit = n * Math.floor(2 ** 32 / n);
    let { value } = await stream.next();
    while (value >= limit) ({ value } = await stream.next());
    const right = `${value % n}/${n}`;
    if (claimed !== right) return { number: index + 1, claimed, right };
  }
  return null;
}
