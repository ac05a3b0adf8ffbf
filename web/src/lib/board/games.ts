// The games, each loaded when it is needed.
import type { GameModule } from "./board";
import { loadMessages } from "../i18n";

export const GAMES = ["calavera", "calcory", "calculissimo", "cubus"] as const;
export type GameId = (typeof GAMES)[number];

const modules = import.meta.glob<{ game: GameModule }>("../../games/*/index.ts");

export function isGame(id: string): id is GameId {
  return (GAMES as readonly string[]).includes(id);
}

/** A game's part of the page with its messages. */
export async function loadGame(id: string): Promise<GameModule> {
  const load = modules[`../../games/${id}/index.ts`];
  if (!load) throw new Error(`the page cannot draw ${id}`);
  const [module] = await Promise.all([load(), loadMessages(id)]);
  return module.game;
}
