import { readFileSync } from "node:fs";
import { build } from "vite";
import { expect, test } from "vitest";
import type { LabKeys, LabModel } from "../src/contract";
import { render } from "./documented_lab";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

test("the guide shows this very module", () => {
  const [, shown] = /```ts\n\/\/ web\/src\/labs\/sureness\.ts\n(.*?)```/s.exec(read("../../docs/studio.md"))!;
  expect(shown).toBe(read("documented_lab.ts").replaceAll('"../src/', '"../'));
  expect(shown!.trim().split("\n").length).toBeLessThan(40);
});

test("it builds alone", async () => {
  const entry = new URL("documented_lab.ts", import.meta.url).pathname;
  const built = await build({ configFile: false, logLevel: "silent", build: { write: false, lib: { entry, formats: ["es"] } } });
  expect(JSON.stringify(built)).toContain("How sure of each symbol");
}, 30_000);

test("it asks, draws what is answered, and cleans up", () => {
  const values = { state: {}, requests: {}, answers: {}, models: [{ id: "m", can_be_opened: true }], cancel: "", make: "", making: {} } as unknown as LabKeys;
  const heard = new Map<string, () => void>();
  const model: LabModel = {
    get: (key) => values[key],
    set: (key, value) => void (values[key] = value),
    on: (event, callback) => void heard.set(event, callback),
    off: (event) => void heard.delete(event),
    save_changes: () => undefined,
  };
  const el = document.createElement("div");
  const cleanup = render({ model, el });
  expect(values.requests).toEqual({ main: { ask: "explain", model: "m", text: "427" } });
  const step = (text: string, probability: number) => ({ symbol: { text, id: 1, special: false }, probability, rank: 1, alternatives: [] });
  values.answers = { main: { status: "done", trace: { hypotheses: [{ steps: [step("four", 0.98), step("<b>", 0.5)] }] } } };
  heard.get("change:answers")!();
  const root = el.firstElementChild!.shadowRoot!;
  expect(root.querySelector("[role=img]")!.getAttribute("aria-label")).toContain("four .98");
  expect(root.querySelector("b")).toBeNull();
  cleanup();
  expect([el.childElementCount, heard.size]).toEqual([0, 0]);
}); // prettier-ignore
