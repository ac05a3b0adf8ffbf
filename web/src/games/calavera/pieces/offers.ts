// Finding one's way in what the server offers.
import type { AnyAction, Calavera, Option } from "../../../wire";
import { t } from "../../../lib/i18n";
import type { Colour } from "./faces";

export type Use = Calavera.Choice["action"];
export type Kind = "own" | "rose" | "freeze";
export const KINDS: Kind[] = ["own", "rose", "freeze"];

/** The action of a cell of the choices: a row, and what is used for it. */
export function useOf(row: Colour, kind: Kind): Calavera.Mark | Calavera.Freeze {
  if (kind === "freeze") return { do: "freeze", row };
  return { do: "mark", use: kind === "own" ? row : "rose", row };
}

/** Whether two actions are the same, whatever the order of their fields. */
export function same(one: object, other: object): boolean {
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))];
  return fields.length === others.size && fields.every(([name, value]) => equal(value, others.get(name)));
}

function equal(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}

export function offered(offers: Calavera.Offers | null, action: Use): Calavera.Choice | null {
  return offers?.choices.find((choice) => same(choice.action, action)) ?? null;
}

/** What the adviser would do first. */
export function best(advice: Option[] | null): AnyAction | null {
  return advice?.[0]?.action ?? null;
}

/** A choice and what it brings, in one sentence for eye and ear. */
export function told(choice: Calavera.Choice): string {
  const { action } = choice;
  if (action.do === "skip") return t("calavera.choice.skip");
  const row = t(`calavera.colour.${action.row}`);
  const kind = action.do === "freeze" ? "freeze" : action.use === "rose" ? "rose" : "own";
  const crosses = choice.boxes.length;
  const said = [t(`calavera.choice.${kind}`, { row, crosses, value: choice.value, box: choice.boxes.at(-1) ?? 0 })];
  if (choice.frozen && action.do === "mark") said.push(t("calavera.choice.death", { value: choice.value }));
  if (choice.lapse) said.push(t("calavera.choice.lapse", { n: choice.lapse }));
  for (const line of choice.lines) said.push(t("calavera.choice.line", { line: line.line + 1, points: line.points }));
  if (choice.ends) said.push(t("calavera.choice.ends"));
  return said.join(" ");
}

