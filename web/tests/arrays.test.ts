import { expect, test } from "vitest";
import { matrix } from "../src/arrays";

const sizes = { layer: 2, head: 2, target: 2, source: 3 };
const all = { axes: ["layer", "head", "target", "source"], values: Array.from({ length: 24 }, (_, i) => i) };

test("one layer and head", () => {
  expect(matrix(all, sizes, { layer: 1, head: 0 })).toEqual([[12, 13, 14], [15, 16, 17]]); // prettier-ignore
});

test("the mean over heads; an axis that is not there is passed over", () => {
  expect(matrix(all, sizes, { layer: 0, head: "mean" })).toEqual([[3, 4, 5], [6, 7, 8]]); // prettier-ignore
  const means = { axes: ["target", "source"], values: [1, 2, 3, 4, 5, null] };
  expect(matrix(means, sizes, { layer: 0, head: "mean" })).toEqual([[1, 2, 3], [4, 5, null]]); // prettier-ignore
});

test("what is left must be two axes", () => {
  expect(() => matrix(all, sizes, { layer: 0 })).toThrow("two axes");
});
