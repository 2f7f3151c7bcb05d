import { html, render } from "lit-html";
import { beforeEach, expect, test, vi } from "vitest";
import { arcs } from "../src/kit/arcs";
import { bars } from "../src/kit/bars";
import { chart } from "../src/kit/chart";
import { chartScale, roundNumbers } from "../src/kit/chart_scale";
import { segments, select, toggle } from "../src/kit/choice";
import { field } from "../src/kit/field";
import { menu } from "../src/kit/menu";
import { slider, vector } from "../src/kit/number";
import { answered } from "../src/kit/status";
import { view } from "../src/kit/view";

const signs = (text: string) => [...text].map((one) => ({ text: one }));
let box: HTMLElement;
const find = <E extends HTMLElement>(selector: string) => box.querySelector<E>(selector)!;
const press = (selector: string, ...keys: string[]) =>
  keys.forEach((key) => find(selector).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  box = document.body.firstElementChild as HTMLElement;
});

test("arcs: larger weights are thicker and drawn last; rows are read out", () => {
  render(html`${arcs({ title: "w", rows: signs("ab"), columns: signs("xy"), values: [[0.9, 0.1], [0.01, 0.99]] })}`, box); // prettier-ignore
  const widths = [...box.querySelectorAll(".arc")].map((path) => Number(path.getAttribute("stroke-width")));
  expect(widths).toHaveLength(3);
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  press(".stage", "ArrowDown", "End");
  expect(find("output").textContent).toContain("b looks most at y 0.990, x 0.010");
});

test("bars say the largest in words", () => {
  render(html`${bars({ title: "Looked at", signs: signs("427"), values: [0.1, 0.7, 0.2] })}`, box);
  expect(find("[role=img]").getAttribute("aria-label")).toBe("Looked at: 2 .70, 7 .20, 4 .10");
});

test("a chart is read along its axis, bands included", () => {
  const points = [{ x: 1, y: 1, low: 0.5, high: 2 }, { x: 2, y: 4 }]; // prettier-ignore
  render(html`${chart({ title: "c", series: [{ name: "loss", points }, { name: "none", points: [{ x: 2, y: null }] }], x: { label: "epoch" }, y: { label: "loss" } })}`, box);
  press(".stage", "ArrowRight");
  expect(find("output").textContent).toBe("epoch 1: loss 1 (0.5 to 2)");
  press(".stage", "End");
  expect(find("output").textContent).toBe("epoch 2: loss 4");
});

test("a chart of nothing is no error", () => {
  render(html`${chart({ title: "c", series: [], x: { label: "x" }, y: { label: "y", log: true } })}`, box);
  expect(box.querySelector("svg")).not.toBeNull();
});

test("axes end at round numbers; a logarithmic one at its data", () => {
  expect(roundNumbers(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(chartScale({ label: "", log: true }, [0.02, 3]).ticks).toEqual([0.03, 0.1, 0.3, 1, 3]);
  expect(chartScale({ label: "", low: 0, high: 1 }, []).place(0.25)).toBe(0.25);
});

test("a view turns into its table, and offers four kinds of files", () => {
  render(html`${view({ title: "T", picture: html`<svg data-drawing></svg>`, numbers: () => ({ caption: "c", columns: ["a", "b"], rows: [["x", 0.25]] }) })}`, box);
  find<HTMLButtonElement>(".tools button").click();
  expect(find(".picture").hidden).toBe(true);
  expect(find("td").textContent).toBe("0.2500");
  expect(box.querySelectorAll("[role=menuitem]")).toHaveLength(4);
});

test("a menu opens, moves, chooses and closes by keys", () => {
  const chosen = vi.fn();
  render(html`${menu({ title: "Save", items: [{ title: "A", chosen: () => undefined }, { title: "B", chosen }] })}`, box);
  press("button", "ArrowDown");
  expect(find("[role=menu]").hidden).toBe(false);
  expect(document.activeElement!.textContent).toContain("A");
  press("[role=menu]", "ArrowDown");
  (document.activeElement as HTMLElement).click();
  expect(chosen).toHaveBeenCalledOnce();
  expect(find("[role=menu]").hidden).toBe(true);
  press("button", "ArrowDown", "Escape");
  expect(find("[role=menu]").hidden).toBe(true);
});

test("controls say what was set, and show what they are told", () => {
  const heard = vi.fn();
  const options = [{ value: 1, title: "one" }, { value: 2, title: "two" }]; // prettier-ignore
  const draw = () => render(html`
    ${field({ label: "Text", value: "427", changed: heard })} ${segments({ label: "Pick", options, value: 1, changed: heard })}
    ${select({ label: "Pick", options, value: 1, changed: heard })} ${toggle({ label: "On", on: false, changed: heard })}
    ${slider({ label: "Beam", value: 3, min: 1, max: 5, step: 1, changed: heard })} ${vector({ label: "s", values: [1, 0], changed: heard })}`, box); // prettier-ignore
  draw();
  const set = (selector: string, event: string, change: Partial<HTMLInputElement & HTMLSelectElement>) => {
    Object.assign(find(selector), change).dispatchEvent(new Event(event));
    return heard.mock.lastCall![0];
  };
  expect(set("[type=text]", "input", { value: "8" })).toBe("8");
  expect(set("label:last-child > [type=radio]", "change", { checked: true })).toBe(2);
  expect(set("select", "change", { selectedIndex: 1 })).toBe(2);
  expect(set("[role=switch]", "change", { checked: true })).toBe(true);
  expect(set("[type=range]", "input", { value: "5" })).toBe(5);
  expect(set(".slider [type=number]", "change", { value: "99" })).toBe(5);
  expect(set(".vector input", "input", { value: "-2,5" })).toEqual([-2.5, 0]);
  draw();
  expect(find<HTMLInputElement>("[type=text]").value).toBe("427"); // the owner did not take it
});

test("an answer in each of its states is never a blank", () => {
  const show = (one: Parameters<typeof answered<string>>[0]) => {
    render(html`${answered(one, (trace) => html`<b>${trace}</b>`, { cancel: () => undefined })}`, box);
    return box.textContent!.replace(/\s+/g, " ").trim();
  };
  const progress = { done: 1, total: 4, what: "Training" };
  expect(show(undefined)).toBe("Type something to begin.");
  expect(show({ status: "working", progress })).toBe("Training · 1 of 4 Cancel");
  expect(show({ status: "done", trace: "drawn" })).toBe("drawn");
  expect(show({ status: "problem", problem: { message: "No.", hint: "Do.", details: [] }, trace: "old" })).toBe("No. Do. old");
});
