/** What each model says, one under the other, symbol by symbol; and how sure it was of each. */
import { html, nothing } from "lit-html";
import { fixed, weight } from "../../kit/format";
import type { Numbers } from "../../kit/numbers";
import { shown, symbol } from "../../kit/symbol";
import type { DecodingTrace } from "../../traces";
import { candidate, signOf, type Place } from "./search";
import type { Side } from "./state";

export interface Said {
  side: Side;
  name: string;
  trace: DecodingTrace;
  /** A candidate for each step. */
  path: number[];
  /** While a newer one is made. */
  pale: boolean;
}

/** Symbols beyond these are reached by stepping; drawing thousands helps nobody. */
const MOST = 120;

export function spokenLines(lines: readonly Said[], step: number, go: (step: number) => void) {
  const length = Math.max(...lines.map(({ path }) => path.length));
  const first = Math.max(Math.min(step - MOST / 2, length - MOST), 0);
  const places = Array.from({ length: Math.min(length - first, MOST) }, (_, i) => first + i + 1);
  return html`
    <div class="said-lines" tabindex="0" role="region" aria-label="What is written so far">
      <table class="lines">
        <thead class="heard"><tr><th scope="col">model</th>${places.map((at) => html`<th scope="col">${at}</th>`)}</tr></thead>
        <tbody>${lines.map((line) => html`<tr class="${line.pale ? "pale" : ""}">
          <th scope="row"><span>${line.name}</span>${total(line, step)}</th>
          ${places.map((at) => word(line, at, step, go))}</tr>`)}</tbody>
      </table>
    </div>
    ${places.length < length ? html`<p class="note">Symbols ${first + 1} to ${first + places.length} of ${length}; they follow the step. The table has all.</p>` : nothing}`; // prettier-ignore
}

/** The log-probability up to the step; of the whole once all is written. */
function total({ trace, path }: Said, step: number) {
  const at = Math.min(step, path.length);
  const value = at < 1 ? 0 : (candidate(trace, [at, path[at - 1]!])?.log_probability ?? -Infinity);
  return html`<small class="number">${fixed(value, 3)}${step >= path.length ? "" : " so far"}</small>`;
}

function word({ trace, path }: Said, at: number, step: number, go: (step: number) => void) {
  if (at > path.length) return html`<td></td>`;
  const one = candidate(trace, [at, path[at - 1]!])!;
  const sign = signOf(trace, one);
  if (at > step) return html`<td class="later"><span aria-hidden="true">·</span></td>`;
  return html`<td class="${at === Math.min(step, path.length) ? "here" : ""} ${at <= trace.forced ? "given" : ""}">
    <button type="button" class="word" title="To step ${at}" @click=${() => go(at)}>
      ${symbol(sign)}<i class="share" .style=${`--share:${one.probability}`}></i><small class="number">${weight(one.probability, 3)}</small>
    </button></td>`; // prettier-ignore
}

export function linesNumbers(lines: readonly Said[]): Numbers {
  const rows = lines.flatMap(({ name, trace, path }) =>
    path.map((place, i) => {
      const one = candidate(trace, [i + 1, place] as Place)!;
      return [name, i + 1, shown(signOf(trace, one)), one.probability, one.log_probability];
    }),
  );
  return { caption: "Each symbol written, its probability, and the log-probability of the answer so far", columns: ["model", "step", "symbol", "probability", "log-probability"], rows };
}

/** Scroll so that the symbol of the step is seen, and a little of what comes after it; false where it is not there yet. */
export function followed(root: ParentNode): boolean {
  const stage = root.querySelector<HTMLElement>(".said-lines");
  const here = stage?.querySelector<HTMLElement>("td.here");
  if (!stage || !here) return false;
  const name = stage.querySelector<HTMLElement>("tbody th")?.offsetWidth ?? 0;
  const [left, right] = [here.offsetLeft, here.offsetLeft + here.offsetWidth];
  if (left - name < stage.scrollLeft) stage.scrollLeft = left - name;
  else if (right > stage.scrollLeft + stage.clientWidth) stage.scrollLeft = right - stage.clientWidth + 24;
  return true;
}
