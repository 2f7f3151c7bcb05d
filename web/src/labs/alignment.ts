/** Which symbols of the source each symbol of the answer looked at, as a map and as arcs. */
import { html, nothing, render as draw } from "lit-html";
import { modelOf, type Answer, type LabModule } from "../contract";
import { answered, arcs, arcsCaption, button, empty, entryOf, field, halfMade, heatMap, isMade, makeIt, mayAsk, matrixNumbers, modelChoice, names, note, segments, select, shadow, sourceField, toggle, view, type Cell } from "../kit"; // prettier-ignore
import type { AlignmentTrace } from "../traces";
import { following } from "./following";
import css from "./alignment/alignment.css?inline";
import { answerNumbers, answerStrip, scoreInWords, type Line } from "./alignment/answer";
import { bestList } from "./alignment/best";
import { lookInWords, ranked } from "./alignment/looking";
import { BEAMS, read, requests, written, type State, type Wanted } from "./alignment/state";
import { taskOf } from "./alignment/task";
import { holds, layerOf, nameOfWeights, picture, type Picture } from "./alignment/weights";

/** More arcs than these could not be told apart. */
const MOST_ARCS = 200;
const FIRST = ["six-digit-reader", "number-reader"];

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el, css);
  let state = read(model.get("state"));
  let wanted: Wanted = { hypothesis: state.best, layer: state.layer };
  let hover: Cell | null = null;

  const chosenModel = () => {
    const models = model.get("models");
    if (state.model) return entryOf(models, state.model);
    const ready = models.filter((one) => one.attention && isMade(one));
    const first = FIRST.map((id) => models.find((one) => one.id === id));
    return first.find((one) => one && isMade(one)) ?? ready[0] ?? first.find(Boolean) ?? models[0];
  };
  const id = () => state.model || (chosenModel()?.id ?? "");
  const text = () => state.text ?? chosenModel()?.examples?.[0] ?? "";
  const answer = (name: string) => model.get("answers")[name] as Answer<AlignmentTrace> | undefined;

  const change = (part: Partial<State>) => {
    state = { ...state, ...part };
    hover = null;
    const trace = answer("own")?.trace;
    if ("model" in part || "text" in part) wanted = { hypothesis: state.best, layer: null };
    else if (trace && !holds(trace, state.best, state.layer)) wanted = { hypothesis: state.best, layer: state.layer };
    model.set("state", written(state));
    ask();
    model.save_changes();
    redraw();
  };
  const ask = () => {
    const entry = chosenModel();
    model.set("requests", mayAsk(entry, state.model !== "") ? requests({ ...state, model: id() }, text(), wanted) : {});
  };
  const cancel = (name: string) => () => {
    model.set("cancel", name);
    model.save_changes();
  };

  /** The trace drawn, and its answer: the model's own, or the one given. */
  const looked = (own: AlignmentTrace) => {
    const given = state.reference.trim() ? answer("given") : undefined;
    const trace = state.look === "given" && given?.trace ? given.trace : own;
    const lines: Line[] = [{ name: "the model's", answer: own.hypotheses[Math.min(state.best, own.hypotheses.length - 1)]! }];
    if (given?.trace) lines.push({ name: "the given", answer: given.trace.hypotheses[0]! });
    const line = trace === own ? 0 : 1;
    return { trace, lines: lines as unknown as readonly [Line], line, answer: lines[line]!.answer, given };
  };

  const results = (own: AlignmentTrace) => {
    if (!own.hypotheses.length) return empty(`An empty text has an empty answer. ${own.notes?.join(" ") ?? ""}`);
    const { trace, lines, line, answer: one, given } = looked(own);
    const seen = picture(trace, one, state);
    const pinned = seen && state.row !== null ? seen.places.indexOf(state.row) : (state.row ?? -1);
    const row = hover ? hover.row : pinned >= 0 ? pinned : null;
    const place = row === null ? null : seen ? seen.places[row]! : row;
    const moved = (to: Cell | null) => {
      hover = to;
      redraw();
    };
    const movedTo = (to: number | null) => {
      const at = to === null ? -1 : seen ? seen.places.indexOf(to) : to;
      moved(at < 0 ? null : { row: at, column: (seen && ranked(seen, at)[0]) ?? 0 });
    };
    const choose = (to: number) => change({ row: state.row === to ? null : to });
    return html`<div class="stack">
      ${[...(trace.notes ?? []), ...(trace.left_out ?? [])].map(note)}
      <div class="card">${view({
        title: "The answer", numbers: () => answerNumbers(lines),
        picture: html`${answerStrip({ lines, looked: line, at: place, moved: movedTo, chosen: choose, special: state.special })}
          ${bestList(own, state.best, (best) => change({ best, row: null }))}`,
        caption: lines.length > 1 ? html`The model's: ${scoreInWords(lines[0].answer)}. The given: ${scoreInWords(lines[1 as 0].answer)}.` : `${scoreInWords(one)}.`,
      })}
      ${given && given.status !== "done" ? answered(given, () => nothing, { cancel: cancel("given") }) : nothing}</div>
      ${seen ? pictures(trace, seen, row, moved, choose) : without(trace)}
    </div>`; // prettier-ignore
  };

  const without = (trace: AlignmentTrace) =>
    empty(trace.attention ? "There was no room for the weights of this answer. Choose a shorter text."
      : `${entryOf(model.get("models"), modelOf(answer("own"), id()))?.title ?? "This model"} has no attention. All it keeps of the text is its last state, so nothing says where a symbol looked. Its probabilities are above; choose another model to see weights.`); // prettier-ignore

  const pictures = (trace: AlignmentTrace, seen: Picture, row: number | null, moved: (to: Cell | null) => void, choose: (place: number) => void) => {
    const says = (at: number) => lookInWords(seen, at);
    const at = hover ?? (row === null ? null : { row, column: ranked(seen, row)[0] ?? 0 });
    const given = { rows: seen.rows, columns: seen.columns, values: seen.values };
    const numbers = () => matrixNumbers("Weights: a row for each symbol of the answer, a column for each of the source", "", names(seen.rows), names(seen.columns), seen.values); // prettier-ignore
    const which = nameOfWeights(trace, state);
    const many = Math.max(seen.rows.length, seen.columns.length) > MOST_ARCS;
    const cellSays = (r: number, c: number) => {
      const value = seen.values[r]?.[c];
      const isMost = ranked(seen, r)[0] === c || value === null || value === undefined;
      return isMost ? says(r) : `${value.toFixed(3)} on ${names(seen.columns.slice(c, c + 1))[0]}. ${says(r)}`;
    };
    return html`
      ${taskOf(seen, state.row)}
      <div class="columns" .style=${"--least:24rem"}>
        <div class="card">${view({
          title: "Where each word looks", numbers, caption: `${capital(which)}. Each row sums to 1${state.special ? "" : ", hidden symbols included"}.`,
          picture: heatMap({ ...given, title: "Weights", at, moved, chosen: (to) => choose(seen.places[to.row]!), says: cellSays }),
        })}</div>
        <div class="card">${many ? empty(`Arcs are drawn for up to ${MOST_ARCS} symbols; the map has them all.`) : view({
          title: "The same weights as arcs", numbers, caption: html`${arcsCaption()} The thicker and brighter, the larger the weight.`,
          picture: arcs({ ...given, title: "Weights", at: row, moved: (r) => moved(r === null ? null : { row: r, column: ranked(seen, r)[0] ?? 0 }), chosen: (r) => choose(seen.places[r]!), says }),
        })}</div>
      </div>`; // prettier-ignore
  };

  const settings = (trace: AlignmentTrace) => {
    const layers = Array.from({ length: trace.layers }, (_, i) => ({ value: i, title: i === trace.layers - 1 ? `${i + 1} (last)` : `${i + 1}` }));
    const heads = [{ value: -1, title: "mean of all" }, ...Array.from({ length: trace.heads }, (_, i) => ({ value: i, title: `${i + 1}` }))];
    const last = trace.layers - 1;
    return html`
      ${trace.layers > 1 ? select({ label: "Layer", options: layers, value: layerOf(trace, state.layer), changed: (one) => change({ layer: one === last ? null : one }) }) : nothing}
      ${trace.heads > 1 ? select({ label: "Head", options: heads, value: state.head ?? -1, changed: (one) => change({ head: one < 0 ? null : one }) }) : nothing}
      ${toggle({ label: "Special symbols", on: state.special, changed: (special) => change({ special, row: null }) })}
      ${state.reference.trim() ? segments({ label: "Draw", options: [{ value: "own", title: "the model's" }, { value: "given", title: "the given" }], value: state.look, changed: (look) => change({ look, row: null }) }) : nothing}`; // prettier-ignore
  };

  const redraw = () => {
    const entry = chosenModel();
    const isBlank = !text().trim();
    const again = button({ title: "Ask again", pressed: () => change({}) });
    const own = answer("own");
    draw(
      html`<div class="stack">
        <p class="lead">Each word of the answer looks at the symbols of the source. Type a text, then point at
          a word or move to it with the arrow keys: its row says where it looked.</p>
        <div class="card stack">
          <div class="asked">
            ${modelChoice({ models: model.get("models"), value: id(), changed: (one) => change({ model: one, text: null, row: null, best: 0, layer: null, head: null, reference: "", look: "own" }) })}
            ${sourceField({ entry, value: text(), changed: (typed) => change({ text: typed, row: null, best: 0 }) })}
          </div>
          ${own?.trace?.attention ? html`<div class="settings">${settings(own.trace)}</div>` : nothing}
          <details class="more" ?open=${state.reference !== "" || state.beam > 0}>
            <summary>Other answers</summary>
            <div class="asked">
              ${select({ label: "Answers to choose from", options: BEAMS.map((beam) => ({ value: beam, title: beam ? `the best of a beam of ${beam}` : "as the model's recipe says" })), value: state.beam, changed: (beam) => change({ beam, best: 0, row: null }) })}
              ${field({ label: "An answer of your own, or the right one", value: state.reference, wide: true, hint: "How would the model have read this answer?", changed: (reference) => change({ reference, row: null, look: reference.trim() ? state.look : "own" }) })}
            </div>
          </details>
        </div>
        ${halfMade(model, state.model ? entry : undefined)}
        ${!mayAsk(entry, state.model !== "") ? html`<div class="card">${makeIt(model, entry)}</div>`
          : isBlank ? empty("Type something to begin.")
          : answered(own, results, { cancel: cancel("own"), before: "One moment." })}
        ${own?.status === "problem" && own.problem.kind === "cancelled" ? again : nothing}
      </div>`, // prettier-ignore
      root,
    );
  };

  return following(model, root, ask, redraw);
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
