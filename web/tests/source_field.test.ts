import { render } from "lit-html";
import { expect, test } from "vitest";
import { parted, sourceField } from "../src/kit";
import { entry } from "./fake_model";

const typed = (value: string, features: string, into: number, text: string) => {
  const box = document.createElement("div");
  let source = "";
  const model = entry({ id: "m", features, examples: ["go\tV;PST"] });
  render(sourceField({ entry: model, value, changed: (to) => void (source = to) }), box);
  const fields = [...box.querySelectorAll("input")];
  fields[into]!.value = text;
  fields[into]!.dispatchEvent(new Event("input"));
  return { source, shown: fields.length, chip: box.querySelector(".chip")!.textContent };
};

test("features have a field of their own, and are joined by the tab that nobody can type", () => {
  expect(parted("walk\tV;PST")).toEqual(["walk", "V;PST"]);
  expect(typed("walk\tV;PST", ";", 0, "talk")).toEqual({ source: "talk\tV;PST", shown: 2, chip: "go ⇥ V;PST" });
  expect(typed("walk\tV;PST", ";", 1, "V;PRS").source).toBe("walk\tV;PRS");
  expect(typed("walk", "", 0, "talk")).toMatchObject({ source: "talk", shown: 1 });
});
