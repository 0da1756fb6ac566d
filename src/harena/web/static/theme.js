// Light or dark: as the system says, or as chosen here. Loaded before the page is drawn, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const KEY = "harena.theme";

  function read() {
    try {
      return localStorage.getItem(KEY) || "system";
    } catch {
      return "system"; // storage is off
    }
  }

  function wear(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const one of document.querySelectorAll("[name=theme]")) one.checked = one.value === (root.dataset.theme || "system");
  }

  wear(read());
  addEventListener("storage", (event) => event.key === KEY && wear(read())); // another page of this browser
  addEventListener("DOMContentLoaded", () => {
    wear(read());
    document.addEventListener("change", ({ target }) => {
      if (target.name !== "theme") return;
      try {
        localStorage.setItem(KEY, target.value);
      } catch {
        // it holds for this page
      }
      wear(target.value);
    });
  });
})();
