// The index of cards and pieces: a filter, and each of them large.
import { $, el } from "./base.js";

const shelves = [...document.querySelectorAll(".shelf")];
const things = [...document.querySelectorAll(".shelf li")];
const said = new Map(things.map((thing) => [thing, `${thing.textContent} ${thing.querySelector("button")?.ariaLabel || ""}`.toLowerCase()]));

function filter() {
  const wanted = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const thing of things) thing.hidden = !wanted.every((word) => said.get(thing).includes(word));
  for (const shelf of shelves) shelf.hidden = !shelf.querySelector("li:not([hidden])");
  const count = things.filter((thing) => !thing.hidden).length;
  $("count").textContent = wanted.length ? `${count} of ${things.length}` : "";
  $("none").hidden = count > 0;
}

function enlarge(thing) {
  const copy = thing.querySelector("svg").cloneNode(true);
  $("enlarged").querySelector(".large").replaceChildren(copy);
  $("enlarged").querySelector("p").replaceWith(el("p", thing.querySelector(".text").textContent));
  $("enlarged").showModal();
  history.replaceState(null, "", `#${encodeURIComponent(thing.id)}`); // so that the address can be passed on
}

$("filter").addEventListener("input", filter);
for (const thing of things) thing.querySelector("button")?.addEventListener("click", () => enlarge(thing));
$("enlarged").addEventListener("click", (event) => event.target === $("enlarged") && $("enlarged").close());
filter(); // a browser may have kept the field
