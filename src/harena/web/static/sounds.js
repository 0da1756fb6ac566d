// What is heard of the game, for anyone who wants sounds: made here, there is no file to load.
import { audio, wants } from "./bell.js";
import { still } from "./motion.js";

const LANDS = 0.18; // seconds until what falls has landed
const BREAKS = 0.85; // until what topples breaks

/** A tone that fades; it may slide to another. */
function tone(at, { from, to = from, lasts, loud, shape = "sine" }) {
  const sounds = audio();
  const [voice, loudness] = [sounds.createOscillator(), sounds.createGain()];
  const begin = sounds.currentTime + at;
  voice.type = shape;
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, begin + lasts);
  loudness.gain.setValueAtTime(loud, begin);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  voice.connect(loudness).connect(sounds.destination);
  voice.start(begin);
  voice.stop(begin + lasts);
}

/** A noise below a pitch that swells and fades. */
function noise(at, { below, lasts, loud, swells = 0.01 }) {
  const sounds = audio();
  const heard = sounds.createBuffer(1, Math.ceil(sounds.sampleRate * lasts), sounds.sampleRate);
  const samples = heard.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  const [source, filter, loudness] = [sounds.createBufferSource(), sounds.createBiquadFilter(), sounds.createGain()];
  const begin = sounds.currentTime + at;
  source.buffer = heard;
  filter.frequency.value = below;
  loudness.gain.setValueAtTime(0.0001, begin);
  loudness.gain.exponentialRampToValueAtTime(loud, begin + swells);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  source.connect(filter).connect(loudness).connect(sounds.destination);
  source.start(begin);
}

const SOUNDS = {
  tick: () => tone(0, { from: 660, lasts: 0.09, loud: 0.12 }),
  go: () => tone(0, { from: 990, lasts: 0.25, loud: 0.14 }),
  click: () => tone(0, { from: 1400, to: 500, lasts: 0.05, loud: 0.1, shape: "square" }),
  thud: () => {
    tone(LANDS, { from: 150, to: 55, lasts: 0.18, loud: 0.4 });
    noise(LANDS, { below: 700, lasts: 0.1, loud: 0.2 });
  },
  crash: () => {
    noise(0.2, { below: 110, lasts: 0.8, loud: 0.5, swells: 0.5 });
    for (const [n, at] of [0, 0.12, 0.21, 0.36, 0.45, 0.62].entries()) {
      tone(BREAKS + 0.3 + at, { from: 190 - 17 * n, to: 60, lasts: 0.16, loud: 0.35 });
      noise(BREAKS + 0.3 + at, { below: 1400 - 150 * n, lasts: 0.14, loud: 0.25 });
    }
  },
  horn: () => tone(0, { from: 196, to: 185, lasts: 0.7, loud: 0.14, shape: "sawtooth" }),
  fanfare: () => [523, 659, 784].forEach((from, n) => tone(LANDS + 0.15 + 0.11 * n, { from, lasts: 0.4, loud: 0.14 })),
  dice: () => [0, 0.07, 0.13, 0.22, 0.34].forEach((at, n) => noise(at, { below: 2600 - 250 * n, lasts: 0.05, loud: 0.22 })),
  hit: () => {
    tone(0.05, { from: 220, to: 80, lasts: 0.14, loud: 0.3, shape: "triangle" });
    noise(0.05, { below: 1800, lasts: 0.07, loud: 0.2 });
  },
  win: () => [523, 659, 784, 1047].forEach((from, n) => tone(0.2 + 0.13 * n, { from, lasts: 0.5, loud: 0.13 })),
  loss: () => [392, 330, 262].forEach((from, n) => tone(0.2 + 0.18 * n, { from, lasts: 0.5, loud: 0.11 })),
  end: () => [440, 440].forEach((from, n) => tone(0.2 + 0.2 * n, { from, lasts: 0.4, loud: 0.11 })),
};
const SHAKES = { click: [12], crash: [0, 250, 30, 30, 30, 30, 30, 30, 350, 200, 60, 120] }; // milliseconds on, off, on …

/** What lines of the log sound like: their own sounds, else dice and hits, each once however many there are, then the end. */
export function soundsOf(lines, won = null) {
  const glimpses = lines.map(({ glimpse }) => glimpse || {});
  const heard = glimpses.map(({ sound }) => sound).filter((name) => SOUNDS[name]);
  if (glimpses.some(({ dice }) => dice?.length)) heard.unshift("dice");
  if (!glimpses.some(({ sound }) => sound) && glimpses.some(({ hit }) => hit)) heard.push("hit");
  const over = won !== null || glimpses.some(({ mark }) => mark === "end");
  if (over && !heard.includes("fanfare")) heard.push({ won: "win", lost: "loss" }[won] || "end");
  return [...new Set(heard)];
}

/** Let something be heard, and felt where a device can shake; a name that is not known is silent. */
export function play(name) {
  if (SHAKES[name] && !still()) navigator.vibrate?.(SHAKES[name]);
  if (wants("sound")) SOUNDS[name]?.();
}
