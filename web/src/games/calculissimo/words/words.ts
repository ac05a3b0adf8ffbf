// Refusals with their places and values as players say them.
import { currentLanguage, t } from "../../../lib/i18n";
import { why, type Refusal } from "../../../lib/net/refused";
import { placeName } from "../moves/tiles";

type Place = [number, number];

/** Why not, in the reader's language. */
export function reason(refusal: Refusal): string {
  return why({ ...refusal, where: named(refusal.where) }, "calculissimo");
}

/** The field that a refusal is about; null where it is about none. */
export function about(refusal: Refusal): Place | null {
  const { place, places, to } = refusal.where as { place?: Place; places?: Place[]; to?: Place };
  return place ?? places?.[1] ?? to ?? null;
}

/** Places by their names, lines in words, numbers as the reader writes them. */
export function named(where: Record<string, unknown>): Record<string, string | number> {
  const { place, places, from, to, value, bonus, tile, ...rest } = where as {
    place?: Place;
    places?: [Place, Place];
    from?: Place;
    to?: Place;
    value?: string;
    bonus?: boolean;
    tile?: string;
  };
  const values: Record<string, string | number> = { ...(rest as Record<string, string | number>) };
  if (place) values.place = placeName(...place);
  if (places) [values.one, values.other] = places.map((one) => placeName(...one)) as [string, string];
  if (from && to) values.line = t(from[0] === to[0] ? "calculissimo.line.across" : "calculissimo.line.down", ends(from, to));
  if (value !== undefined) values.value = currentLanguage() === "en" ? value : value.replace(".", ",");
  if (bonus !== undefined) values.bonus = String(bonus);
  if (tile !== undefined) values.tile = tile;
  return values;
}

function ends(from: Place, to: Place): Record<string, string> {
  return { from: placeName(...from), to: placeName(...to) };
}
