import { render } from "lit-html";
import { expect, test } from "vitest";
import { numberField } from "../src/kit";

test("a number out of range is brought into it, and the range is said", () => {
  const box = document.createElement("div");
  let value = 3;
  const draw = () => render(numberField({ label: "Padding", value, min: 0, max: 80, step: 1, changed: (to) => ((value = to), draw()) }), box);
  draw();
  const type = (text: string) => {
    const input = box.querySelector("input")!;
    input.value = text;
    input.dispatchEvent(new Event("input"));
    return [value, box.querySelector(".limit")!.textContent];
  };
  expect(type("999")).toEqual([80, "at most 80"]);
  expect(type("-1")).toEqual([0, "at least 0"]);
  expect(type("12")).toEqual([12, ""]);
});
