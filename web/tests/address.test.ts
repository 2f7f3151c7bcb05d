import { expect, test } from "vitest";
import { parsed, written, type Place } from "../src/host/address";

test.each<Place>([
  { page: "home", id: "", state: {} },
  { page: "design", id: "", state: {} },
  { page: "run", id: "own/night 1", state: {} },
  { page: "lab", id: "alignment", state: { text: "427", layer: 2, special: true, rows: [1, [2]], none: null } },
  { page: "lab", id: "alignment", state: { text: "!x", other: "a&b=c #?/ ü ␣ \u202e", empty: "" } },
])("an address brings back what it was made of: %j", (place) => {
  expect(parsed(written(place))).toEqual(place);
});

test("a number typed as a text stays a text", () => {
  expect(parsed("#/lab/decoding?text=427").state).toEqual({ text: "427" });
});

test.each(["", "#", "#/", "#/lab/%E0%A4%A", "#/lab/x?a=!{", "#/lab/x?=&&&"])("a broken address is no error: %s", (hash) => {
  expect(parsed(hash).state).toBeTypeOf("object");
});
