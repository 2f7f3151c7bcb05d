import { expect, test } from "vitest";
import { children, choices, compared, leastSure, line, looked, parent, rowOf, symbolsOf, written } from "../src/labs/decoding/search";
import { newAt, numbersOf, rowsAt, shape } from "../src/labs/decoding/kept";
import { read, requests, usual, written as address } from "../src/labs/decoding/state";
import { verdict } from "../src/labs/decoding/task";
import { MOST_STEPS, plan, walked } from "../src/labs/decoding/tree_plan";
import type { Candidate, DecodingTrace, Kept } from "../src/traces";

const sign = (text: string, id: number) => ({ text, id, special: text.startsWith("<"), unknown: false });
const one = (symbol: number, row: number, probability: number, log: number, fate: Candidate["fate"]): Candidate => ({
  symbol, row, probability, log_probability: log, ranking_score: log, fate,
}); // prettier-ignore

/** A beam of 2 over a b ‹eos›: "a ‹eos›" wins over "b ‹eos›"; "a b" was dropped. */
const trace: DecodingTrace = {
  schema: "seq2see/decoding/1", model: "m", source_text: "xy", attention: true, layers: 2, heads: 2, vocabulary: 5,
  search: "beam", beam: 2, length_penalty: 0, length_formula: "wu", forced: 0, end: "settled", longest: 9,
  steps: [
    { parents: [null], candidates: [one(1, 0, 0.6, Math.log(0.6), "kept"), one(2, 0, 0.3, Math.log(0.3), "kept"), one(0, 0, 0.1, Math.log(0.1), "dropped")] },
    { parents: [0, 1], candidates: [one(0, 0, 0.7, Math.log(0.42), "ended"), one(0, 1, 0.9, Math.log(0.27), "ended"), one(2, 0, 0.2, Math.log(0.12), "settled")] },
  ],
  answers: [
    { text: "a", path: [0, 0], log_probability: Math.log(0.42), ranking_score: Math.log(0.42), finished: true },
    { text: "b", path: [1, 1], log_probability: Math.log(0.27), ranking_score: Math.log(0.27), finished: true },
  ],
  kept: [],
  tokens: { source: [sign("x", 3), sign("y", 4)], symbol: [sign("<eos>", 2), sign("a", 3), sign("b", 4)] },
  axes: { source: 2, symbol: 3, row: 3, likely: 2, layer: 2, head: 2, step: 2, way: 2 },
  arrays: {
    likely: { axes: ["row", "likely"], values: [1, 2, 0, 2, 0, 1] },
    probability: { axes: ["row", "likely"], values: [0.6, 0.3, 0.7, 0.2, 0.9, 0.06] },
    rest: { axes: ["row"], values: [0.1, 0.1, 0.04] },
    attention: { axes: ["layer", "head", "row", "source"], values: Array.from({ length: 24 }, (_, i) => i / 24) },
  },
}; // prettier-ignore

test("parents and children are each other's", () => {
  expect(parent(trace, [1, 0])).toBeNull();
  expect(parent(trace, [2, 1])).toEqual([1, 1]);
  expect(children(trace, [1, 0])).toEqual([[2, 0], [2, 2]]);
  expect(children(trace, [1, 2])).toEqual([]);
});

test("a line goes through the candidate, along its answer where it has one", () => {
  expect(line(trace, null)).toEqual([0, 0]);
  expect(line(trace, [1, 1])).toEqual([1, 1]);
  expect(line(trace, [2, 2])).toEqual([0, 2]);
  expect(line(trace, [1, 2])).toEqual([2]);
  expect(line(trace, [7, 7])).toEqual([0, 0]);
  expect(written(symbolsOf(trace, [0, 2]))).toBe("ab");
  expect(written([])).toBe("‹start›");
  expect(written([sign("eight", 3), sign("hundred", 4)])).toBe("eight hundred");
});

test("choices hold the chosen one, and all others together", () => {
  const first = choices(trace, [1, 2]);
  expect(first.list.map((choice) => [choice.sign.text, choice.chosen])).toEqual([["a", false], ["b", false], ["<eos>", true]]);
  expect(first.others).toBe(2);
  expect(first.rest).toBeCloseTo(0);
  expect(rowOf(trace, [2, 1])).toBe(2);
  expect(choices(trace, [2, 1]).list[0]).toMatchObject({ chosen: true, probability: 0.9 });
});

test("attention is that of the row, of a head or of their mean", () => {
  expect(looked(trace, [2, 1], 1, 1)!.map((value) => value * 24)).toEqual([22, 23]);
  expect(looked(trace, [2, 1], null, null)![0]! * 24).toBeCloseTo((16 + 22) / 2);
  expect(looked({ ...trace, arrays: {} }, [1, 0], null, null)).toBeNull();
  const few = { ...trace, axes: { ...trace.axes, seen: 1 }, arrays: { ...trace.arrays, attention: { axes: ["seen", "source"], values: [0.2, 0.8] } } };
  expect(looked(few, [1, 0], null, null)).toEqual([0.2, 0.8]);
  expect(looked(few, [2, 0], null, null)).toBeNull();
});

test("the task is the second choice of the least sure step, and says what came of it", () => {
  expect(leastSure(trace, line(trace, null))).toMatchObject({ step: 1, other: { sign: { text: "b" } } });
  expect(verdict(trace, null, undefined)).toMatchObject({ done: false, says: "" });
  expect(verdict(trace, [3, 4], undefined).says).toContain("Not this step");
  expect(verdict(trace, [2], undefined).says).toContain("another word");
  const branch = { ...trace, answers: [trace.answers[1]!] };
  const { done, says } = verdict(trace, [4], branch);
  expect(done).toBe(true);
  expect(says).toContain("1.6 times less probable");
});

test("probabilities are compared in words", () => {
  expect(compared(-1, -1)).toBe("just as probable");
  expect(compared(0, -Math.log(2))).toBe("2.0 times more probable");
  expect(compared(-40, 0)).toBe("more than a million times less probable");
  expect(compared(null, -1)).toBe("impossible");
});

test("keys walk the tree", () => {
  expect(walked(trace, [1, 0], "ArrowRight")).toEqual([2, 0]);
  expect(walked(trace, [2, 1], "ArrowLeft")).toEqual([1, 1]);
  expect(walked(trace, [1, 0], "ArrowLeft")).toBeNull();
  expect(walked(trace, [1, 2], "ArrowDown")).toEqual([1, 2]);
  expect(walked(trace, [1, 2], "ArrowUp")).toEqual([1, 1]);
  expect(walked(trace, [1, 2], "x")).toBeNull();
});

test("a long tree is drawn around the step looked at", () => {
  const long = { ...trace, steps: Array.from({ length: 200 }, () => trace.steps[1]!) };
  expect(plan(long, 1)).toMatchObject({ first: 1, last: MOST_STEPS });
  expect(plan(long, 200)).toMatchObject({ first: 200 - MOST_STEPS + 1, last: 200 });
  const middle = plan(long, 100);
  expect(middle.first).toBeLessThan(100);
  expect(middle.last).toBeGreaterThan(100);
});

test("what is kept has rows, new ones, a shape", () => {
  const kept = (change: Kept["change"], rows: number): Kept => ({
    name: "", change, says: "", axes: ["layer", "key and value", "head", "row", "width"], sizes: [2, 2, 4, null, 16], rows, shared: true,
  }); // prettier-ignore
  expect([0, 1, 4].map((step) => rowsAt(kept("grows", 3), step))).toEqual([3, 4, 7]);
  expect([1, 2].map((step) => newAt(kept("grows", 3), step))).toEqual([4, 1]);
  expect([1, 2].map((step) => newAt(kept("once", 3), step))).toEqual([3, 0]);
  expect(newAt(kept("replaced", 1), 5)).toBe(1);
  expect(numbersOf(kept("once", 3), 3)).toBe(768);
  expect(shape(kept("once", 1), 1)).toBe("2 layers × K and V × 4 heads × 1 row × width 16");
});

test("the address brings back what was asked, and survives being typed badly", () => {
  expect(address(read({}))).toEqual({});
  const state = { ...usual, model: "m", beam: 4, step: 3, take: [3, 4], left: [2, 1] as [number, number] };
  expect(read(address(state))).toEqual(state);
  expect(read({ beam: 99, step: -1, take: ["x"], left: [0, 0], penalty: "?", from: 7 })).toMatchObject({ ...usual, beam: 8 });
  expect(requests(state, "m", "n", "text")).toMatchObject({ left: { beam: 4 }, right: { model: "n" }, branch: { prefix: [3, 4], model: "m" } });
  expect(requests(state, "m", "", " ")).toEqual({});
});
