// Where a replay comes from: a table of this server, or a record that was opened here.
import { kept } from "./base.js";
import { layout } from "./layout.js";

async function fetched(path, how = {}, read = (response) => response.json().catch(() => ({}))) {
  let response;
  try {
    response = await fetch(path, how);
  } catch {
    throw new Error("The server does not answer. Is it running?");
  }
  const answer = await (response.ok ? read(response) : response.json().catch(() => ({})));
  if (!response.ok) {
    const text = answer.problem || `The server answered with ${response.status}.`;
    throw Object.assign(new Error(text), { status: response.status });
  }
  return answer;
}

/** Where a picture to take along is: `what` is "picture" or "turn". */
const keepsakeAt = (move, eyes, what, named) => `/replay/${move}/${what}?eyes=${eyes}&layout=${layout()}&names=${named ? "yes" : "no"}`;
const asText = (response) => response.text();

/** What the server finds when it plays a record again. */
export const serversVerdict = (text, promise) =>
  fetched(`/api/verify?promise=${encodeURIComponent(promise)}`, { method: "POST", body: text });

export class TableSource {
  constructor(id) {
    this.id = id;
    this.base = `/api/tables/${id}`;
  }

  get(path, read) {
    const keys = Object.values(kept(this.id).keys).join(",");
    return fetched(this.base + path, keys ? { headers: { "harena-key": keys } } : {}, read);
  }

  story(eyes) {
    return this.get(`/replay${eyes === null ? "" : `?eyes=${eyes}`}`);
  }

  frame(move, eyes) {
    return this.get(`/replay/${move}?eyes=${eyes}&layout=${layout()}`);
  }

  keepsake(move, eyes, what, named) {
    return this.get(keepsakeAt(move, eyes, what, named), asText);
  }

  counsel(move, eyes) {
    return this.get(`/counsel?move=${move}&eyes=${eyes}`);
  }

  /** About the position as it is now. */
  counselNow(eyes) {
    return this.get(`/counsel?eyes=${eyes}`);
  }

  chances(eyes) {
    return this.get(`/chances?eyes=${eyes}`);
  }

  async record() {
    const response = await fetch(`${this.base}/record`);
    if (!response.ok) throw new Error((await response.json().catch(() => ({}))).problem || "The record is not available.");
    return response.text();
  }
}

export class FileSource {
  constructor(text) {
    this.text = text;
  }

  story(eyes) {
    return fetched(`/api/replay${eyes === null ? "" : `?eyes=${eyes}`}`, { method: "POST", body: this.text });
  }

  frame(move, eyes) {
    return fetched(`/api/replay/${move}?eyes=${eyes}&layout=${layout()}`, { method: "POST", body: this.text });
  }

  keepsake(move, eyes, what, named) {
    return fetched(`/api${keepsakeAt(move, eyes, what, named)}`, { method: "POST", body: this.text }, asText);
  }

  async record() {
    return this.text;
  }
}
