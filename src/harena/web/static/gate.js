// No click hits a decision that nobody has seen: for a moment after it appears nothing can be chosen.

export const MOMENT = 350; // milliseconds
const DECIDING = "#choices, #picture, #take-back";

export class Gate {
  /** `table` shows by data-input whether something can be chosen: "open" or "shut". */
  constructor(table) {
    this.table = table;
    this.decision = ""; // which one is on the page; empty: none
    this.pressed = ""; // which one was there when the pointer went down
    table.dataset.input = "open";
    document.addEventListener("pointerdown", () => (this.pressed = this.decision), true);
    document.addEventListener("click", (event) => this.stop(event), true);
    document.addEventListener("harena:covered", () => this.cover());
    document.addEventListener("harena:uncovered", () => this.uncover());
    document.addEventListener("close", ({ target }) => target.localName === "dialog" && this.uncover(), true);
  }

  get open() {
    return this.table.dataset.input === "open";
  }

  /** This decision is on the page now; the empty one if there is none. `wait`: milliseconds. */
  show(decision, wait = MOMENT) {
    if (decision === this.decision) return;
    this.decision = decision;
    if (decision) this.shut(wait);
    else this.unlock();
  }

  /** Something lies over the decision: until it is gone nothing can be chosen. */
  cover() {
    clearTimeout(this.timer);
    this.table.dataset.input = "shut";
  }

  /** What lay over the decision is gone: what is under the pointer now was not there before. */
  uncover() {
    if (this.decision) this.shut();
    else this.unlock();
  }

  shut(wait = MOMENT) {
    this.table.dataset.input = "shut";
    clearTimeout(this.timer);
    const begin = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.unlock(), wait);
    };
    if (document.hidden) begin();
    else requestAnimationFrame(begin); // it counts from when it can be seen
  }

  unlock() {
    clearTimeout(this.timer);
    this.table.dataset.input = "open";
  }

  /** A click that comes too soon, or was begun before this decision was there, is none. */
  stop(event) {
    if (!event.target.closest?.(DECIDING)) return;
    const begunBefore = event.detail > 0 && this.pressed !== this.decision; // keys have no detail
    if (this.open && !begunBefore) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
