// "Your turn", for anyone who looks elsewhere: a sound and a notification, both only if asked for.
import { $ } from "./base.js";

const WANTED = { sound: "harena.sound", notify: "harena.notify" };

export function wants(name) {
  try {
    return localStorage.getItem(WANTED[name]) === "yes";
  } catch {
    return false;
  }
}

function want(name, yes) {
  try {
    localStorage.setItem(WANTED[name], yes ? "yes" : "no");
  } catch {
    // storage is off: it stays off
  }
}

let made = null;

/** What plays all sounds of a page; a browser lets it once somebody has touched the page. */
export function audio() {
  made ??= new AudioContext();
  made.resume();
  return made;
}

/** Let something of the game be heard, and felt where a device can shake; how is fetched when it is first needed. */
export async function hear(name) {
  const { play } = await import("./sounds.js");
  play(name);
}

/** What is heard of lines of the log; `won` says, once it is over, how it went for whoever sits here. */
export async function hearMoment(lines, won = null) {
  if (!wants("sound") && !lines.some(({ glimpse }) => glimpse?.sound)) return; // what shakes a device does so in silence too
  const { play, soundsOf } = await import("./sounds.js");
  soundsOf(lines, won).forEach(play);
}

/** Two soft tones, made here: there is no file to load. */
export function chime() {
  const sounds = audio();
  for (const [tone, at] of [[587, 0], [880, 0.16]]) {
    const [voice, loudness] = [sounds.createOscillator(), sounds.createGain()];
    const begin = sounds.currentTime + at;
    voice.frequency.value = tone;
    loudness.gain.setValueAtTime(0.0001, begin);
    loudness.gain.exponentialRampToValueAtTime(0.18, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    voice.connect(loudness).connect(sounds.destination);
    voice.start(begin);
    voice.stop(begin + 0.55);
  }
}

/** It has become the turn of whoever sits here. */
export function ring(title, text) {
  if (wants("sound")) chime();
  if (!wants("notify") || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(title, { body: text, tag: location.pathname, icon: "/static/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** The two switches in the settings. */
export function bellSettings() {
  $("sound").checked = wants("sound");
  $("sound").addEventListener("change", () => {
    want("sound", $("sound").checked);
    if ($("sound").checked) chime(); // so that one knows what to listen for
  });
  if (!$("notify")) return; // a replay has nobody's turn
  const can = "Notification" in window;
  $("notify").disabled = !can;
  $("notify").checked = can && wants("notify") && Notification.permission === "granted";
  $("notify").addEventListener("change", async () => {
    const allowed = $("notify").checked && (await Notification.requestPermission()) === "granted";
    $("notify-why").hidden = allowed || !$("notify").checked;
    $("notify").checked = allowed;
    want("notify", allowed);
  });
}
