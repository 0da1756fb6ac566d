// The list of what can be chosen, and its bond with the picture: the same thing lights up in both.
import { el } from "./base.js";
import { byKeyboard } from "./tips.js";

export class Choices {
  constructor(place, picture, act) {
    this.place = place;
    this.picture = picture;
    this.act = act;
    this.actions = [];
    this.focused = ""; // where the keyboard was when the last choice was made: "list" or "picture"
    picture.place.addEventListener("harena:hover", ({ detail }) => this.light(detail.action, detail.on));
    for (const [name, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
      document.addEventListener(name, (event) => {
        const hovers = event.pointerType === "mouse" && event.target.closest?.(".choice"); // a finger does not hover
        const thing = event.pointerType ? hovers : event.target.closest?.("#picture [data-action], .choice");
        if (thing) this.light(thing.dataset.action, on);
      });
    }
  }

  light(action, on) {
    this.picture.light(action, on);
    for (const one of this.place.children) if (one.dataset.action === action) one.classList.toggle("lit", on);
  }

  show(actions) {
    this.remember();
    this.actions = actions;
    this.place.replaceChildren(...actions.map((one, number) => this.button(one, number)));
    this.place.classList.toggle("many", actions.length > 6);
    this.picture.call(actions, actions.map((_, number) => `hint-${number}`));
    this.unlock();
    if (actions.length) this.resume();
  }

  clear() {
    this.actions = [];
    this.place.replaceChildren();
  }

  button(one, number) {
    const button = el("button", "", { type: "button", class: `choice${one.danger ? " danger" : ""}`, "data-action": one.action });
    if (number < 10) button.append(el("kbd", String((number + 1) % 10), { "aria-hidden": "true" }));
    button.append(el("span", one.label));
    button.append(el("span", [one.hint, one.danger].filter(Boolean).join(" "), { id: `hint-${number}`, hidden: "" }));
    button.setAttribute("aria-describedby", `hint-${number}`);
    button.addEventListener("click", () => this.act(one.action));
    return button;
  }

  /** Where the keyboard is, before what it was on goes away. */
  remember() {
    const on = document.activeElement;
    if (!byKeyboard) this.focused = "";
    else if (this.place.contains(on)) this.focused = "list";
    else if (this.picture.place.contains(on)) this.focused = "picture";
    else if (on && on !== document.body) this.focused = "";
  }

  /** Go on where the keyboard was: the next decision is under the same fingers. */
  resume() {
    const away = !document.activeElement || document.activeElement === document.body;
    if (!byKeyboard || !this.focused || !away) return;
    const drawn = this.focused === "picture" ? this.actions.map((one) => this.picture.of(one.action)[0]) : [];
    (drawn.find(Boolean) || this.place.firstElementChild)?.focus(); // in the list's order: nothing dangerous first
  }

  lock() {
    this.remember();
    document.body.classList.add("locked");
    for (const button of this.place.children) button.disabled = true;
  }

  unlock() {
    document.body.classList.remove("locked");
    for (const button of this.place.children) button.disabled = false;
  }
}
