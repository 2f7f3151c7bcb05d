import { expect, test } from "vitest";
import { difference } from "../src/kit/difference";

const kinds = (expected: string, written: string) => difference(expected, written).steps.map((one) => one.kind);

test("words are compared where there are spaces, characters as people see them where not", () => {
  expect(difference("eight hundred six", "eight hundred sixty").steps.map((one) => [one.expected, one.written])).toEqual([
    ["eight", "eight"], ["hundred", "hundred"], ["six", "sixty"],
  ]); // prettier-ignore
  expect(difference("pʰaː", "pʰa").between).toBe("");
  expect(difference("e\u0301a", "ea").steps.map((one) => one.kind)).toEqual(["changed", "same"]);
});

test.each([
  ["", "", []],
  ["a", "", ["left out"]],
  ["", "a b", ["added", "added"]],
  ["kitten", "sitting", ["changed", "same", "same", "same", "changed", "same", "added"]],
])("%s and %s", (expected, written, found) => {
  expect(kinds(expected, written)).toEqual(found);
});

test("both texts can be read back, and no way is shorter than the fewest changes", () => {
  const letters = ["a", "b", "c"];
  for (let seed = 0; seed < 300; seed++) {
    const text = (from: number) => Array.from({ length: (seed * from) % 7 }, (_, i) => letters[(seed * (i + from)) % 3]).join("");
    const [a, b] = [text(3), text(5)];
    const { steps } = difference(a, b);
    expect(steps.map((one) => one.expected).join("")).toBe(a);
    expect(steps.map((one) => one.written).join("")).toBe(b);
    expect(steps.filter((one) => one.kind !== "same").length).toBe(distance(a, b));
  }
});

test("long texts that share nothing are answered at once", () => {
  expect(kinds("a".repeat(10_000), "b".repeat(10_000)).length).toBe(20_000);
});

function distance(a: string, b: string): number {
  if (!a || !b) return a.length + b.length;
  if (a[0] === b[0]) return distance(a.slice(1), b.slice(1));
  return 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1)));
}
