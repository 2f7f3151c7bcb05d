import { describe, expect, it } from "vitest";
import { attend, type Given } from "../src/labs/attention/attend";
import { said } from "../src/labs/attention/arithmetic";
import { hull } from "../src/labs/attention/plane";
import { read, usual, written } from "../src/labs/attention/state";
import { verdicts } from "../src/labs/attention/tasks";

const chapter: Given = usual;

describe("one step", () => {
  it("is the chapter's example", () => {
    const { rows, sum, context } = attend(chapter);
    expect(rows.map((row) => row.score)).toEqual([2, 0, 0]);
    expect(rows[0]!.weight).toBeCloseTo(0.787, 3);
    expect(sum).toBeCloseTo(9.389, 3);
    expect(context[0]).toBeCloseTo(0.787, 3);
    expect(context[1]).toBe(0);
  });

  it("divides by the root of two, or goes through the small network", () => {
    expect(attend({ ...chapter, score: "scaled" }).rows[0]!.score).toBeCloseTo(Math.SQRT2, 12);
    const additive = attend({ ...chapter, score: "additive", v: [1, -0.5] });
    expect(additive.rows[1]!.score).toBeCloseTo(Math.tanh(2) - 0.5 * Math.tanh(1), 12);
  });

  it("has weights that add up to one whatever the vectors", () => {
    const { rows } = attend({ ...chapter, h: [[9, 9], [-9, -9], [9, 0]], s: [9, 9] });
    expect(rows.reduce((sum, row) => sum + row.weight, 0)).toBeCloseTo(1, 12);
    expect(rows.every((row) => Number.isFinite(row.power))).toBe(true);
  });
});

describe("what is written", () => {
  it("has three places at most, none in vain", () => {
    expect([2, 0, -0.5, 0.78698, 7.389056].map(said)).toEqual(["2", "0", "−0.5", "0.787", "7.389"]);
    expect(said(Math.exp(162))).toMatch(/× 10⁷⁰$/);
  });
});

describe("the tasks", () => {
  it("are told from the vectors", () => {
    expect(verdicts(attend(chapter)).map((one) => one.done)).toEqual([false, false]);
    expect(verdicts(attend({ ...chapter, s: [0, 4] }))[0]!.done).toBe(true);
    expect(verdicts(attend({ ...chapter, s: [0, -3.5] }))[1]!.done).toBe(true);
    expect(verdicts(attend({ ...chapter, h: [[1, 0], [0, 1]] }))[1]!.says).toBe("Add h₂ first.");
  });
});

describe("the address", () => {
  it("keeps only what differs, and gives it back", () => {
    expect(written(usual)).toEqual({});
    const state = { ...usual, s: [0.5, -1] as const, score: "additive" as const };
    expect(written(state)).toEqual({ s: [0.5, -1], score: "additive" });
    expect(read(written(state))).toEqual(state);
  });

  it("may be nonsense", () => {
    expect(read({ h: [[1]], s: "up", score: "cosine", W: [[1, 2]], step: -1, x: 1.5 })).toEqual(usual);
    expect(read({ h: [[1, 2], [99, 0]] }).h).toEqual(usual.h);
  });
});

describe("the polygon", () => {
  it("goes around the outer states only", () => {
    expect(hull([[0, 0], [2, 0], [1, 0.5], [1, 2]])).toHaveLength(3);
    expect(hull([[0, 0], [1, 1], [2, 2]]).length).toBeLessThan(3);
  });
});
