import { expect, test } from "vitest";
import { short, shown, spoken, visible } from "../src/kit/symbol";

// As tests/predictor has it for visible.py: terminal and page show a symbol alike.
test.each([
  [" ", "␣"], ["", "∅"], ["\n", "␊"], ["\x7f", "␡"], ["\u200b", "\\u200b"], ["\u202e", "\\u202e"], ["\u0301", "◌\u0301"],
  ["👩‍🔬", "👩‍🔬"], ["\u200d", "\\u200d"], ["\u{e0001}", "\\U000e0001"], ["é", "é"], ["א", "א"], ["\ud800", "\\ud800"],
])("%j is seen as %j", (text, seen) => {
  expect(visible(text)).toBe(seen);
}); // prettier-ignore

test("a special symbol cannot be taken for a text that spells it", () => {
  expect(shown({ text: "<eos>", special: true })).toBe("‹eos›");
  expect(shown({ text: "<eos>" })).toBe("<eos>");
  expect(spoken({ text: "<eos>", special: true })).toBe("end");
});

test("cutting never splits what people see as one", () => {
  expect(short("👩‍🔬👩‍🔬👩‍🔬", 2)).toBe("👩‍🔬…");
  expect(short("seven", 9)).toBe("seven");
});
