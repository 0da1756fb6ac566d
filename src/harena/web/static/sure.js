// Asks once more before something is done that may be regretted.
import { $ } from "./base.js";
import { MOMENT } from "./gate.js";

let then = null; // what a yes does
let about = ""; // the decision it is about; empty: none
let timer;

/** Ask; `yes` and `no` are the words on the buttons, and does() is called after a yes. */
export function askOnceMore({ title, text, yes, no, decision = "" }, does) {
  [then, about] = [does, decision];
  $("sure-title").textContent = title;
  $("sure-text").textContent = text;
  $("sure-yes").textContent = yes;
  $("sure-no").textContent = no;
  $("sure").returnValue = "";
  $("sure").dataset.input = "shut"; // the second of two quick clicks is not the answer
  clearTimeout(timer);
  timer = setTimeout(() => ($("sure").dataset.input = "open"), MOMENT);
  if (!$("sure").open) $("sure").showModal();
  document.dispatchEvent(new Event("harena:covered")); // until it is closed
}

/** Another decision is on the page: a question about an older one is pointless. */
export function forgetQuestion(decision) {
  if (!about || about === decision) return;
  then = null;
  if ($("sure").open) $("sure").close();
}

$("sure").addEventListener("click", (event) => $("sure").dataset.input === "shut" && event.preventDefault(), true);
$("sure").addEventListener("close", () => {
  const does = then;
  [then, about] = [null, ""];
  if ($("sure").returnValue === "yes") does?.();
});
