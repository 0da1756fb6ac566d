// What all pages share: small helpers, what this browser keeps, and opening tables.
import { forgetSeed, noted, notePromise, noteSeed } from "./noted.js";

const ATTEMPTS = 4; // at what can safely be asked again
const WAIT = 700; // milliseconds after the first of them, and longer after each further one

export const $ = (id) => document.getElementById(id);

/** An element with text (never HTML) and attributes. */
export function el(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function say(where, text) {
  where.textContent = text || "";
  where.hidden = !text;
}

// --- what this browser keeps: the name, and by table the keys of own seats and the invitations

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is off: the cookie still finds the seats
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the page works without
  }
}

export const myName = () => read("harena.name") || "";
export const keepName = (name) => write("harena.name", name.trim());

export function kept(table) {
  try {
    const found = JSON.parse(read(`harena.table.${table}`) || "{}");
    return { keys: found.keys || {}, invites: found.invites || {} };
  } catch {
    return { keys: {}, invites: {} };
  }
}

export function keep(table, { keys = {}, invites = {} }) {
  const old = kept(table);
  const now = { keys: { ...old.keys, ...keys }, invites: { ...old.invites, ...invites } };
  write(`harena.table.${table}`, JSON.stringify(now));
}

function forget(table, what, seat) {
  const now = kept(table);
  delete now[what][seat];
  write(`harena.table.${table}`, JSON.stringify(now));
}

export const forgetKey = (table, seat) => forget(table, "keys", seat);
export const forgetInvite = (table, seat) => forget(table, "invites", seat);

// --- asking the server

export async function ask(path, body) {
  const sent = body === undefined ? {} : {
    method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" },
    keepalive: true, // whoever leaves the page at once is heard all the same
  };
  let response;
  let answer = {};
  try {
    response = await fetch(path, sent);
    answer = await response.json();
  } catch {
    if (!response || response.ok) throw new Error("The server does not answer. Is it running?");
  }
  if (!response.ok) {
    const error = new Error(answer.problem || `The server answered with ${response.status}.`);
    error.status = response.status;
    throw error;
  }
  return answer;
}

/** Ask again where no answer came: the key in the body makes sure that nothing is done twice. */
async function askOn(path, body) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(path, body);
    } catch (error) {
      if (attempt === ATTEMPTS || error.status < 500) throw error;
      await new Promise((go) => setTimeout(go, WAIT * attempt));
    }
  }
}

/** 128 bits nobody else knows: a key, or this browser's part of the dice. */
export function newSecret() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** The key is kept before it is sent: whoever loses the answer, or the page, still has the seat. `late`: in a game under way, with its dice. */
export async function sit(table, seat, name, invite, late = false) {
  const before = kept(table).keys[seat];
  const key = before || newSecret();
  const seed = late ? "" : (before && noted(table).seeds[seat]) || newSecret();
  keep(table, { keys: { [seat]: key } });
  if (!late) noteSeed(table, seat, seed);
  try {
    const answer = await askOn(`/api/tables/${table}/sit`, { seat, name, seed, invite: invite || "", key });
    if (answer.late) forgetSeed(table, seat); // the others began just before
  } catch (error) {
    if ([400, 403, 404, 409].includes(error.status)) forgetKey(table, seat);
    throw error;
  }
}

/** A seat whose key came from another device: from now on this one's cookie finds it, too. */
export const findAgain = (table, seat) => ask(`/api/tables/${table}/sit`, { seat, key: kept(table).keys[seat] }).catch(() => {});

let opening = { setup: "", key: "" }; // who asks again after a failure asks for the same table

function openingKey(setup) {
  const asked = JSON.stringify(setup);
  if (opening.setup !== asked) opening = { setup: asked, key: newSecret() };
  return opening.key;
}

/** Open a table, sit down on your own seats, and go there. */
export async function openTable(setup, name) {
  const opened = await askOn("/api/tables", { ...setup, key: openingKey(setup) });
  keep(opened.id, { invites: opened.invites });
  notePromise(opened.id, opened.promise);
  for (const [number, seat] of setup.seats.entries()) {
    if (seat.kind === "person" || seat.kind === "device") {
      await sit(opened.id, number, seat.kind === "person" ? name : seat.name || "", opened.invites[number]);
    }
  }
  opening = { setup: "", key: "" };
  return opened.id;
}

/** Sit with whoever waits for anybody, or wait for whoever comes. */
export async function quickMatch(game, name) {
  for (let attempt = 1; ; attempt += 1) {
    const { id, seat, promise, yours } = await ask("/api/quick", { game });
    if (yours) return id;
    notePromise(id, promise);
    try {
      await sit(id, seat, name);
      return id;
    } catch (error) {
      if (attempt === ATTEMPTS || error.status !== 409) throw error; // somebody else was quicker
    }
  }
}

export async function playNow(game, seats, level, name) {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: level }));
  return openTable({ game, seats: [{ kind: "person" }, ...others] }, name);
}

/** Put a text on the clipboard and say so on the button. */
export async function copy(text, button) {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = said), 1500);
  } catch {
    prompt("Copy this link:", text); // without https there is no clipboard
  }
}

/** Where the rules of a table are, and the cards of its pack. */
export const rulesOf = ({ game, pack }) => `/rules/${game.name}${pack.name === "standard" ? "" : `?pack=${pack.digest}`}`;
