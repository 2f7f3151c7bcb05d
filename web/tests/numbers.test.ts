import { expect, test } from "vitest";
import { csv, json, matrixNumbers } from "../src/kit/numbers";

test("CSV quotes what must be, and no symbol becomes a formula", () => {
  const numbers = { caption: "c", columns: ["a", "b"], rows: [['x,"y"', 1], ["=1+1", null], ["-", -1.5], ["\n", true]] };
  expect(csv(numbers)).toBe('a,b\r\n"x,""y""",1\r\n\'=1+1,\r\n\'-,-1.5\r\n"\n",true\r\n');
});

test("JSON has every digit", () => {
  expect(JSON.parse(json("t", { caption: "c", columns: ["a"], rows: [[1 / 3]] }))).toEqual({
    title: "t", caption: "c", columns: ["a"], rows: [[1 / 3]],
  }); // prettier-ignore
});

test("a matrix is a row for each row, with its name first", () => {
  const numbers = matrixNumbers("c", "word", ["a"], ["x", "y"], [[0.5]]);
  expect(numbers.columns).toEqual(["word", "x", "y"]);
  expect(numbers.rows).toEqual([["a", 0.5, null]]);
});
