import { describe, expect, it } from "vitest";
import { paired } from "../src/labs/alignment/difference";
import { furthest, jump, jumpInWords, lookInWords, ranked } from "../src/labs/alignment/looking";
import { verdict } from "../src/labs/alignment/task";
import { holds, nameOfWeights, picture, type Picture } from "../src/labs/alignment/weights";
import type { AlignedHypothesis, AlignmentTrace, Step } from "../src/traces";

const sign = (text: string, special = false) => ({ text, id: 3, special, unknown: false });
const step = (text: string, special = false): Step => ({ symbol: sign(text, special), probability: 0.5, rank: 1, alternatives: [] });

/** Two layers of two heads; "four hundred <eos>" looks at "427". */
function trace(axes = ["layer", "head", "target/0", "source"]): [AlignmentTrace, AlignedHypothesis] {
  const one = [0.8, 0.1, 0.1, 0, 0.2, 0.8, 0.3, 0.3, 0.4];
  const other = [0.6, 0.3, 0.1, 0.2, 0.2, 0.6, 0.1, 0.1, 0.8];
  const values = axes.length === 4 ? [...one, ...one, ...one, ...other] : axes.length === 3 ? [...one, ...other] : other.slice(0, 6);
  const steps = [step("four"), step("hundred"), step("<eos>", true)];
  const answer: AlignedHypothesis = {
    text: "four hundred", origin: "greedy", log_probability: -1, ranking_score: -1, finished: true, steps,
    axis: "target/0", weights: "weights/0",
  };
  return [{
    schema: "seq2see/alignment/1", model: "reader", source_text: "427", attention: true, layers: 2, heads: 2,
    hypotheses: [answer], tokens: { source: ["4", "2", "7"].map((text) => sign(text)), "target/0": steps.map((one) => one.symbol) },
    axes: { source: 3, "target/0": 3, layer: 2, head: 2, "rows/0": 2 }, arrays: { "weights/0": { axes, values } },
  }, answer];
}

const threeWords = (): Picture => {
  const seen = picture(...trace(), all)!;
  return { ...seen, rows: [...seen.rows.slice(0, 2), sign("seven")] };
};

const all = { layer: null, head: null, special: true };
const rounded = (rows: (number | null)[][]) => rows.map((row) => row.map((one) => (one === null ? null : Number(one.toFixed(6)))));

describe("the matrix drawn", () => {
  it("is the last layer's mean over heads unless something else is chosen", () => {
    const [it, answer] = trace();
    expect(rounded(picture(it, answer, all)!.values)).toEqual([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7], [0.2, 0.2, 0.6]]);
    expect(picture(it, answer, { ...all, head: 1 })!.values[0]).toEqual([0.6, 0.3, 0.1]);
    expect(picture(it, answer, { ...all, layer: 0, head: 1 })!.values[0]).toEqual([0.8, 0.1, 0.1]);
  });

  it("hides special symbols without touching the other weights", () => {
    const [it, answer] = trace();
    const hidden = picture(it, answer, { ...all, special: false })!;
    expect(hidden.rows.map((one) => one.text)).toEqual(["four", "hundred"]);
    expect(hidden.places).toEqual([0, 1]);
  });

  it("draws what was sent where there was no room for all", () => {
    const [means, first] = trace(["layer", "target/0", "source"]);
    expect(picture(means, first, { ...all, head: 1 })!.values[0]).toEqual([0.6, 0.3, 0.1]);
    const [rows, second] = trace(["rows/0", "source"]);
    expect(picture(rows, second, all)!.values[2]).toEqual([null, null, null]);
    expect(holds(rows, 0, null)).toBe(false);
    expect(holds(means, 0, 0)).toBe(true);
  });

  it("is not there without attention, and has a name", () => {
    const [it, answer] = trace();
    expect(picture(it, { ...answer, weights: null }, all)).toBeNull();
    expect(nameOfWeights(it, all)).toBe("last decoder layer (2 of 2), mean of 2 heads");
    expect(nameOfWeights(it, { layer: 0, head: 1 })).toBe("first decoder layer (1 of 2), head 2 of 2");
  });
});

describe("where a word looks", () => {
  const seen = (): Picture => picture(...trace(), all)!;

  it("is said with how far ahead that is", () => {
    expect(ranked(seen(), 1)).toEqual([2, 1, 0]);
    expect(jump(seen(), 1)).toBe(2);
    expect(jumpInWords(seen(), 1)).toBe("two symbols ahead of where four looks");
    expect(lookInWords(seen(), 1)).toBe("hundred looks most at 7 (symbol 3): .70, two symbols ahead of where four looks. Then 2 .20, 4 .10.");
    expect(lookInWords(seen(), 0)).toBe("four looks most at 4 (symbol 1): .70. Then 2 .20, 7 .10.");
  });

  it("gives the task its solution: the furthest ahead, or back where nothing goes ahead", () => {
    expect(furthest(seen())).toEqual({ rows: [1], by: 2 });
    const back = { ...threeWords(), values: [[0, 0, 1], [0, 1, 0], [1, 0, 0]] };
    expect(furthest(back)).toBeNull(); // each by the same step
    expect(furthest({ ...back, values: [[0, 0, 1], [1, 0, 0], [1, 0, 0]] })).toEqual({ rows: [1], by: -2 });
    expect(furthest({ ...back, values: [[1, 0, 0], [1, 0, 0], [1, 0, 0]] })).toBeNull();
  });
});

describe("the task", () => {
  const seen = (): Picture => picture(...trace(), all)!;

  it("is done by the row chosen, and says what is amiss with another", () => {
    expect(verdict(seen(), null)).toMatchObject({ done: false, says: "" });
    expect(verdict(seen(), 1)).toMatchObject({ done: true, says: "Found: hundred looks two symbols ahead of where four looks." });
    expect(verdict(seen(), 0)).toMatchObject({ done: false, says: "Not yet: four has no word before it. Another one looks further ahead." });
  });

  it("says why there is none", () => {
    expect(verdict({ ...threeWords(), values: [[0, 0, 1], [0, 1, 0], [1, 0, 0]] }, 1).asks).toMatch(/^Here each word looks back by the same step: 1\./);
    expect(verdict({ ...threeWords(), values: [[1, 0, 0], [1, 0, 0], [1, 0, 0]] }, 1).asks).toMatch(/^Here no word looks elsewhere/);
  });
});

describe("two answers one above the other", () => {
  const steps = (text: string) => [...text].map((one) => step(one));
  const drawn = (a: string, b: string) =>
    paired(steps(a), steps(b)).map(({ above, below, same }) => `${above === null ? "-" : a[above]}${below === null ? "-" : b[below]}${same ? "" : "!"}`).join(" ");

  it("part where they must, and nowhere else", () => {
    expect(drawn("abcd", "abcd")).toBe("aa bb cc dd");
    expect(drawn("abxd", "abcd")).toBe("aa bb xc! dd");
    expect(drawn("abd", "abcd")).toBe("aa bb -c! dd");
    expect(drawn("", "ab")).toBe("-a! -b!");
  });

  it("take a text that spells a special symbol for another symbol", () => {
    expect(paired([step("<eos>", true)], [step("<eos>")])[0]!.same).toBe(false);
  });

  it("stay quick when they are long", () => {
    expect(paired(steps("ab".repeat(1000)), steps("ba".repeat(1000)))).toHaveLength(2000);
  });
});
