import { expect, test } from "vitest";
import { format } from "./format";

const points = "{n, plural, =0 {no points} one {# point} other {# points}}";

test.each([
  ["Ana rolled", "{name} rolled", { name: "Ana" }],
  ["−3 points", points, { n: -3 }],
  ["no points", points, { n: 0 }],
  ["1 point", points, { n: 1 }],
  ["you win", "{who, select, you {you win} other {{name} wins}}", { who: "you", name: "Ana" }],
  ["Ana wins 2 points", "{who, select, you {you win} other {{name} wins {n, plural, one {# point} other {# points}}}}", { who: "she", name: "Ana", n: 2 }],
  ["{lost}", "{lost}", {}],
])("%s", (said, message, values) => {
  expect(format(message, values, "en")).toBe(said);
});

test("French counts zero as one", () => {
  expect(format("{n, plural, one {# point} other {# points}}", { n: 0 }, "fr")).toBe("0 point");
});

test("numbers are grouped as the reader groups them", () => {
  expect(format("{n}", { n: 12345.5 }, "de")).toBe("12.345,5");
});

test.each([
  ["Calcul d’Adele", "Adele", "fr"],
  ["Calcul d’Élise", "Élise", "fr"],
  ["Calcul de Kim", "Kim", "fr"],
  ["Calcul de Adele", "Adele", "de"],
])("%s", (said, name, language) => {
  expect(format("Calcul de {name}", { name }, language)).toBe(said);
});

test("French elides no number", () => {
  expect(format("un score de {n}", { n: 11 }, "fr")).toBe("un score de 11");
});
