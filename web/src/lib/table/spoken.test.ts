import { expect, test } from "vitest";
import { spoken } from "../board/lines";

const said = { seq: 7, by: "house" as const, do: "said", name: "Ben", seat: 1 };

test("what somebody wrote is read aloud, unless it is hidden", () => {
  expect(spoken({ ...said, text: "hello" }, null, ["Ana", "Ben"])).not.toBeNull();
  expect(spoken({ ...said, text: "", hidden: true }, null, ["Ana", "Ben"])).toBeNull();
});
