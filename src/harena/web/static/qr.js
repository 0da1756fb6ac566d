// A QR code, made by the page itself: what stands in a link behind the # goes to no server, not even for this.
// Bytes, with error correction of level M, in the smallest of the first ten versions that holds them.

const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // check bytes of each block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const BYTES = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]; // of data and checks together
const FLIPS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const QUIET = 4; // empty squares around it
const FINDER = [1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0]; // what looks like a corner of the code, and the same backwards

/** The squares of a text's code, row by row: true is dark. An error if the text is too long. */
export function squares(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BYTES.findIndex((_, at) => room(at) >= bytes.length + (at > 8 ? 3 : 2)) + 1;
  if (!version) throw new RangeError("This text is too long for a QR code.");
  const bits = interleaved(packed(bytes, version), version).flatMap((byte) => binary(byte, 8));
  const grids = FLIPS.map((_, mask) => drawn(version, bits, mask));
  const scores = grids.map(penalty);
  return grids[scores.indexOf(Math.min(...scores))];
}

/** The code as an SVG picture with a name, dark on white whatever the colours of the page. */
export function qrCode(text, name) {
  const rows = squares(text);
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const node = (kind, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = node("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": name, class: "qr", "shape-rendering": "crispEdges" });
  svg.append(node("rect", { width: size, height: size, fill: "#fff" }), node("path", { d: dark.join(""), fill: "#000" }));
  return svg;
}

const room = (at) => BYTES[at] - CHECKS[at] * BLOCKS[at];
const binary = (number, length) => Array.from({ length }, (_, at) => (number >> (length - 1 - at)) & 1);

// --- bytes

/** The data bytes: kind and length, the text, and what fills them up. */
function packed(bytes, version) {
  const most = room(version - 1);
  const bits = [...binary(4, 4), ...binary(bytes.length, version > 9 ? 16 : 8), ...[...bytes].flatMap((byte) => binary(byte, 8))];
  bits.push(...binary(0, Math.min(4, most * 8 - bits.length)));
  while (bits.length % 8) bits.push(0);
  const out = [];
  for (let at = 0; at < bits.length; at += 8) out.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let fill = 0xec; out.length < most; fill ^= 0xec ^ 0x11) out.push(fill);
  return out;
}

/** Data and check bytes of all blocks, each block's first, then each one's second ... */
function interleaved(data, version) {
  const [blocks, checks, bytes] = [BLOCKS, CHECKS, BYTES].map((one) => one[version - 1]);
  const short = Math.floor(bytes / blocks) - checks; // data bytes of the first blocks; the last have one more
  const shorts = blocks - (bytes % blocks);
  const parts = [];
  for (let at = 0, block = 0; block < blocks; block += 1) {
    const end = at + short + (block < shorts ? 0 : 1);
    parts.push(data.slice(at, end));
    at = end;
  }
  const checked = parts.map((part) => remainder(part, generator(checks)));
  const inTurn = (rows, length) => Array.from({ length }, (_, at) => rows.flatMap((row) => (at < row.length ? [row[at]] : []))).flat();
  return [...inTurn(parts, short + 1), ...inTurn(checked, checks)];
}

function times(one, two) {
  let out = 0;
  for (let bit = 7; bit >= 0; bit -= 1) out = (out << 1) ^ ((out >> 7) * 0x11d) ^ (((two >> bit) & 1) * one);
  return out;
}

function generator(degree) {
  const out = [...Array(degree - 1).fill(0), 1];
  for (let root = 1, step = 0; step < degree; step += 1, root = times(root, 2)) {
    for (let at = 0; at < degree; at += 1) out[at] = times(out[at], root) ^ (out[at + 1] || 0);
  }
  return out;
}

function remainder(data, divisor) {
  const out = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ out.shift();
    out.push(0);
    divisor.forEach((one, at) => (out[at] ^= times(one, factor)));
  }
  return out;
}

// --- squares

function drawn(version, bits, mask) {
  const size = version * 4 + 17;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, dark) => rows[y]?.[x] !== undefined && (rows[y][x] = Boolean(dark));
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) ring(set, x, y, 4, [2, 4]);
  const places = alignment(version, size);
  for (const x of places) for (const y of places) if (rows[y][x] === null) ring(set, x, y, 2, [1]);
  for (let at = 8; at < size - 8; at += 1) {
    if (rows[6][at] === null) set(at, 6, at % 2 === 0);
    if (rows[at][6] === null) set(6, at, at % 2 === 0);
  }
  writeFormat(set, size, coded(mask, 10, 0x537) ^ 0x5412); // level M is 0
  if (version > 6) writeVersion(set, size, coded(version, 12, 0x1f25));
  fill(rows, bits, FLIPS[mask]);
  return rows;
}

/** A square of rings around a place; those of these distances are light. */
function ring(set, x, y, reach, light) {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

function alignment(version, size) {
  if (version === 1) return [];
  return version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
}

/** A number with the check bits that belong to it. */
function coded(number, length, divisor) {
  let rest = number;
  for (let step = 0; step < length; step += 1) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor);
  return (number << length) | rest;
}

function writeFormat(set, size, format) {
  const bit = (at) => (format >> at) & 1;
  for (let at = 0; at < 15; at += 1) {
    if (at < 8) set(8, at < 6 ? at : at + 1, bit(at));
    else set(at === 8 ? 7 : 14 - at, 8, bit(at));
    if (at < 8) set(size - 1 - at, 8, bit(at));
    else set(8, size - 15 + at, bit(at));
  }
  set(8, size - 8, true);
}

function writeVersion(set, size, version) {
  for (let at = 0; at < 18; at += 1) {
    const [one, two] = [size - 11 + (at % 3), Math.floor(at / 3)];
    set(one, two, (version >> at) & 1);
    set(two, one, (version >> at) & 1);
  }
}

/** The bits go up and down in columns of two from the right, where nothing else is. */
function fill(rows, bits, flips) {
  const size = rows.length;
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] === null) rows[y][x] = Boolean(bits[next++]) !== flips(x, y);
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a corner, and too much of one colour. */
function penalty(rows) {
  const turned = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = [...rows, ...turned].reduce((all, row) => all + runs(row) + corners(row), 0);
  for (let y = 1; y < rows.length; y += 1) {
    for (let x = 1; x < rows.length; x += 1) {
      const here = rows[y][x];
      if (here === rows[y - 1][x] && here === rows[y][x - 1] && here === rows[y - 1][x - 1]) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

function runs(row) {
  let [sum, length] = [0, 0];
  row.forEach((one, at) => {
    length = at && one === row[at - 1] ? length + 1 : 1;
    sum += length === 5 ? 3 : length > 5 ? 1 : 0;
  });
  return sum;
}

function corners(row) {
  const like = (at, shape) => shape.every((one, step) => row[at + step] === Boolean(one));
  const backwards = [...FINDER].reverse();
  return row.reduce((sum, _, at) => sum + 40 * (like(at, FINDER) + like(at, backwards)), 0);
}
