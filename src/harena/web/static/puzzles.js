// The list of puzzles: which of them this browser has solved, and for how many days in a row.
import { $, say } from "./base.js";
import { solvedOf, streak, streakSaid } from "./streak.js";

const { day } = $("puzzles").dataset;

for (const article of document.querySelectorAll(".puzzle-game")) {
  const { days, ids } = solvedOf(article.dataset.game);
  say(article.querySelector(".streak"), streakSaid(streak(days, day)));
  if (days.includes(day)) article.querySelector(".button.main").textContent = "Solved for today: look again";
  for (const link of article.querySelectorAll("[data-id]")) {
    if (!ids.includes(link.dataset.id)) continue;
    link.classList.add("solved");
    link.setAttribute("aria-label", `${link.getAttribute("aria-label")}, solved`);
  }
}
