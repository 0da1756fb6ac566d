// The live connection to a table: says hello, connects again when it breaks, gives every message a mark.
import { layout, onTurn } from "./layout.js";
import { whole } from "./changes.js";

const FIRST_WAIT = 500; // milliseconds before connecting again; doubled each time
const LONGEST_WAIT = 15000;
const PING_EVERY = 20000;
const SILENCE = 30000; // without a word from the server, the connection is dead
const POLICY = 1008; // the server will not have us

export class Link {
  /** hears: {table(message), done(message), refused(message), lost(text), found(), ended(text)} */
  constructor(table, keys, hears) {
    this.table = table;
    this.keys = keys;
    this.hears = hears;
    this.wait = FIRST_WAIT;
    this.mark = Math.random().toString(36).slice(2, 10);
    this.count = 0;
    this.seen = 0; // the highest number told of this table: another server process must know as much
    this.unanswered = new Map(); // by mark: sent again over the next connection, and done once by the server
    this.farewell = "";
    this.stopped = false;
    setInterval(() => this.check(), 5000);
    onTurn(() => this.send({ type: "layout", layout: layout() }, false)); // the next hello says it too
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.stopped = false; // who was turned away may have sat down since
    if (this.socket) this.socket.onclose = this.socket.onmessage = null;
    this.socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live`);
    this.socket = socket;
    this.opened = false;
    this.heard = Date.now();
    this.last = null; // table over this connection: the next message may tell only what changes
    socket.onopen = () => {
      this.opened = true;
      socket.send(JSON.stringify({ type: "hello", keys: this.keys(), parts: ["picture", "choices", "lessons", "changes"], layout: layout(), seen: this.seen }));
      for (const text of this.unanswered.values()) socket.send(text);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event.code);
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === "done") this.seen = Math.max(this.seen, message.number + 1);
    if (message.type === "table") {
      this.seen = Math.max(this.seen, message.table.number);
      this.wait = FIRST_WAIT;
      this.farewell = "";
      if (!this.last) this.hears.begun(message);
      this.last = whole(message, this.last);
      this.hears.found();
    }
    if (message.type === "done" || message.type === "refused") this.unanswered.delete(message.request);
    if (message.type === "ping") this.socket.send(JSON.stringify({ type: "pong", number: message.number })); // it is timed
    if (message.type === "bye") [this.farewell, this.refused] = [message.text, message.status];
    this.hears[message.type]?.(message);
  }

  async closed(code) {
    if (this.stopped) return;
    if (code === POLICY) return this.end(this.farewell || "The server has closed the connection.", this.refused);
    this.hears.lost(this.farewell || "The connection is lost. Connecting again ...");
    if (!this.opened && (await this.isGone())) return;
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A connection that was never accepted: is there such a table at all, and is it whole? */
  async isGone() {
    const { status, text } = await this.refusal();
    if (![400, 403, 404, 422].includes(status)) return false;
    this.end(text, status);
    return true;
  }

  /** How the server answers for this table: 404 where there is none, 403 where it is closed, 422 where it is damaged; 0: not at all. */
  async refusal() {
    try {
      const response = await fetch(`/api/tables/${this.table}`);
      return { status: response.status, text: response.ok ? "" : (await response.json()).problem };
    } catch {
      return { status: 0, text: "" }; // the server is away
    }
  }

  end(text, status) {
    this.stopped = true;
    this.unanswered.clear();
    this.hears.ended(text, status);
  }

  check() {
    if (this.stopped || this.socket.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.heard;
    if (silent > SILENCE) {
      this.hears.lost("The connection is lost. Connecting again ...");
      this.connect();
    } else if (silent > PING_EVERY) {
      this.socket.send(JSON.stringify({ type: "ping", at: 0 }));
    }
  }

  get ready() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Send a message with a mark of its own, by which the answer is known; the empty mark if it cannot be sent. */
  send(message, marked = true) {
    if (!this.ready) return "";
    const request = `${this.mark}-${++this.count}`;
    const text = JSON.stringify(marked ? { ...message, request } : message);
    if (marked) this.unanswered.set(request, text);
    this.socket.send(text);
    return request;
  }
}
