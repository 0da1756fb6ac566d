// A link for a friend: to copy, to share through the system, or as a QR code for the phone across the table.
import { copy, el, kept } from "./base.js";
import { here } from "./here.js";
import { onlyHere, originForOthers } from "./reach.js";

let scanned = null; // the address whose code is on the page: the rows around it are made anew

/** Who asks friends to come: the one who opened the table. */
export function host() {
  const { seats } = here.now;
  return (seats.find((seat) => seat.taken && seat.kind === "person") || seats.find((seat) => seat.taken && seat.kind !== "bot"))?.name || "";
}

/** Who invites whom to which game, for whoever reads the link. */
export const invitation = () => (host() ? `${host()} invites you to ${here.now.game.title}` : `You are invited to ${here.now.game.title}`);

export function inviteParts(number) {
  const path = `/t/${here.id}#${number}.${kept(here.id).invites[number]}`;
  const alone = onlyHere();
  if (!alone) return sentParts(originForOthers() + path, `Link for seat ${number + 1}`);
  const note = el("p", "This link works only on this machine: the server listens to nobody else. ", { class: "reach" });
  note.append("For friends in your network, stop it and start it again with ", el("code", alone.command), ". Your table is kept");
  note.append(alone.address ? ", and this link will work for them:" : ". This machine is not in a network right now.");
  const parts = [...linkParts(location.origin + path, `Link for seat ${number + 1}`), note];
  return alone.address ? [...parts, ...linkParts(alone.address + path, `Link for seat ${number + 1} in your network`, "in-network")] : parts;
}

function linkParts(address, label, kind = "invite") {
  const field = el("input", "", { readonly: "", "aria-label": label, class: kind });
  field.value = address;
  field.addEventListener("focus", () => field.select());
  const button = el("button", "Copy the link", { type: "button", class: "main" });
  button.addEventListener("click", () => copy(address, button));
  return [field, button];
}

/** A link that others can open, with all the ways to send it. */
const sentParts = (address, label) => [...linkParts(address, label), ...shareParts(address), ...codeParts(address, label)];

/** The system's own way to send something on, where there is one. */
function shareParts(url) {
  if (!navigator.share) return [];
  const button = el("button", "Share ...", { type: "button", class: "share" });
  button.addEventListener("click", () => navigator.share({ title: "Harena", text: `${invitation()}.`, url }).catch(() => {})); // closed again
  return [button];
}

function codeParts(address, label) {
  const button = el("button", "QR code", { type: "button", class: "show-qr", "aria-expanded": "false" });
  const place = el("div", "", { class: "scan", "data-address": address, "data-label": label });
  place.hidden = true;
  button.addEventListener("click", async () => {
    scanned = scanned === address ? null : address;
    await showCodes();
    if (!place.hidden) place.scrollIntoView({ block: "nearest" }); // on a phone a sheet lies below
  });
  return [button, place];
}

/** The code that was asked for is on the page, and no other. */
export async function showCodes() {
  const { qrCode } = scanned ? await import("./qr.js") : {};
  for (const place of document.querySelectorAll(".scan")) {
    const { address, label } = place.dataset;
    place.hidden = scanned !== address;
    place.previousElementSibling.setAttribute("aria-expanded", String(!place.hidden));
    if (!place.hidden && !place.firstChild) place.append(qrCode(address, `${label} as a QR code`), el("p", "Point the camera of the other device at it."));
  }
}
