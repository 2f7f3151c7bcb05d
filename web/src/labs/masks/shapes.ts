/** The shapes of the scores, (B, h, L_q, L_k), with every axis named. */
import { html, nothing } from "lit-html";
import { format, numberField, view, type Numbers } from "../../kit";
import type { Mask, MasksTrace } from "../../traces";
import { LENGTHS, TITLES } from "./why";
import type { State } from "./state";

export interface Sizes {
  batch: number;
  heads: number;
}

export const sizesOf = (trace: MasksTrace, state: State): Sizes => ({
  batch: state.batch ?? trace.axes["sentence"]!,
  heads: state.heads ?? (state.model ? trace.heads : 4),
});

const length = (axis: string) => {
  const [letter, below] = LENGTHS[axis]!.split("_");
  return html`<i>${letter}</i>${below ? html`<sub>${below}</sub>` : nothing}`;
};
const named = ({ queries, keys }: Mask) => html`(<i>B</i>, <i>h</i>, ${length(queries)}, ${length(keys)})`;

export const shape = (trace: MasksTrace, { queries, keys }: Mask, { batch, heads }: Sizes): number[] => [
  batch, heads, trace.axes[queries]!, trace.axes[keys]!,
]; // prettier-ignore

const FROM: Record<string, string> = { encoder: "source", decoder: "tgt_in", cross: "tgt_in", whole: "sequence" };
const TO: Record<string, string> = { encoder: "source", decoder: "tgt_in", cross: "memory", whole: "sequence" };

export function shapes(trace: MasksTrace, state: State, change: (part: Partial<State>) => void) {
  const sizes = sizesOf(trace, state);
  const product = (of: number[]) => of.reduce((all, one) => all * one, 1);
  const rows = trace.masks.map((mask) => ({ mask, numbers: shape(trace, mask, sizes) }));
  const numbers = (): Numbers => ({
    caption: "Shape of the scores of each attention",
    columns: ["attention", "Q from", "K and V from", "B", "h", "L_q", "L_k", "scores in all"],
    rows: rows.map(({ mask, numbers: of }) => [TITLES[mask.name], FROM[mask.name]!, TO[mask.name]!, ...of, product(of)]),
  });
  const lengths = [...new Set(trace.masks.flatMap((mask) => [mask.queries, mask.keys]))];
  return view({
    title: "Shapes of the scores", level: 3, numbers,
    picture: html`
      <div class="settings">
        ${numberField({ label: "B, sentences in a batch", value: sizes.batch, min: 1, max: 4096, step: 1, changed: (batch) => change({ batch: Math.round(batch) }) })}
        ${numberField({ label: "h, heads", value: sizes.heads, min: 1, max: 1024, step: 1, changed: (heads) => change({ heads: Math.round(heads) }) })}
      </div>
      <div class="shapes scroll" tabindex="0" role="region" aria-label="Shapes"><table>
        <thead><tr><th scope="col">attention</th><th scope="col">shape</th><th scope="col">Q from</th><th scope="col">K and V from</th></tr></thead>
        <tbody>${rows.map(({ mask, numbers: of }) => html`<tr><th scope="row">${TITLES[mask.name]}</th><td><b>(${of.map(format.count).join(", ")})</b> <small class="axes">= ${named(mask)}</small></td><td>${FROM[mask.name]}</td><td>${TO[mask.name]}</td></tr>`)}</tbody>
      </table></div>`,
    caption: html`B: sentences. h: heads. ${lengths.map((axis, i) => html`${i ? ", " : ""}${length(axis)} = ${trace.axes[axis]}`)}, padding counted${lengths.includes("target") ? " and <bos> too" : ""}.
      A mask has the last two axes. Each sentence has its own; all heads share it.`,
  }); // prettier-ignore
}
