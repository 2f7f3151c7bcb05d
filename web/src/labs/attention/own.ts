/** Vectors of one's own: the picture, the fields, the arithmetic. */
import { html, nothing } from "lit-html";
import { bars, button, format, segments, vector, view, type Numbers } from "../../kit";
import { arithmetic } from "./arithmetic";
import { attend, type Score, type Square, type Step, type Vector } from "./attend";
import { plane, type Arrow } from "./plane";
import { FAR, MOST, usual, type State } from "./state";
import { tasks } from "./tasks";

type Change = (part: Partial<State>) => void;

const COLOURS = { h: "var(--one)", s: "var(--two)" };
const name = (i: number) => `h${format.lowered(i)}`;

const SCORES: readonly { value: Score; title: string; note: string }[] = [
  { value: "dot", title: "h · s", note: "dot product" },
  { value: "scaled", title: "h · s / √d", note: "scaled dot product" },
  { value: "additive", title: "v · tanh(W h + U s)", note: "additive" },
];

export function own(state: State, change: Change) {
  const step = attend(state);
  const arrows: Arrow[] = [
    ...state.h.map((at, i): Arrow => ({ name: name(i), what: "encoder state", look: "h", at, weight: step.rows[i]!.weight })),
    { name: "s", what: "decoder state", look: "s", at: state.s },
    { name: "context", what: "context", look: "context", at: step.context },
  ];
  const moved = (arrow: number, at: Vector) =>
    change(arrow < state.h.length ? { h: put(state.h, arrow, at) } : { s: at });
  const signs = state.h.map((_, i) => ({ text: name(i) }));
  return html`<div class="stack">
    ${tasks(step)}
    <div class="card stack loose">
      ${settings(state, change)}
      ${view({
        title: "One step of attention",
        numbers: () => numbers(state, step),
        picture: html`<div class="attention">
          ${plane({ title: "Encoder states, decoder state and context in the plane", arrows, parts: step.rows.map((row) => row.part), moved })}
          <div class="side">
            ${fields(state, change)}
            <div class="outcome"><h4 class="label">Weights</h4>${bars({ title: "Weights", signs, values: step.rows.map((row) => row.weight), height: 110 })}
              <p class="context-line"><span class="ink context">context</span> <b class="number">[${format.fixed(step.context[0], 3)}, ${format.fixed(step.context[1], 3)}]</b></p></div>
            <output class="heard" aria-live="polite">${spoken(step)}</output>
          </div></div>`,
        caption: html`Thicker and brighter: more weight. The dashed line adds the weighted states tip to tail; it ends at the
          <span class="ink context">context</span>. An average never leaves the shaded shape between the states.`,
      })}
    </div>
    <div class="card">${view({ title: "The arithmetic", numbers: () => numbers(state, step), picture: arithmetic(state, step) })}</div>
  </div>`; // prettier-ignore
}

const put = (list: readonly Vector[], place: number, value: Vector): Vector[] => list.map((one, i) => (i === place ? value : one));

function settings(state: State, change: Change) {
  const { h, s, score } = usual;
  return html`<div class="settings">
      ${segments({ label: "Score of a state h for the decoder state s", options: SCORES, value: state.score, changed: (one) => change({ score: one }) })}
      ${button({ title: "Back to the chapter’s example", look: "quiet", pressed: () => change({ h, s, score, W: usual.W, U: usual.U, v: usual.v }) })}
    </div>
    ${state.score === "additive" ? matrices(state, change) : nothing}`; // prettier-ignore
}

function fields({ h, s }: State, change: Change) {
  const set = (i: number) => (values: number[]) => change({ h: put(h, i, values as unknown as Vector) });
  const drop = (i: number) => () => change({ h: h.filter((_, at) => at !== i) });
  const fresh = FRESH.find(([x, y]) => !h.some((one) => one[0] === x && one[1] === y)) ?? [1, 1];
  return html`<div class="vectors">
    ${h.map((values, i) => html`<div class="row">
      ${vector({ label: name(i), values, min: -FAR, max: FAR, colour: COLOURS.h, changed: set(i) })}
      ${h.length > 2 ? button({ title: "×", look: "quiet", says: `Remove ${name(i)}`, pressed: drop(i) }) : nothing}</div>`)}
    <div class="row">${vector({ label: "s", values: s, min: -FAR, max: FAR, colour: COLOURS.s, changed: (values) => change({ s: values as unknown as Vector }) })}</div>
    <div>${button({ title: "Add a state", disabled: h.length >= MOST, pressed: () => change({ h: [...h, fresh] }) })}</div>
  </div>`; // prettier-ignore
}

const FRESH: readonly Vector[] = [[-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1], [0, 1]];

function matrices(state: State, change: Change) {
  const rows = (key: "W" | "U") => state[key].map((values, i) =>
    vector({ label: `${key}, row ${i + 1}`, values, min: -FAR, max: FAR, changed: (to) => change({ [key]: put(state[key], i, to as unknown as Vector) as unknown as Square }) }));
  return html`<div class="matrices vectors">
    <div class="vectors" role="group" aria-label="W, row by row">${rows("W")}</div>
    <div class="vectors" role="group" aria-label="U, row by row">${rows("U")}</div>
    <div class="vectors">${vector({ label: "v", values: state.v, min: -FAR, max: FAR, changed: (to) => change({ v: to as unknown as Vector }) })}</div></div>`; // prettier-ignore
}

const spoken = ({ context: [x, y], rows }: Step) =>
  `Weights ${rows.map((row) => format.fixed(row.weight)).join(", ")}. Context ${format.fixed(x)}, ${format.fixed(y)}.`;

function numbers(state: State, step: Step): Numbers {
  const rows = step.rows.map((row, i) => [name(i), ...state.h[i]!, row.score, row.power, row.weight, ...row.part]);
  const none = [null, null, null];
  return {
    caption: "Each encoder state with its score, e to that score, its weight, and its part of the context",
    columns: ["vector", "x", "y", "score", "e^score", "weight", "weight × x", "weight × y"],
    rows: [...rows, ["s", ...state.s, ...none, null, null], ["context", ...step.context, null, step.sum, 1, ...step.context]],
  };
}
