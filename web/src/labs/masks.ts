/** Who may look at whom: the masks of a small batch, each cell with its reason. */
import { html, nothing, render as draw } from "lit-html";
import { svg } from "lit-html";
import type { Answer, LabModule } from "../contract";
import { answered, empty, entryOf, halfMade, heatMap, isReady, makeIt, matrixNumbers, names, note, select, shadow, short, task, titleOf, view, type Scale } from "../kit";
import { flow, named } from "../kit/flow";
import { hatching } from "../kit/hatching";
import type { Mask, MasksTrace } from "../traces";
import { following } from "./following";
import { batch } from "./masks/batch";
import css from "./masks/masks.css?inline";
import { shapes, sizesOf } from "./masks/shapes";
import { read, request, written, type State } from "./masks/state";
import { cellsOf, columns, HATCH, inWords, reason, sum, TITLES, verdict, WORDS, type Cells, type Reason } from "./masks/why";

const OPEN: Scale = { low: 0, high: 1, name: "allowed", colour: () => [88, 143, 201] };

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el, css);
  let state = read(model.get("state"));

  const answer = () => model.get("answers")["masks"] as Answer<MasksTrace> | undefined;
  const entry = () => (state.model ? entryOf(model.get("models"), state.model) : undefined);
  const hasModel = () => !state.model || (entry() !== undefined && isReady(entry()!));

  const change = (part: Partial<State>) => {
    state = { ...state, ...part };
    model.set("state", written(state));
    ask();
    model.save_changes();
    redraw();
  };
  const ask = () => model.set("requests", hasModel() ? { masks: request(state) } : {});
  const cancel = () => {
    model.set("cancel", "masks");
    model.save_changes();
  };

  const results = (trace: MasksTrace) => {
    const sentence = Math.min(state.sentence, trace.axes["sentence"]! - 1);
    if (!trace.masks.length) return html`${(trace.notes ?? []).map((one) => empty(one))}`;
    const asked = verdict(trace, sentence);
    return html`<div class="stack">
      ${asked ? task(asked.asks, asked.says, asked.done) : nothing}
      ${(trace.notes ?? []).map(note)}
      <div class="card stack">
        <div class="settings">${which(trace, sentence)}</div>
        <div class="three">${trace.masks.map((mask) => one(trace, cellsOf(trace, mask, sentence), sentence))}</div>
      </div>
      <div class="card">${shapes(trace, state, change)}</div>
    </div>`;
  };

  const which = (trace: MasksTrace, sentence: number) => {
    const { heads } = sizesOf(trace, state);
    const shownHeads = Math.min(heads, 64);
    return html`
      ${select({ label: "Sentence of the batch", value: sentence, changed: (one) => change({ sentence: one }),
        options: state.pairs.slice(0, trace.axes["sentence"]!).map(([source], i) => ({ value: i, title: `${i + 1}: ${short(source, 20)}` })) })}
      ${trace.kind === "lstm" ? nothing : html`${select({ label: "Head", value: Math.min(state.head, shownHeads - 1), changed: (head) => change({ head }),
        options: Array.from({ length: shownHeads }, (_, i) => ({ value: i, title: `${i + 1}` })) })}
        <p class="hint">Every head has the same mask; each sentence has its own.</p>`}`; // prettier-ignore
  };

  const redraw = () => {
    const models = model.get("models");
    const choices = [{ value: "", title: "free words, no model" }, ...models.map((one) => ({ value: one.id, title: titleOf(one) }))];
    const known = choices.some((one) => one.value === state.model);
    const controls = select({
      label: "Words of", value: state.model, options: known ? choices : [...choices, { value: state.model, title: `${state.model} (not here)` }],
      changed: (id) => change({ model: id, heads: null, ...(id ? fitting(id) : {}) }),
    });
    draw(
      html`<div class="stack">
        <p class="lead">A row asks, a column is looked at. Hatched cells are blocked, as in the chapters. Change words and
          padding, then point at a cell or move to it: it says why it is blocked.</p>
        <div class="card">${batch(state, change, hasModel() ? answer()?.trace : undefined, controls)}</div>
        ${halfMade(model, entry())}
        ${hasModel() ? answered(answer(), results, { cancel, before: "One moment." }) : html`<div class="card">${makeIt(model, entry())}</div>`}
      </div>`, // prettier-ignore
      root,
    );
  };

  /** A model of other texts starts with two of its own, if it has some to show. */
  const fitting = (id: string): Partial<State> => {
    const examples = entryOf(model.get("models"), id)?.examples ?? [];
    const reads = examples.every((text) => /^\d{1,3}$/.test(text));
    if (reads || !examples.length) return {};
    return { pairs: examples.slice(0, 2).map((text) => [text, ""]), source: null, target: null, sentence: 0 };
  };

  return following(model, root, ask, redraw);
};

function one(trace: MasksTrace, cells: Cells, sentence: number) {
  const { mask, rows, columns: keys } = cells;
  const words = rows.map((_, r) => keys.map((_, c) => reason(cells, r, c)));
  const title = trace.kind === "lstm" ? "Attention over the source" : TITLES[mask.name];
  return html`<div>${view({
    title,
    numbers: () => matrixNumbers(`${title}: why a cell is blocked; rows are Q, columns K`, "", names(rows), names(keys), words.map((row) => row.map((why) => (why ? WORDS[why] : "allowed")))),
    picture: html`${heatMap({
        title, rows, columns: keys, values: words.map((row) => row.map(() => 1)), scale: OPEN, legend: false, written: false,
        blocked: (r, c) => (words[r]![c] ? WORDS[words[r]![c]!] : null),
        hatch: (r, c) => HATCH[words[r]![c]!],
        says: (r, c) => inWords(cells, r, c),
      })}${key(mask)}`,
    caption: html`<span class="sum">${sum(cells, sentence)}</span>${mask.counts[sentence]!.padding ? html` (${columns(cells)})` : nothing}`,
  })}</div>`; // prettier-ignore
}

/** What the cells' looks mean. */
function key({ causal }: Mask) {
  const box = (why: Reason) => named(WORDS[why].replace("PAD column and later position", "both"), 14, (x, y) =>
    svg`<rect class="blocked" x=${x} y=${y - 7} width="14" height="14"/><path class="hatching" d=${hatching(x, y - 7, 14, HATCH[why])}/>`);
  const open = named("allowed", 14, (x, y) => svg`<rect x=${x} y=${y - 7} width="14" height="14" rx="2" fill="#588fc9"/>`);
  const kinds: Reason[] = causal ? ["later", "padding", "both"] : ["padding"];
  return html`<div class="key">${flow([open, ...kinds.map(box)], 300, `blue: allowed; hatched: blocked`, 12)}</div>`;
} // prettier-ignore
