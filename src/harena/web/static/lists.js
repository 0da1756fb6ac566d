// The lists of tables: the server sends them whenever they change; where it cannot, they are asked for now and then.
import { ask } from "./base.js";

const EVERY = 15000; // milliseconds between two looks, where nothing is sent
const ANEW = 60000; // and until "just now" is put otherwise
const FIRST_WAIT = 1000; // milliseconds before connecting again; doubled each time
const LONGEST_WAIT = 30000;

export class Lists {
  /** show({mine, waiting, running}) is called with the newest lists. */
  constructor(show) {
    this.show = show;
    this.last = null;
    this.wait = FIRST_WAIT;
    setInterval(() => this.connected || this.look(), EVERY);
    setInterval(() => this.again(), ANEW);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.connect()));
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", ({ persisted }) => persisted && this.connect());
    this.connect();
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Nobody needs news of a page that is not looked at. */
  close() {
    clearTimeout(this.timer);
    if (this.socket) this.socket.onclose = this.socket.onmessage = null;
    this.socket?.close();
    this.socket = null;
  }

  connect() {
    this.close();
    if (document.hidden) return;
    const socket = (this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/lists`));
    socket.onmessage = ({ data }) => {
      this.wait = FIRST_WAIT;
      this.take(JSON.parse(data));
    };
    socket.onclose = () => {
      this.look();
      this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  take(lists) {
    this.last = lists;
    this.show(lists);
  }

  again() {
    if (this.last) this.show(this.last);
  }

  async look() {
    if (document.hidden) return;
    try {
      const [mine, open] = await Promise.all([ask("/api/mine"), ask("/api/tables")]);
      this.take({ mine, ...open });
    } catch {
      // the next look may be luckier; the games on the page work or say why not
    }
  }
}
