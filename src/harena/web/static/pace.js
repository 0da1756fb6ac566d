// How quickly bots decide: this browser's wish, kept for all tables; a table goes by the slowest of its people's.
import { $ } from "./base.js";
import { here } from "./here.js";

const KEY = "harena.pace";
const WORDS = { slow: "slowly", normal: "at a normal pace", fast: "fast", at_once: "at once" };
const told = new Map(); // by seat: what the server was told last
let tell = () => {};

function wish() {
  try {
    const found = localStorage.getItem(KEY);
    return found in WORDS ? found : "";
  } catch {
    return ""; // storage is off
  }
}

/** tell(seat, pace) sends a wish to the server; false if it cannot just now. */
export function paceSettings(send) {
  tell = send;
  $("pace").addEventListener("change", ({ target }) => {
    try {
      localStorage.setItem(KEY, target.value);
    } catch {
      // then it holds for this page alone
    }
    say(target.value);
  });
}

function say(pace) {
  for (const seat of here.yours) {
    if (here.now.seats[seat].pace === pace || told.get(seat) === pace) continue;
    if (tell(seat, pace)) told.set(seat, pace);
  }
}

/** The table has changed: it hears of the wish that this browser keeps, and the menu shows what counts. */
export function showPace() {
  const { now, yours } = here;
  const own = wish() || now.seats[yours[0]]?.pace || "normal";
  $("pace").hidden = !yours.length || !now.seats.some((seat) => seat.bot || seat.kind === "bot");
  $("pace").querySelector(`[value=${own}]`).checked = true;
  if (wish() && now.status !== "over") say(wish());
  const slower = now.pace !== own && now.seats.some((seat, number) => seat.kind !== "bot" && !yours.includes(number));
  $("pace-why").hidden = !slower;
  $("pace-why").textContent = slower ? `Another player wants more time, so bots decide ${WORDS[now.pace]}.` : "";
}
