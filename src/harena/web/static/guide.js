// The guide of a first game: an introduction, then a lesson at every new kind of decision, a word at the end.
// It hears of the table from table.js. At any other table it can be switched on in the settings.
import { $, ask, el } from "./base.js";
import { keepProgress, progress } from "./guided.js";
import { bringIntoSight, bringThings } from "./in_sight.js";

const AT_ONCE = 2; // lessons at one decision; more can wait for another one of its kind
const NONE = { introduction: [], closing: null };

class Guide {
  /** place: where the panel stands; picture: the element around the drawing. */
  constructor(place, picture) {
    Object.assign(this, { place, picture, table: null, shown: null, brought: "" });
    this.told = { moves: -1, count: 0 }; // lessons told in this position
    this.title = el("h2");
    this.text = el("p");
    this.buttons = el("div", "", { class: "row" });
    const words = el("div", "", { class: "words", "aria-live": "polite" });
    words.append(this.title, this.text);
    place.replaceChildren(words, this.buttons);
  }

  get wished() {
    return this.now.wished ?? this.table.setup.guided;
  }

  /** The table has changed. */
  async show(table, yours) {
    this.table = table;
    this.now ||= progress(table.game.name);
    $("guide-me").checked = this.wished;
    if (!yours.length || !this.wished || table.status === "waiting") return this.hide();
    this.lessons ||= ask(`/first/${table.game.name}/lessons`).catch(() => NONE);
    const lessons = await this.lessons;
    if (this.table !== table) return; // a newer one came meanwhile
    this.introduction = lessons.introduction;
    this.closing = lessons.closing;
    this.choose();
  }

  wish(wished) {
    this.now.wished = wished;
    this.keep();
    this.show(this.table, [0]);
  }

  hide() {
    this.place.hidden = true;
    this.shown = null;
    this.point();
  }

  choose() {
    const { now, table } = this;
    if (table.status === "over") return this.close();
    if (now.step < this.introduction.length) return this.introduce();
    const lesson = this.fresh();
    return lesson ? this.teach(lesson) : this.rest();
  }

  /** The next lesson that this position calls for. */
  fresh() {
    if (this.told.moves !== this.table.moves) this.told = { moves: this.table.moves, count: 0 };
    if (this.told.count >= AT_ONCE) return undefined;
    return (this.table.lessons || []).find((one) => !this.now.seen.includes(one.id));
  }

  introduce() {
    const { now, introduction } = this;
    const last = now.step === introduction.length - 1;
    const next = this.button(last ? "Let us play" : "Next", () => this.step(1), "main");
    const back = now.step ? [this.button("Back", () => this.step(-1))] : [];
    const skip = last ? [] : [this.button("Skip", () => this.step(introduction.length - now.step))];
    this.tell(introduction[now.step], [next, ...back, ...skip, el("small", `${now.step + 1} of ${introduction.length}`)]);
  }

  step(by) {
    this.now.step += by;
    this.keep();
    this.choose();
  }

  teach(lesson) {
    this.tell(lesson, [this.button("Got it", (event) => this.learn(lesson, event.detail === 0), "main")]);
  }

  learn(lesson, byKey) {
    this.told.count += 1;
    this.now.seen.push(lesson.id);
    this.keep();
    this.choose();
    if (byKey && !this.fresh()) document.querySelector("#choices button")?.focus();
  }

  /** Nothing new: a quiet line, and the way back to what was said. */
  rest() {
    const known = this.table.lessons || [];
    if (!this.introduction.length && !known.length) return this.hide(); // this game teaches nothing
    const again = known.length ? [this.button("Show again", () => this.repeat(known))] : [];
    const text = known.length ? "You know this kind of decision." : "Watch what happens, and read along in the log.";
    this.tell({ title: "", text, look: [] }, again);
  }

  repeat(known) {
    this.told.count = AT_ONCE - known.length; // all of them, however many were told here
    this.now.seen = this.now.seen.filter((id) => !known.some((one) => one.id === id));
    this.choose();
  }

  close() {
    const { name } = this.table.game;
    const again = el("a", "Set up a table", { href: `/start/${name}`, class: "button" });
    this.tell(this.closing, [again, el("a", "Read the rules", { href: `/rules/${name}`, class: "button" })]);
  }

  tell(lesson, buttons) {
    if (!lesson) return this.hide();
    if (this.title.textContent !== lesson.title || this.text.textContent !== lesson.text) {
      this.title.textContent = lesson.title;
      this.title.hidden = !lesson.title;
      this.text.textContent = lesson.text;
    }
    this.shown = lesson;
    this.place.hidden = false;
    this.place.classList.toggle("quiet", !lesson.title);
    const held = this.buttons.contains(document.activeElement);
    this.buttons.replaceChildren(...buttons);
    if (held) this.buttons.querySelector("button")?.focus({ preventScroll: true });
    this.point();
  }

  button(word, does, kind = "") {
    const made = el("button", word, { type: "button", class: kind });
    made.addEventListener("click", (event) => {
      does(event);
      document.dispatchEvent(new CustomEvent("harena:uncovered")); // on a phone it lay over the choices
    });
    return made;
  }

  keep() {
    keepProgress(this.table.game.name, this.now);
  }

  /** Bring out in the picture what the lesson speaks of; the picture is a new one after each decision. */
  point() {
    for (const old of this.picture.querySelectorAll(".pointed")) old.classList.remove("pointed");
    for (const look of this.shown?.look || []) {
      for (const thing of this.find(look.replace("{seat}", this.table.eyes))) thing.classList.add("pointed");
    }
    this.bring([...this.picture.querySelectorAll(".pointed")]);
  }

  /** What a lesson speaks of comes into sight when it begins; after the last one, what can be chosen. */
  bring(things) {
    const about = things.length ? `${this.table.moves} ${this.shown.title}` : "";
    if (about === this.brought) return;
    if (about) bringThings($("stage"), this.picture, things);
    else bringIntoSight($("stage"), this.picture);
    this.brought = about;
  }

  find(look) {
    const how = look.endsWith("*") ? "^=" : "=";
    const key = look.replace(/\*$/, "");
    const attribute = (name, value) => `[${name}${how}${JSON.stringify(value)}]`;
    const selectors = [attribute("data-key", key)];
    if (key.startsWith("action-")) selectors.push(attribute("data-action", key.slice("action-".length)));
    return this.picture.querySelectorAll(selectors.join());
  }
}

const guide = new Guide($("guide"), $("picture"));
document.addEventListener("harena:table", ({ detail }) => guide.show(detail.table, detail.yours));
$("guide-me").addEventListener("change", () => guide.table && guide.wish($("guide-me").checked));
