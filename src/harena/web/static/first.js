// The door to a guided first game: begin one, or go on with the one that was begun.
import { $, ask, keepName, myName, openTable, say } from "./base.js";
import { forget } from "./guided.js";

const door = $("first");
const { game, options } = door.dataset;

$("name").value ||= myName(); // who types before the script is there keeps it

async function findBegun() {
  try {
    const mine = await ask("/api/mine");
    const begun = mine.find((table) => table.guided && table.game === game && table.status !== "over");
    if (!begun) return;
    $("go-on").href = `/t/${begun.id}`;
    $("go-on").hidden = false;
    $("begin").classList.remove("main");
    $("begin").textContent = "Start over";
  } catch {
    // then one can still begin
  }
}

$("begin").addEventListener("click", async () => {
  const bots = Array.from({ length: Number(door.dataset.seats) - 1 }, () => ({ kind: "bot", bot: "easy" }));
  const setup = { game, seats: [{ kind: "person" }, ...bots], options: JSON.parse(options), practice: true, guided: true, spectators: false };
  keepName($("name").value);
  $("begin").disabled = true;
  try {
    const id = await openTable(setup, $("name").value.trim());
    forget(game);
    location.assign(`/t/${id}`);
  } catch (error) {
    say($("problem"), error.message);
    $("begin").disabled = false;
  }
});

findBegun();
