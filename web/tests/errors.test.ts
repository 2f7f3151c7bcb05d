import { expect, test } from "vitest";
import { errorNumbers, found, sorted } from "../src/pages/evaluation/errors";
import type { WrongAnswer } from "../src/traces";

const wrong = (source: string, edits: number, log: number | null, place: number): WrongAnswer => ({
  source, target: `right ${source}`, answer: "Wrong", log_probability: log, edits, references: [`right ${source}`], rank: null, place,
}); // prettier-ignore
const errors = [wrong("b10", 1, -2, 2), wrong("b9", 3, -1, 1), wrong("Ä", 3, -0.5, 0), wrong("<b>", 1, null, 3)];
const sources = (list: readonly WrongAnswer[]) => list.map((one) => one.source);

test("each order", () => {
  expect(sources(sorted(errors, "edits"))).toEqual(["Ä", "b9", "b10", "<b>"]);
  expect(sources(sorted(errors, "sure"))).toEqual(["Ä", "b9", "b10", "<b>"]);
  expect(sources(sorted(errors, "unsure"))).toEqual(["<b>", "b10", "b9", "Ä"]);
  expect(sources(sorted(errors, "source")).filter((one) => one.startsWith("b"))).toEqual(["b9", "b10"]);
  expect(sources(sorted(errors, "file"))).toEqual(["Ä", "b9", "b10", "<b>"]);
});

test("what is typed is looked for everywhere, each word of it", () => {
  expect(sources(found(errors, "  "))).toEqual(sources(errors));
  expect(sources(found(errors, "A\u0308"))).toEqual(["Ä"]);
  expect(sources(found(errors, "b wrong right"))).toEqual(["b10", "b9", "<b>"]);
  expect(found(errors, "nowhere")).toEqual([]);
});

test("a file of them counts lines from 1", () => {
  expect(errorNumbers(errors).rows[2]).toEqual(["Ä", "right Ä", "Wrong", 3, -0.5, null, 1]);
});
