// Share a moment: a picture of what a replay shows, as PNG or SVG, or the turn around it as an SVG that moves.
import { $, el, say } from "./base.js";

const WIDTH = 1600; // pixels of a PNG
const dialog = $("share-dialog");
let shown = null; // {source, move, eyes, through, game, over}

/** Ask what to make of a moment; nothing leaves this device until somebody sends the file. */
export function share(moment) {
  shown = moment;
  $("share-about").textContent = `Move ${moment.move} of ${moment.game}, as seen by ${moment.through}. You get a file; who gets it is up to you.`;
  say($("share-open"), moment.over ? "" : "This game is still going on: the picture shows what only you may see now, your hand included.");
  $("share-said").textContent = "";
  dialog.showModal();
}

dialog.addEventListener("click", async ({ target }) => {
  const kind = target.closest("[data-kind]")?.dataset.kind;
  if (!kind) return;
  for (const one of dialog.querySelectorAll("[data-kind]")) one.disabled = true;
  $("share-said").textContent = "A moment ...";
  try {
    await hand(kind);
  } catch (error) {
    $("share-said").textContent = error.message;
  }
  for (const one of dialog.querySelectorAll("[data-kind]")) one.disabled = false;
});

async function hand(kind) {
  const { source, move, eyes, game } = shown;
  const svg = await source.keepsake(move, eyes, kind === "turn" ? "turn" : "picture", !$("share-nameless").checked);
  const blob = kind === "png" ? await png(worn(svg)) : new Blob([svg], { type: "image/svg+xml" });
  const name = `${game.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-move-${move}${kind === "turn" ? "-turn" : ""}.${kind === "png" ? "png" : "svg"}`;
  await give(new File([blob], name, { type: blob.type }));
}

/** By the system's share sheet where fingers are, else as a download. */
async function give(file) {
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      $("share-said").textContent = "Shared.";
      return;
    } catch (error) {
      if (error.name === "AbortError") return void ($("share-said").textContent = ""); // thought better of it
    }
  }
  const link = el("a", "", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  $("share-said").textContent = `Saved as ${file.name}.`;
}

/** A PNG knows no light and dark: it has the colours of this page. */
function worn(svg) {
  const theme = document.documentElement.dataset.theme;
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  return svg.replaceAll(/@media\s*\(prefers-color-scheme:\s*dark\)/g, dark ? "@media all" : "@media not all");
}

async function png(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , width, height] = root.getAttribute("viewBox").split(" ").map(Number);
  const canvas = el("canvas");
  [canvas.width, canvas.height] = [WIDTH, Math.round((WIDTH * height) / width)];
  root.setAttribute("width", canvas.width);
  root.setAttribute("height", canvas.height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser cannot make a PNG of it; take the SVG.");
  return blob;
}
