// Short, dry sounds made on the spot; nothing is heard until the player turns them on.
import { settings } from "./settings.svelte";

export type Sound = "die" | "card" | "tile" | "wood" | "knock" | "turn" | "end";

interface Strike {
  /** Seconds after the first. */
  at: number;
  hertz: number;
  /** How quickly it dies away, in seconds. */
  decay: number;
  /** How much of it is noise: 1 is a rustle, 0 a tone. */
  noise: number;
  loud: number;
}

const STRIKES: Record<Sound, Strike[]> = {
  die: [0, 0.06, 0.11, 0.15].map((at, i) => strike(at, 900 + 170 * (i % 2), 0.03, 0.6, 0.5 - 0.08 * i)),
  card: [strike(0, 2600, 0.05, 1, 0.35)],
  tile: [strike(0, 620, 0.045, 0.4, 0.6)],
  wood: [strike(0, 310, 0.07, 0.35, 0.7), strike(0.012, 540, 0.03, 0.5, 0.35)],
  knock: [strike(0, 180, 0.09, 0.3, 0.9), strike(0.16, 170, 0.09, 0.3, 0.9)],
  turn: [strike(0, 880, 0.12, 0, 0.25)],
  end: [strike(0, 523, 0.25, 0, 0.25), strike(0.14, 659, 0.25, 0, 0.25), strike(0.28, 784, 0.4, 0, 0.25)],
};

let audio: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  for (const one of STRIKES[sound]) hit(audio, one);
}

function strike(at: number, hertz: number, decay: number, noise: number, loud: number): Strike {
  return { at, hertz, decay, noise, loud };
}

function hit(on: AudioContext, { at, hertz, decay, noise, loud }: Strike): void {
  const start = on.currentTime + at;
  if (noise < 1) {
    const tone = new OscillatorNode(on, { type: "triangle", frequency: hertz });
    voice(on, tone, start, decay, loud * (1 - noise));
    tone.stop(start + 6 * decay);
  }
  if (noise > 0) {
    const rustle = new AudioBufferSourceNode(on, { buffer: hiss(on) });
    const band = new BiquadFilterNode(on, { type: "bandpass", frequency: hertz, Q: 1.2 });
    rustle.connect(band);
    voice(on, rustle, start, decay, loud * noise, band);
    rustle.stop(start + 6 * decay);
  }
}

function voice(on: AudioContext, source: AudioScheduledSourceNode, start: number, decay: number, loud: number, through: AudioNode = source): void {
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0.4 * loud, start);
  gain.gain.setTargetAtTime(0, start, decay);
  through.connect(gain).connect(on.destination);
  source.start(start);
}

let noise: AudioBuffer | undefined;

function hiss(on: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return noise;
}
