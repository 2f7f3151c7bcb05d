import { html, render } from "lit-html";
import { beforeEach, expect, test, vi } from "vitest";
import { heatMap, type HeatMapProps } from "../src/kit/heat_map";
import { cellAt, moved, plan } from "../src/kit/heat_plan";

const signs = (text: string) => [...text].map((one) => ({ text: one }));
const values = [[0.1, 0.9, 0], [1, 0, 0]]; // prettier-ignore
let box: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  box = document.body.firstElementChild as HTMLElement;
});

function draw(props: Partial<HeatMapProps> = {}) {
  render(html`${heatMap({ title: "Weights", rows: signs("ab"), columns: signs("xyz"), values, ...props })}`, box);
  const stage = box.querySelector<HTMLElement>(".stage")!;
  return {
    press: (...keys: string[]) => keys.forEach((key) => stage.dispatchEvent(new KeyboardEvent("keydown", { key }))),
    readout: () => box.querySelector("output")!.textContent!.trim(),
  };
}

test("one tab stop; arrow keys move and the cell is spoken", () => {
  const { press, readout } = draw();
  expect(box.querySelectorAll("[tabindex='0']")).toHaveLength(1);
  expect(box.querySelector("output")!.getAttribute("aria-live")).toBe("polite");
  press("ArrowDown");
  expect(readout()).toBe("a, x: 0.100");
  press("ArrowRight");
  expect(readout()).toBe("a, y: 0.900");
  press("PageDown", "End");
  expect(readout()).toBe("b, z: 0.000");
  press("Home");
  expect(readout()).toBe("b, x: 1.000");
});

test("the edges hold", () => {
  expect(moved({ row: 1, column: 2 }, "ArrowDown", false, 2, 3)).toEqual({ row: 1, column: 2 });
  expect(moved({ row: 1, column: 2 }, "Home", true, 2, 3)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 0, column: 0 }, "x", false, 2, 3)).toBeNull();
});

test("zero, blocked and missing look and read differently", () => {
  const { press, readout } = draw({
    values: [[0, 0.5, null], [1, 0, 0]],
    blocked: (row, column) => (row === 0 && column === 1 ? "it comes later" : null),
  }); // prettier-ignore
  const count = (selector: string) => box.querySelector(".stage")!.querySelectorAll(selector).length;
  expect([count(".blocked"), count(".hatching"), count(".missing")]).toEqual([1, 1, 1]);
  press("Home", "ArrowRight");
  expect(readout()).toBe("a, y: blocked, it comes later");
  press("ArrowRight");
  expect(readout()).toBe("a, z: no value");
});

test("an owner that keeps the cell is told, and decides", () => {
  const heard = vi.fn();
  const { press, readout } = draw({ at: { row: 1, column: 0 }, moved: heard });
  press("ArrowRight");
  expect(heard).toHaveBeenCalledWith({ row: 1, column: 1 });
  expect(readout()).toBe("b, x: 1.000");
});

test("a symbol that is markup is text", () => {
  draw({ rows: [{ text: "<img src=x onerror=alert(1)>" }, { text: "</script>" }] });
  expect(box.querySelector("img, script")).toBeNull();
  expect(box.textContent).toContain("</script>");
});

test("more than 200 columns share cells, and the view says so", () => {
  const columns = signs("x".repeat(450));
  draw({ columns, values: [columns.map((_, i) => i / 450), columns.map(() => 0)] });
  expect(box.querySelector(".note")!.textContent).toContain("1 × 3 neighbours");
  const many = plan(signs("ab"), columns, 800);
  expect(many.columns.groups).toHaveLength(150);
  expect(many.columns.groups[1]).toEqual([3, 4, 5]);
});

test("a map without rows or columns is no error", () => {
  const { press } = draw({ rows: [], columns: [], values: [] });
  press("ArrowDown", "End");
  expect(box.querySelector("svg")).not.toBeNull();
});

test("a point finds its cell", () => {
  const p = plan(signs("ab"), signs("xyz"), 400);
  expect(cellAt(p, p.left + p.cell * 1.5, p.top + p.cell * 0.5)).toEqual({ row: 0, column: 1 });
  expect(cellAt(p, 0, 0)).toBeNull();
});

test("labels thin out where there is no room for all", () => {
  expect(plan(signs("x".repeat(120)), signs("x".repeat(120)), 400).rows.every).toBeGreaterThan(1);
  expect(plan([{ text: "hundred" }], [{ text: "hundred" }, { text: "y" }], 120).slanted).toBe(true);
});
