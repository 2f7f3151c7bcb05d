/** Every picture: small, large, reduced; masked, missing, signed; arcs, bars and charts. */
import { html } from "lit-html";
import { arcs, arcsCaption } from "../../kit/arcs";
import { bars } from "../../kit/bars";
import { chart } from "../../kit/chart";
import { signed } from "../../kit/colour";
import { percent } from "../../kit/format";
import { heatMap, names, type Cell } from "../../kit/heat_map";
import { matrixNumbers } from "../../kit/numbers";
import { line, type Sign } from "../../kit/symbol";
import { view } from "../../kit/view";
import { curve, signs, softRows } from "./examples";

const digits = signs("4", "2", "7", "0", "1", "5");
const words = signs("four", "hundred", "twenty", "seven", "thousand", "fifteen", "<eos>");
const looks = softRows(7, 6, (row) => [0, 2, 1, 2, 4, 5, 5][row]!, 4);
const strange = signs("a", " ", "\u0301", "א", "ab", "\u200b", "☃", "<b>", "<pad>");
const odd = softRows(5, 9, (row) => row * 2).map((row, r) => row.map((value, c) => (r === 1 && c > 5 ? null : c === 2 ? 0 : value)));
const target = signs("<bos>", "forty", "two", "<pad>", "<pad>");
const many = (count: number): Sign[] => Array.from({ length: count }, (_, i) => ({ text: "etaoinshrdlu"[i % 12]! }));
const sixty = softRows(60, 60, (row) => 59 - row);
const long = softRows(40, 240, (row) => row * 6, 5);
const scores = softRows(6, 6, (row) => row).map((row, r) => row.map((value, c) => 4 * value - 1.5 + Math.sin(r + 2 * c)));
let shared: Cell | null = null;

const causal = (row: number, column: number) =>
  column > 2 ? "its column is padding" : column > row ? "it comes later than the row" : null;

export function pictures(redraw: () => void) {
  const moved = (at: Cell | null) => {
    shared = at;
    redraw();
  };
  const numbers = (rows: Sign[], columns: Sign[], values: (number | null)[][]) => () =>
    matrixNumbers("A row for each symbol written, a column for each read", "", names(rows), names(columns), values);
  return html`
    <div class="columns pictures">
      <div class="card">${view({
        title: "A heat map", numbers: numbers(words, digits, looks),
        picture: heatMap({ title: "Weights", rows: words, columns: digits, values: looks, at: shared, moved }),
        caption: "The row looked at stays bright, here and in the arcs beside it.",
      })}</div>
      <div class="card">${view({
        title: "The same weights as arcs", numbers: numbers(words, digits, looks),
        picture: arcs({ title: "Weights", rows: words, columns: digits, values: looks, at: shared && shared.row, moved: (row) => moved(row === null ? null : { row, column: largest(looks[row]!) }) }),
        caption: arcsCaption(),
      })}</div>
      <div class="card">${view({
        title: "Blocked cells", numbers: numbers(target, target, target.map((_, r) => target.map((__, c) => (causal(r, c) ? null : 1 / (Math.min(r, 2) + 1))))),
        picture: heatMap({ title: "A causal mask with padding", rows: target, columns: target, values: target.map((_, r) => target.map(() => 1 / (Math.min(r, 2) + 1))), blocked: causal }),
        caption: "Hatching: may not be looked at. The reason is written below and spoken.",
      })}</div>
      <div class="card">${view({
        title: "Zero, missing, and symbols nobody could see", numbers: numbers(strange.slice(0, 5), strange, odd),
        picture: heatMap({ title: "Odd symbols", rows: strange.slice(0, 5), columns: strange, values: odd }),
        caption: html`Read: ${line(strange, " ")}`,
      })}</div>
      <div class="card">${view({
        title: "Values around zero", numbers: numbers(digits, digits, scores),
        picture: heatMap({ title: "Scores", rows: digits, columns: digits, values: scores, scale: signed(4, "score") }),
      })}</div>
      <div class="card">${view({
        title: "Bars under symbols", numbers: numbers(words.slice(5, 6), digits, looks.slice(5, 6)),
        picture: bars({ title: "What fifteen looked at", signs: digits, values: looks[5]! }),
      })}</div>
      <div class="card">${view({
        title: "60 × 60", numbers: numbers(many(60), many(60), sixty),
        picture: heatMap({ title: "Reversing", rows: many(60), columns: many(60), values: sixty }),
      })}</div>
      <div class="card">${view({
        title: "40 × 240", numbers: numbers(many(40), many(240), long),
        picture: heatMap({ title: "A long text", rows: many(40), columns: many(240), values: long }),
      })}</div>
    </div>
    <div class="card wide">${view({
      title: "Lines with bands and published points", numbers: curveNumbers,
      picture: chart({
        title: "Accuracy by length", series: curves,
        x: { label: "length", low: 2, high: 24 }, y: { label: "accuracy", low: 0, high: 1, written: (value) => percent(value, 0) },
      }),
    })}</div>
    <div class="card wide">${view({
      title: "A falling loss, on a logarithmic axis", numbers: () => ({ caption: "Loss by epoch", columns: ["epoch", "loss"], rows: loss.map(({ x, y }) => [x, y]) }),
      picture: chart({ title: "Loss", series: [{ name: "training", points: loss }, { name: "held out", look: "dashed", points: loss.map(({ x, y }) => ({ x, y: y * 1.2 + 0.01 })) }], x: { label: "epoch" }, y: { label: "loss", log: true } }),
    })}</div>`; // prettier-ignore
}

const largest = (row: number[]): number => row.indexOf(Math.max(...row));

const curves = [
  { name: "plain", points: curve(11, 1.6, 1.2), colour: 2 as const },
  { name: "with attention", points: curve(23, 2.6, 2), colour: 1 as const },
  { name: "published, plain", look: "points" as const, colour: 2 as const, points: [{ x: 4, y: 1 }, { x: 16, y: 0.04 }, { x: 20, y: 0 }] },
  { name: "published, with attention", look: "points" as const, colour: 1 as const, points: [{ x: 4, y: 1 }, { x: 20, y: 0.72 }] },
]; // prettier-ignore

const curveNumbers = () => ({
  caption: "Accuracy by length", columns: ["model", "length", "accuracy", "low", "high"],
  rows: curves.flatMap((one) => one.points.map((point) => [one.name, point.x, point.y, "low" in point ? point.low : null, "high" in point ? point.high : null])),
}); // prettier-ignore

const loss = Array.from({ length: 60 }, (_, i) => ({ x: i + 1, y: 3 * Math.exp(-i / 9) + 0.02 + 0.004 * Math.sin(i * 1.7) }));
