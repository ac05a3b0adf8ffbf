// Names as the reader reads them.
import type { ListedTable, TableInfo } from "../../wire";
import { has, t } from "./index";

/** A player's name; a guest may have none. */
export function called(name: string): string {
  return name || t("guest");
}

/** The names at a table, a seat each; empty where a seat is free. */
export function namesOf(about: TableInfo | null): string[] {
  return distinct((about?.seats ?? []).map(({ kind, name }) => (kind === "open" ? "" : called(name))));
}

/** Names that can be told apart: a second Jona is called Jona 2. */
export function distinct(names: string[]): string[] {
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return name && before ? `${name} ${before + 1}` : name;
  });
}

/** Who sits at a table in a list. */
export function seated({ names }: ListedTable): string[] {
  return names.filter((name) => name !== null).map(called);
}

/** A bot's level; one that the page has no word for is called as the game calls it. */
export function levelName(level: string | null): string {
  const key = `level.${level}`;
  return has(key) ? t(key) : (level ?? "");
}
