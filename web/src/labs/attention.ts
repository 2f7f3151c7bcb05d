/** One decoder state scores a few encoder states, and reads their weighted average. */
import { html, nothing, render as draw } from "lit-html";
import type { Answer, LabModule } from "../contract";
import { answered, entryOf, halfMade, isMade, makeIt, mayAsk, modelChoice, segments, shadow, sourceField } from "../kit";
import type { AttentionStatesTrace } from "../traces";
import { following } from "./following";
import css from "./attention/attention.css?inline";
import { own } from "./attention/own";
import { read, written, type State } from "./attention/state";
import { fits, planeChoice, states } from "./attention/states";

const VIEWS = [
  { value: "own", title: "Vectors of your own" },
  { value: "model", title: "States of a model" },
] as const;

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el, css);
  let state = read(model.get("state"));
  if (state.model && model.get("state")["view"] === undefined) state = { ...state, view: "model" };

  const chosen = () => {
    const models = model.get("models");
    if (state.model) return entryOf(models, state.model);
    const good = models.filter(fits);
    return good.find(isMade) ?? good[0] ?? models[0];
  };
  const id = () => state.model || (chosen()?.id ?? "");
  const text = () => state.text ?? chosen()?.examples?.[0] ?? "";
  const answer = () => model.get("answers")["states"] as Answer<AttentionStatesTrace> | undefined;

  const change = (part: Partial<State>) => {
    state = { ...state, ...part };
    model.set("state", written(state));
    ask();
    model.save_changes();
    redraw();
  };
  const ask = () => {
    const entry = chosen();
    const wanted = state.view === "model" && mayAsk(entry, state.model !== "") && text().trim();
    const { plane, x, y } = state;
    const states = { ask: "attention-states", model: id(), text: text(), plane, ...(plane === "coordinates" ? { x, y } : {}) };
    model.set("requests", wanted ? { states } : {});
  };
  const cancel = () => {
    model.set("cancel", "states");
    model.save_changes();
  };

  const ofModel = () => {
    const entry = chosen();
    return html`
      <div class="card stack">
        <div class="asked">
          ${modelChoice({ models: model.get("models"), value: id(), changed: (one) => change({ model: one, text: null, step: 0 }) })}
          ${sourceField({ entry, value: text(), changed: (typed) => change({ text: typed, step: 0 }) })}
        </div>
        <div class="row">${planeChoice(state, answer()?.trace, change)}</div>
      </div>
      ${halfMade(model, state.model ? entry : undefined)}
      ${!mayAsk(entry, state.model !== "") ? html`<div class="card">${makeIt(model, entry)}</div>`
        : text().trim() ? answered(answer(), (trace) => states(trace, state, change), { cancel, before: "One moment." })
        : answered(undefined, () => nothing)}`; // prettier-ignore
  };

  const redraw = () =>
    draw(
      html`<div class="stack">
        <p class="lead">${state.view === "own"
          ? "The decoder state s scores each encoder state; softmax turns scores into weights; the context is the weighted average. Drag an arrow, or move it with the arrow keys."
          : "A trained model does the same with longer vectors. Choose a step of its answer, and see which states it reads."}</p>
        ${segments({ label: "Look at", options: VIEWS, value: state.view, changed: (view) => change({ view }) })}
        ${state.view === "own" ? own(state, change) : ofModel()}
      </div>`, // prettier-ignore
      root,
    );

  return following(model, root, ask, redraw);
};
