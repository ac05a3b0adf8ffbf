// Games of this device that an account has taken over: by their id here, their id at the server.
import { keep, kept } from "./kept";

const NAME = "moved";

export function movedGames(): Record<string, string> {
  try {
    return JSON.parse(kept(NAME) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function rememberMoved(here: string, there: string): void {
  keep(NAME, JSON.stringify({ ...movedGames(), [here]: there }));
}
