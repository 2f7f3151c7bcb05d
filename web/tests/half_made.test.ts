import { expect, test } from "vitest";
import type { LabModule } from "../src/contract";
import { isMade, mayAsk, titleOf } from "../src/kit";
import { render as alignment } from "../src/labs/alignment";
import { render as attention } from "../src/labs/attention";
import { render as bottleneck } from "../src/labs/bottleneck";
import { render as decoding } from "../src/labs/decoding";
import { entry, fakeModel, half } from "./fake_model";

const shownIn = (render: LabModule["render"], model: ReturnType<typeof fakeModel>["model"]) => {
  const el = document.createElement("div");
  render({ model, el });
  return el.firstElementChild!.shadowRoot!;
};
const buttons = (root: ShadowRoot) => [...root.querySelectorAll("button")].map((one) => one.getAttribute("aria-label"));

test("half a chapter's model is not that model, and lists say so; one's own run is what it is", () => {
  expect(isMade(half("reader"))).toBe(false);
  expect([mayAsk(half("reader"), false), mayAsk(half("reader"), true)]).toEqual([false, true]);
  expect(titleOf(half("reader"))).toBe("reader (stopped half-way, epoch 3 of 10)");
  expect(isMade(entry({ id: "a", chapter: "N5", status: "training" }))).toBe(false);
  expect(isMade(entry({ id: "mine", status: "training" }))).toBe(true);
  expect(titleOf(entry({ id: "b", chapter: "N5", status: "not made yet", can_be_opened: false }))).toBe("b (not made yet)");
});

test.each([["alignment", alignment, "six-digit-reader"], ["decoding", decoding, "number-reader"], ["attention", attention, "reader"]] as const)(
  "the lab %s takes no half-made model by itself, and says when one was chosen", (_, render, id) => {
    const { values, model } = fakeModel({ models: [half(id)], state: { view: "model" } });
    expect(buttons(shownIn(render, model))).toContain(`Go on: ${id}`);
    expect(values.requests).toEqual({});
    const chosen = fakeModel({ models: [half(id)], state: { model: id, view: "model" } });
    expect(shownIn(render, chosen.model).textContent).toContain("stopped half-way (epoch 3 of 10)");
    expect(Object.keys(chosen.values.requests)).toHaveLength(1);
  },
); // prettier-ignore

test("the bottleneck lab compares no fragments, and offers each by its own name", () => {
  const run = (attention: boolean, model: string) => ({ name: model, title: model, attention, width: 32, model, published: [] });
  const flat = { axes: ["run", "length"], values: [1, 2] };
  const trace = { axes: { run: 2, length: 1 }, lengths: [4], seeds: [1], runs: [run(true, "a"), run(false, "p")], arrays: { mean: flat, lowest: flat, highest: flat } };
  const asks = (models: ReturnType<typeof half>[]) => {
    const { values, model } = fakeModel({ models, state: { guess: "skipped" }, answers: { curves: { status: "done", trace } } });
    return [buttons(shownIn(bottleneck, model)).filter((one) => one?.startsWith("Go on")), Object.keys(values.requests)];
  };
  expect(asks([half("a"), half("p")])).toEqual([["Go on: p", "Go on: a"], ["curves"]]);
  expect(asks([entry({ id: "a", chapter: "N5" }), half("p")])).toEqual([["Go on: p"], ["curves", "attention"]]);
}); // prettier-ignore
