import { describe, expect, it } from "vitest";
import { read, request, usual, written } from "../src/labs/masks/state";
import { cellsOf, columns, inWords, reason, sum, verdict } from "../src/labs/masks/why";
import type { MasksTrace } from "../src/traces";

const sign = (text: string) => ({ text, id: 3, special: text.startsWith("<") });
const words = ["<bos>", "forty", "two", "<pad>", "<pad>"].map(sign);
const blocked = words.flatMap((_, r) => words.map((_, c) => (c > r || c > 2 ? 1 : 0)));
const count = { cells: 25, blocked: 13, later: 10, padding: 10, both: 7 };
const trace: MasksTrace = {
  schema: "seq2see/masks/1", kind: "transformer", heads: 1, attention: true, notes: [], left_out: [],
  tokens: { "target/0": words }, axes: { sentence: 1, target: 5 },
  arrays: {
    decoder: { axes: ["sentence", "target", "target"], values: blocked },
    "target-padding": { axes: ["sentence", "target"], values: [0, 0, 0, 1, 1] },
  },
  masks: [{ name: "decoder", queries: "target", keys: "target", causal: true, counts: [count] }],
} as unknown as MasksTrace; // prettier-ignore
const cells = cellsOf(trace, trace.masks[0]!, 0);

describe("a cell", () => {
  it("says why it is blocked", () => {
    const reasons = [[0, 0], [0, 1], [0, 3], [4, 3]].map(([r, c]) => reason(cells, r!, c!));
    expect(reasons).toEqual([null, "later", "both", "padding"]);
    expect(inWords(cells, 1, 2)).toBe("Row forty (1), column two (2): blocked, later position.");
    expect(inWords(cells, 4, 3)).toBe("Row padding (4), column padding (3): blocked, PAD column.");
    expect(inWords(cells, 2, 0)).toBe("Row two (2), column start (0): allowed.");
  });
});

describe("the count", () => {
  it("is a sum that comes out", () => {
    expect(sum(cells, 0)).toBe("10 causal + 10 in PAD columns − 7 counted twice = 13 blocked of 25");
    expect(columns(cells)).toBe("2 PAD columns × 5 rows");
  });

  it("tells whether the task is done", () => {
    expect(verdict(trace, 0)).toMatchObject({ done: false, says: "Now it has 13." });
    const mask = { ...trace.masks[0]!, counts: [{ ...count, blocked: 18 }] };
    expect(verdict({ ...trace, masks: [mask] }, 0)).toMatchObject({ done: true });
  });
});

describe("the state", () => {
  it("asks for the chapter's example, and is not in the address", () => {
    expect(written(usual)).toEqual({});
    expect(request(usual)).toEqual({
      ask: "masks",
      sentences: [{ source: "42", target: "forty two" }, { source: "427", target: "four hundred twenty seven" }],
    });
  });

  it("comes back from an address, and nonsense does not", () => {
    const state = { ...usual, pairs: [["4", "four"]] as [string, string][], target: 6, batch: 64 };
    expect(read(written(state))).toEqual(state);
    expect(read({ pairs: [[1, 2, 3]], source: 0, heads: "x", sentence: -2 })).toEqual(usual);
    expect(read({ source: 1000 }).source).toBe(80);
  });
});
