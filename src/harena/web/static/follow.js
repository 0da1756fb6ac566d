// Keeps the newest line of a list in sight, whatever changes its size, until the reader scrolls up.

const NEAR = 24; // pixels from the end that count as the end

export class Follow {
  /** `place` scrolls; `down` is the button that leads back to the newest line. */
  constructor(place, down) {
    Object.assign(this, { place, down, following: true, unread: 0, top: 0, size: "" });
    place.addEventListener("scroll", () => this.scrolled(), { passive: true });
    place.addEventListener("wheel", ({ deltaY }) => deltaY < 0 && this.leave(), { passive: true });
    down.addEventListener("click", () => this.follow());
    new ResizeObserver(() => this.settle()).observe(place);
  }

  get measure() {
    return `${this.place.scrollHeight} ${this.place.clientHeight} ${this.place.clientWidth}`;
  }

  get atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.place;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** By hand, if the size is as it was: a list that shrinks or is hidden scrolls, too. */
  scrolled() {
    if (!this.place.clientHeight || this.measure !== this.size) return;
    if (this.atEnd) this.following = true;
    else if (this.place.scrollTop < this.top) this.following = false;
    this.top = this.place.scrollTop;
    this.show();
  }

  /** The wheel turns up: what comes at this very moment must not pull the reader down again. */
  leave() {
    if (this.place.scrollTop > 0) this.following = false;
    this.show();
  }

  follow() {
    this.following = true;
    this.settle();
  }

  /** So many new lines are there. */
  grown(lines) {
    if (!this.following) this.unread += lines;
    this.settle();
  }

  /** Something may have changed its size: whoever reads the newest lines goes on reading them, others stay where they are. */
  settle() {
    const { place } = this;
    if (!place.clientHeight) return; // under another tab
    place.scrollTop = this.following ? place.scrollHeight : this.top;
    this.top = place.scrollTop;
    this.size = this.measure;
    this.show();
  }

  show() {
    if (this.following) this.unread = 0;
    const lines = `${this.unread} new line${this.unread === 1 ? "" : "s"}`;
    this.down.textContent = this.unread ? lines : "To the newest";
    this.down.hidden = this.following;
  }
}
