// Advice in the reader's words.
import type { AnyAction, Chance } from "../../wire";
import type { GameModule, HistoryLine } from "./contract";
import { deed } from "./lines";
import { currentLanguage, has, t } from "../i18n";

/** A probability as a share of a hundred. */
export function share(probability: number): string {
  const rounded = Math.round(probability * 100);
  const bounded = probability > 0 && probability < 1 ? Math.min(99, Math.max(1, rounded)) : rounded;
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(bounded / 100);
}

/** What something is worth, in the unit of its advice. */
export function worth(value: number, unit: string): string {
  if (unit === "win") return t("advice.wins", { share: share(value) });
  return t("advice.points", { points: signed(value) });
}

export function signed(value: number): string {
  const format = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: "exceptZero" });
  return format.format(value).replace("-", "−");
}

/** An action as one tells what to do, for a hint or a review, with its small pictures. */
export function described(module: GameModule, action: AnyAction, seat: number): HistoryLine {
  const line = deed({ ...action, seq: 0, by: seat }, module);
  if (!line) return { text: action.do };
  return module.move ? { text: module.move(action), signs: line.signs } : line;
}

export function chanceText(chance: Chance, game: string): string {
  const key = `${game}.chance.${chance.code}`;
  const percent = share(chance.probability);
  const text = has(key) ? t(key, { ...chance.values, chance: percent }) : chance.text;
  const certain = chance.probability <= 0 || chance.probability >= 1;
  return certain || text.includes(percent) ? text : `${percent} ${text}`;
}
