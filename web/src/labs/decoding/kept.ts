/** What the decoder keeps: made once, one row more, or replaced; with its rows and its numbers. */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { flow, named } from "../../kit/flow";
import { count, counted, percent } from "../../kit/format";
import type { Numbers } from "../../kit/numbers";
import { Sized } from "../../kit/sized";
import type { DecodingTrace, Kept } from "../../traces";

/** Rows of one kept thing once `step` symbols are written. */
export const rowsAt = (kept: Kept, step: number): number => kept.rows + (kept.change === "grows" ? step : 0);

/** Rows that this step made. */
export function newAt(kept: Kept, step: number): number {
  if (step === 0) return 0;
  return kept.change === "once" ? (step === 1 ? kept.rows : 0) : 1 + (kept.change === "grows" && step === 1 ? kept.rows : 0);
}

/** "2 layers × 2 × 4 heads × 5 rows × 16" */
export function shape(kept: Kept, rows: number): string {
  const said = (axis: string, size: number) =>
    axis === "layer" || axis === "head" || axis === "row" ? counted(size, axis)
      : axis === "key and value" ? "K and V" : axis === "h and c" ? "h and c" : `width ${count(size)}`; // prettier-ignore
  return kept.axes.map((axis, i) => said(axis, kept.sizes[i] ?? rows)).join(" × ");
}

export const numbersOf = (kept: Kept, rows: number): number =>
  kept.sizes.reduce<number>((product, size) => product * (size ?? rows), 1);

const CHANGES = { once: "made once, only read since", grows: "one row more each step", replaced: "made anew each step" };
const [SIDE, SPACE, MOST] = [15, 3, 400];

class Rows extends Sized<{ kept: Kept; step: number }> {
  protected draw() {
    const { kept, step } = this.props;
    const rows = rowsAt(kept, step);
    const fresh = rows - newAt(kept, step);
    const drawn = Math.min(rows, MOST);
    const across = Math.max(Math.floor(this.width / (SIDE + SPACE)), 1);
    const lines = Math.max(Math.ceil(drawn / across), 1);
    const height = lines * (SIDE + SPACE) - SPACE + 2;
    const width = Math.min(drawn || 1, across) * (SIDE + SPACE) + 2;
    return html`<div class="rows" ${ref(this.seen)}>
      <svg data-drawing width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img"
        aria-label="${counted(rows, "row")}, ${newAt(kept, step)} of them new">
        ${Array.from({ length: drawn }, (_, i) => svg`<rect class="held ${i >= fresh ? "new" : ""}"
          x=${1 + (i % across) * (SIDE + SPACE)} y=${1 + Math.floor(i / across) * (SIDE + SPACE)} width=${SIDE} height=${SIDE} rx="3"/>`)}
      </svg>${rows > drawn ? html`<p class="hint">and ${count(rows - drawn)} more</p>` : nothing}</div>`; // prettier-ignore
  }
}

const rowsPicture = directive(Rows);

export function keptPicture(trace: DecodingTrace, step: number, partial: number) {
  const held = (x: number, y: number, fresh: string) => svg`<rect class="held ${fresh}" x=${x} y=${y - 7} width="14" height="14" rx="3"/>`;
  return html`
    <ul class="kept">${trace.kept.map((one) => {
      const rows = rowsAt(one, step);
      return html`<li>
        <h4>${one.name}</h4>
        <p class="change ${one.change}">${CHANGES[one.change]}</p>
        ${rowsPicture({ kept: one, step })}
        <p class="shape number">${shape(one, rows)} = <b>${count(numbersOf(one, rows))}</b> numbers</p>
        <p class="hint">${one.says}${partial > 1 ? (one.shared ? ` All ${partial} partial answers read this one copy.` : ` Each of the ${partial} partial answers has its own.`) : ""}</p>
      </li>`;
    })}</ul>
    ${flow([named("kept from before", 14, (x, y) => held(x, y, "")), named("new at this step", 14, (x, y) => held(x, y, "new"))], 320, "What the squares mean")}
    ${saved(trace, step)}`;
}

/** How many multiplications the caches spared, where that was counted. */
function saved(trace: DecodingTrace, step: number) {
  const array = trace.arrays["multiplications"];
  if (!array || step < 1) return nothing;
  const steps = trace.axes["step"]!;
  const [kept, anew] = [0, 1].map((way) => array.values[way * steps + Math.min(step, steps) - 1]!) as [number, number];
  return html`<p class="saved">Into the decoder goes <b>1 row</b> at this step; without caches ${step === 1 ? "it would be the same" : html`it would be <b>${step}</b>`}.
    Multiplications so far, for one answer: <b class="number">${count(kept)}</b>${step === 1 ? "" : html`, and <span class="number">${count(anew)}</span> without
    any cache: <b class="number">${percent(1 - kept / anew)}</b> saved`}.</p>`; // prettier-ignore
}

export function keptNumbers(trace: DecodingTrace, step: number): Numbers {
  const rows = trace.kept.map((one) => {
    const held = rowsAt(one, step);
    return [one.name, CHANGES[one.change], held, newAt(one, step), shape(one, held), numbersOf(one, held)];
  });
  return { caption: `What is kept once ${counted(step, "symbol")} ${step === 1 ? "is" : "are"} written`, columns: ["what", "how", "rows", "new", "shape", "numbers"], rows };
}
