import { expect, test } from "vitest";
import * as format from "../src/kit/format";

test("a stated number of places, a true minus, no negative zero", () => {
  expect(format.fixed(0.7869)).toBe("0.79");
  expect(format.fixed(-1.5, 1)).toBe("−1.5");
  expect(format.fixed(-0.001)).toBe("0.00");
  expect(format.fixed(null)).toBe("–");
  expect(format.fixed(-Infinity)).toBe("−∞");
});

test("a weight that reads 0 or 1 is just that", () => {
  expect([0, 0.001, 0.07, 0.787, 0.999, 1].map((w) => format.weight(w))).toEqual(["0", ".00", ".07", ".79", "1.00", "1"]);
  expect(format.weight(-0.004)).toBe(".00");
  expect(format.weight(-1.25)).toBe("−1.25");
  expect(format.weight(-0.25)).toBe("−.25");
});

test("a share that is not all never reads 100%", () => {
  expect([0, 0.00001, 0.721, 0.99999, 1].map((s) => format.percent(s))).toEqual(["0%", "0.1%", "72.1%", "99.9%", "100%"]);
});

test("sizes of any kind", () => {
  expect(format.count(171232)).toBe("171,232");
  expect(format.significant(0.00012345)).toBe("0.000123");
  expect(format.significant(1.5e-9)).toBe("1.50 × 10⁻⁹");
  expect(format.duration(200)).toBe("3 min 20 s");
  expect(format.counted(1, "layer")).toBe("1 layer");
  expect(format.lowered(10)).toBe("₁₀");
});
