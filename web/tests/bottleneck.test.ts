import { afterEach, describe, expect, it, vi } from "vitest";
import { bound, curves, numbers, says, series, widths } from "../src/labs/bottleneck/curves";
import { verdict } from "../src/labs/bottleneck/guess";
import { player } from "../src/labs/bottleneck/player";
import { read, usual, written } from "../src/labs/bottleneck/state";
import { expected, inWords, ofLength, tried } from "../src/labs/bottleneck/tries";
import type { AlignmentTrace, BottleneckTrace } from "../src/traces";

const flat = (values: number[]) => ({ axes: ["run", "length"], values });
const run = (attention: boolean, width: number, published: { length: number; accuracy: number; where: string }[] = []) => ({
  name: "run", title: "run", attention, width, model: `reverser-${width}`, published,
});
const trace: BottleneckTrace = {
  schema: "seq2see/bottleneck/1", tokens: {}, axes: { run: 3, length: 2 }, lengths: [4, 20], seeds: [1, 2, 3],
  runs: [run(true, 32, [{ length: 20, accuracy: 72, where: "N5 §3" }]), run(false, 32, [{ length: 20, accuracy: 0, where: "N5 §1" }]), run(false, 128)],
  arrays: {
    mean: flat([100, 89.88887, 100, 0.5555667, 100, 16]),
    lowest: flat([100, 87, 100, 0.3333, 100, 10]),
    highest: flat([100, 93.3333, 100, 0.6667, 100, 20]),
  },
};

describe("the curves", () => {
  const both = curves(trace, 32);

  it("are those of one width, plain first, with the chapter's points as points", () => {
    expect(widths(trace)).toEqual([32, 128]);
    expect(both.map((one) => one.run.attention)).toEqual([false, true]);
    const drawn = series(both);
    expect(drawn.map((one) => one.look ?? "line")).toEqual(["line", "line", "points", "points"]);
    expect(drawn[1]!.points[1]).toEqual({ x: 20, y: 0.8988887, low: 0.87, high: 0.933333 });
  });

  it("are said with what the chapter has", () => {
    expect(says(both, 20, 3)).toBe(
      "20 digits. Plain: the chapter 0%; here 0.6%, 3 seeds, lowest 0.3%, highest 0.7%. " +
        "With attention: the chapter 72.0%; here 89.9%, 3 seeds, lowest 87.0%, highest 93.3%.",
    );
    expect(says(both, 4, 3)).toContain("Plain: here 100%");
  });

  it("give a table, and the task its length", () => {
    expect(numbers(both, 32).rows[1]).toEqual([20, 0.5555667, 0.3333, 0.6667, 0, 89.88887, 87, 93.3333, 72]);
    expect(bound(both)).toBe(20);
    expect(bound([])).toBe(0);
  });

  it("tell what became of the guess", () => {
    expect(verdict("50", both[0])).toBe("You guessed about 50%. No: it is 0.6% here, and 0% in the chapter.");
    expect(verdict("0", both[0])).toMatch(/Right/);
    expect(verdict("skipped", both[0])).toBe("");
  });
});

describe("a string tried", () => {
  const answer = (source: string, text: string, ends = true): AlignmentTrace => {
    const symbols = [...text].map((one) => ({ text: one, id: 3, special: false, unknown: false }));
    if (ends) symbols.push({ text: "<eos>", id: 2, special: true, unknown: false });
    return {
      schema: "seq2see/alignment/1", model: "reverser", source_text: source, attention: false, layers: 0, heads: 0,
      tokens: {}, axes: {}, arrays: {},
      hypotheses: [{
        text, origin: "greedy", log_probability: -1, ranking_score: -1, finished: ends, axis: "target/0", weights: null,
        steps: symbols.map((symbol) => ({ symbol, probability: 0.9, rank: 1, alternatives: [] })),
      }],
    };
  };
  const outcome = (source: string, text: string, ends = true) => {
    const one = tried("plain", "plain", answer(source, text, ends));
    return [one.right, inWords(one, [...source].length)];
  };

  it("is right only if every digit is, and the end", () => {
    expect(outcome("1234", "4321")).toEqual([true, "all 4 digits right"]);
    expect(outcome("1234", "4331")).toEqual([false, "the first 2 right, 3 of 4 in all"]);
    expect(outcome("1234", "1111")).toEqual([false, "the first digit wrong, 1 of 4 in all"]);
    expect(outcome("1234", "43")).toEqual([false, "the first 2 right, the rest not"]);
    expect(outcome("1234", "43215")).toEqual([false, "the first 4 right, the rest not"]);
    expect(outcome("1234", "4321", false)[0]).toBe(false);
    expect(expected("12").map((one) => one.text)).toEqual(["2", "1", "<eos>"]);
  });

  it("grows and shrinks with its beginning kept", () => {
    expect(ofLength("27182", 3)).toBe("271");
    expect(ofLength("27182", 7, () => 0.55)).toBe("2718255");
    expect(ofLength("a2b", 2, () => 0)).toBe("20");
  });
});

describe("writing it again", () => {
  afterEach(() => vi.useRealTimers());

  it("goes symbol by symbol to the end", () => {
    vi.useFakeTimers();
    const seen: (number | null)[] = [];
    const play = player(() => seen.push(play.at), () => false);
    play.start(3);
    vi.advanceTimersByTime(2000);
    expect(seen).toEqual([0, 1, 2, null]);
    expect(play.playing).toBe(false);
  });

  it("does not move for those who asked for less motion, and stops where one sets it", () => {
    vi.useFakeTimers();
    const calm = player(() => undefined, () => true);
    calm.start(3);
    expect([calm.at, calm.playing]).toEqual([null, false]);
    const play = player(() => undefined, () => false);
    play.start(9);
    play.to(4);
    vi.advanceTimersByTime(2000);
    expect([play.at, play.playing]).toEqual([4, false]);
  });
});

describe("the state in the address", () => {
  it("holds what differs, and survives what a hand typed", () => {
    expect(written({ ...usual, guess: "50" })).toEqual({ guess: "50" });
    expect(read({ guess: "60", width: "wide", text: 12, found: null })).toEqual({ ...usual, text: "12" });
  });
});
