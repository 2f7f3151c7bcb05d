/** The states of a trained model as they fall on a plane, with the model's own scores. */
import { html, nothing } from "lit-html";
import type { ModelEntry } from "../../contract";
import { bars, format, numberField, note, segments, shown, spoken, symbol, table, view, type Numbers, type Sign } from "../../kit";
import type { AttentionStatesTrace } from "../../traces";
import { matrix } from "../../arrays";
import { plane, type Arrow } from "./plane";
import type { Vector } from "./attend";
import type { State } from "./state";

type Change = (part: Partial<State>) => void;

const SCORE = {
  dot: "h · s, the dot product of all numbers",
  bilinear: "s W h, with a matrix W that the model learned",
  additive: "v · tanh(s W₁ + h W₂), a small network that the model learned",
};

/** Each symbol of the answer is a step; the weights are those of the step chosen. */
export function states(trace: AttentionStatesTrace, state: State, change: Change) {
  const { source = [], target = [] } = trace.tokens;
  const at = Math.min(state.step, target.length - 1);
  if (at < 0 || !source.length) return note("The model's answer to this is empty.");
  const get = (name: string) => matrix(trace.arrays[name]!, trace.axes, {}) as number[][];
  const [h, weights, scores] = [get("states"), get("weights")[at]!, get("scores")[at]!];
  const [s, context] = [get("queries")[at]! as unknown as Vector, get("contexts")[at]! as unknown as Vector];
  const arrows: Arrow[] = [
    ...source.map((sign, i): Arrow => ({ name: shown(sign), what: "encoder state", look: "h", at: h[i] as unknown as Vector, weight: weights[i]!, special: sign.special })),
    { name: "decoder state", what: "decoder state", look: "s", at: s },
    { name: "context", what: "context", look: "context", at: context },
  ];
  const parts = h.map((one, i): Vector => [one[0]! * weights[i]!, one[1]! * weights[i]!]);
  const signs: Sign[] = source;
  const numbers = (): Numbers => ({
    caption: `Writing ${shown(target[at]!)}: each encoder state in the plane, with the model's own score and weight`,
    columns: ["symbol", "x", "y", "score", "weight"],
    rows: source.map((sign, i) => [shown(sign), h[i]![0]!, h[i]![1]!, scores[i]!, weights[i]!]),
  });
  const axes = names(trace, state);
  return html`<div class="stack">
    ${[...(trace.notes ?? []), ...(trace.left_out ?? [])].map(note)}
    <div class="card stack">
      <div class="steps" role="group" aria-label="Symbols of the answer; choose a step"><span class="label">The step that writes</span>
        ${target.map((sign, i) => html`<button type="button" class="chip" aria-pressed=${i === at} @click=${() => change({ step: i })}>${symbol(sign)}</button>`)}</div>
      ${view({
        title: `What the model reads to write ${shown(target[at]!)}`,
        numbers,
        picture: html`<div class="attention">
          ${plane({ title: "The model's states in the plane", arrows, parts, axes, least: 0.1 })}
          <div class="side one">
            <div><h4 class="label">Weights</h4>${bars({ title: "Weights", signs, values: weights, height: 84 })}</div>
            ${table(numbers())}
            <output class="heard" aria-live="polite">${spoken(target[at]!)}: most weight on ${spoken(source[weights.indexOf(Math.max(...weights))]!)}.</output>
          </div></div>`,
        caption: html`${told(trace, axes)} Scores are the model’s own, ${SCORE[trace.score]}: the picture shows 2 of ${trace.width}
          directions, so an angle in it may mislead. The context is the weighted average in all of them, and so in the picture, too.`,
      })}</div>
  </div>`; // prettier-ignore
}

function names({ plane: kind, shares: [x = 0, y = 0] }: AttentionStatesTrace, state: State): [string, string] {
  if (kind === "components") return [`component 1: ${format.percent(x, 0)}`, `component 2: ${format.percent(y, 0)}`];
  return [`number ${state.x + 1}: ${format.percent(x, 0)}`, `number ${state.y + 1}: ${format.percent(y, 0)}`];
}

function told({ plane: kind, shares: [x = 0, y = 0], width }: AttentionStatesTrace, axes: [string, string]) {
  const both = format.percent(x + y, 0);
  return kind === "components"
    ? `The plane: the first two principal components of the encoder states, with ${both} of their variance.`
    : `The plane: two of the ${width} numbers (${axes.join(", ")} of the variance), ${both} together.`;
}

export function planeChoice(state: State, trace: AttentionStatesTrace | undefined, change: Change) {
  const coordinate = (key: "x" | "y", label: string) => numberField({
    label, value: state[key] + 1, min: 1, max: trace?.width ?? 65_536, step: 1, changed: (value) => change({ [key]: Math.round(value) - 1 }) });
  return html`
    ${segments({ label: "Plane", value: state.plane, changed: (one) => change({ plane: one }),
      options: [{ value: "components", title: "principal components" }, { value: "coordinates", title: "two numbers" }] })}
    ${state.plane === "coordinates" ? html`<div class="row">${coordinate("x", "Across")}${coordinate("y", "Up")}</div>` : nothing}`; // prettier-ignore
}

/** LSTMs with attention first: only they have such states. */
export const fits = (entry: ModelEntry): boolean => entry.kind === "lstm" && entry.attention;
