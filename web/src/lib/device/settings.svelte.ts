// What the player chose for this device.
import { keep, kept } from "./kept";

export const PACES = { calm: 1.6, normal: 1, quick: 0.5, instant: 0 };
export type Pace = keyof typeof PACES;

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "system" | "on" | "off";
  /** How long the moves of others are seen. */
  pace: Pace;
  sound: boolean;
  vibration: boolean;
  /** Seconds that what was turned up stays open before it is hidden again, here on this screen. */
  openSeconds: number;
  /** Whether a finished move waits for a last click. */
  confirm: boolean;
}

const DEFAULTS: Settings = { theme: "system", motion: "system", pace: "normal", sound: false, vibration: true, openSeconds: 3, confirm: true };

export const settings: Settings = $state({ ...DEFAULTS, ...read() });

const dark = media("(prefers-color-scheme: dark)");
const still = media("(prefers-reduced-motion: reduce)");
let systemDark = $state(dark?.matches ?? false);
let systemStill = $state(still?.matches ?? false);
dark?.addEventListener("change", () => (systemDark = dark.matches));
still?.addEventListener("change", () => (systemStill = still.matches));

/** Whether pieces move on their way; when false they simply are where they are. */
export function moves(): boolean {
  return settings.motion === "system" ? !systemStill : settings.motion === "on";
}

/** `ms` at the player's pace. What is only looked at needs no motion. */
export function paced(ms: number): number {
  return ms * (PACES[settings.pace] ?? 1);
}

/** `ms` where there is motion, 0 where there is none: for Svelte's transitions. */
export function lasting(ms: number): number {
  return moves() ? paced(ms) : 0;
}

export function theme(): "light" | "dark" {
  if (settings.theme !== "system") return settings.theme;
  return systemDark ? "dark" : "light";
}

/** Keeps the settings and lets the document show them; called once, by the app. */
export function applySettings(): void {
  $effect(() => {
    keep("settings", JSON.stringify(settings));
    document.documentElement.dataset.theme = theme();
    document.documentElement.dataset.motion = moves() ? "on" : "off";
    document.documentElement.dataset.pace = settings.pace;
  });
}

function read(): Partial<Settings> {
  try {
    return JSON.parse(kept("settings") ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

function media(query: string): MediaQueryList | undefined {
  return typeof matchMedia === "undefined" ? undefined : matchMedia(query);
}
