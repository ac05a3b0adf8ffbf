// What is expected of whom, for the bar.
import { currentLanguage } from "../../../lib/i18n";
import type { View } from "../moves/tiles";

type Sentence = { key: string; values?: Record<string, string | number> };

export function expects(view: View, names: string[]): Sentence {
  const name = names[view.active] ?? "";
  const mine = view.seat !== null && view.to_act.includes(view.seat);
  if (view.over) return over(view, names);
  if (view.phase === "answer") {
    return mine ? say("answer", { name, n: view.pending?.announce ?? 0 }) : say("wait_answer");
  }
  if (view.phase !== "play") return say("draw");
  if (!mine) return say("other", { name });
  if (view.board.every((tile) => !tile)) return say("first");
  if (!view.bag) return say("play_empty");
  return say(view.options.challenge ? "play_challenge" : "play");
}

function over(view: View, names: string[]): Sentence {
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  return say("over", { names: list.format(view.winners.map((seat) => names[seat] ?? "")), n: view.winners.length });
}

function say(key: string, values?: Record<string, string | number>): Sentence {
  return { key: `calculissimo.expects.${key}`, values };
}
