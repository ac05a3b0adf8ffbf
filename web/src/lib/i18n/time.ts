// Times as people say them.
import { currentLanguage } from "./index";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** "3 minutes ago", in the reader's language. */
export function ago(ms: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - ms) / 1000);
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  for (const [unit, size] of STEPS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return words.format(0, "second");
}

/** "2 minutes", "3 days": a length of time. */
export function lasts(seconds: number): string {
  const [unit, size] = STEPS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["second", 1];
  return new Intl.NumberFormat(currentLanguage(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}
