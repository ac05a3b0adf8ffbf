// What is expected of whom, for the bar.
import { currentLanguage } from "../../../lib/i18n";
import type { View } from "../model/geometry";

type Sentence = { key: string; values?: Record<string, string | number> };

export function expects(view: View, names: string[]): Sentence {
  const name = names[view.active] ?? "";
  const mine = view.seat !== null && view.to_act.includes(view.seat);
  switch (view.phase) {
    case "over":
      return over(view, names);
    case "start":
    case "place":
    case "draw":
      return say(view.phase);
    case "build":
      return mine ? say("build") : say("build_other", { name });
    case "remove": {
      const which = view.again?.length ? "remove_first" : "remove";
      return mine ? say(which) : say(`${which}_other`, { name });
    }
    case "knock":
      return say(mine ? "knock" : "knock_wait", { name });
    case "show":
      return mine ? say("show", { name }) : say("show_other", { knocker: names[view.knocker ?? 0] ?? "" });
    case "last":
      return say(mine ? "last" : "last_other");
  }
}

function over(view: View, names: string[]): Sentence {
  const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
  return say("over", { names: list.format(view.winners.map((seat) => names[seat] ?? "")), n: view.winners.length });
}

function say(key: string, values?: Record<string, string | number>): Sentence {
  return { key: `cubus.expects.${key}`, values };
}
