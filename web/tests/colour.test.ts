import { expect, test } from "vitest";
import { cividis, diverging, hex, inkOn, signed, weights } from "../src/kit/colour";

test("the scale's ends and middle are Cividis' own", () => {
  expect([0, 0.5, 1].map((share) => hex(cividis(share)))).toEqual(["#00224e", "#7d7c78", "#fee838"]);
  expect(hex(cividis(7))).toBe("#fee838");
});

test("zero is light, and both sides differ from it alike", () => {
  expect(hex(diverging(0))).toBe("#f4f2ee");
  const { low, high } = signed(2.5);
  expect([low, high]).toEqual([-2.5, 2.5]);
  expect(signed(0).high).toBe(1);
});

const channel = (level: number) => (level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]: readonly number[]) => 0.2126 * channel(r!) + 0.7152 * channel(g!) + 0.0722 * channel(b!);
const bytes = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

test("the ink on every colour can be read", () => {
  for (let share = 0; share <= 1; share += 0.01) {
    for (const colour of [weights.colour(share), diverging(2 * share - 1)]) {
      const [a, b] = [light(colour), light(bytes(inkOn(colour)))].sort((x, y) => y - x);
      expect((a! + 0.05) / (b! + 0.05)).toBeGreaterThan(4.5);
    }
  }
});
