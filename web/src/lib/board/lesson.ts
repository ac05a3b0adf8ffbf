// Whether an action is the one a step of a lesson asks for.
import type { AnyAction } from "../../wire";

/** Whether the action has all the fields of the pattern, lists as sets where order means nothing. */
export function fits(action: AnyAction, pattern: Partial<AnyAction>): boolean {
  return Object.entries(pattern).every(([field, wanted]) => (PLACES.has(field) ? exactly : same)(action[field], wanted));
}

/** Fields that hold a row and a column: there the order does mean something. */
const PLACES = new Set(["at", "card", "to", "cell"]);

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return sorted(a) === sorted(b);
  return exactly(a, b);
}

function exactly(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function sorted(list: unknown[]): string {
  return list.map((one) => JSON.stringify(one)).sort().join();
}
