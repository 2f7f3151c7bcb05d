/** An evaluation: how good a model is on pairs it never saw, and where it goes wrong. */
import { html, nothing, render } from "lit-html";
import type { ModelEntry } from "../contract";
import type { Page } from "../host/router";
import type { Studio } from "../host/studio";
import { button } from "../kit/button";
import { select } from "../kit/choice";
import { field } from "../kit/field";
import { count, counted, percent } from "../kit/format";
import { intervals } from "../kit/intervals";
import { isReady as canBeOpened, stateOf, titleOf } from "../kit/model_choice";
import { shadow } from "../kit/sheet";
import { answered, empty, note, problem, working } from "../kit/status";
import { view } from "../kit/view";
import type { Evaluate, EvaluationResult, Home } from "../traces";
import { errorList } from "./evaluation/error_list";
import { errorNumbers, found, ORDERS, sorted, type Order } from "./evaluation/errors";
import { confusionNumbers, confusionRows, groupNumbers, inWords, lengthRows, measureNumbers, measureRows, seenRows } from "./evaluation/figures";
import look from "./evaluation/evaluation.css?inline";
import { Measuring } from "./evaluation/measuring";
import { readState, writeState } from "./page_state";

type State = {
  pairs: string;
  /** 0: as the model's recipe says. */
  beam: number;
  order: Order;
  find: string;
  page: number;
};
const PLAIN: State = { pairs: "held-out", beam: 0, order: "edits", find: "", page: 0 };

export const evaluationPage = (studio: Studio): Page => (el, place) => {
  const root = shadow(el, look);
  const state = readState(PLAIN, place.state);
  let model = place.id;
  let asked = false;
  const measuring = new Measuring(studio, () => draw());
  const draw = () => render(page(studio, model, state, measuring, { set, choose, measure }), root);
  const set = (change: Partial<State>) => {
    Object.assign(state, change);
    writeState("evaluation", model, PLAIN, state);
    draw();
  };
  const measure = (anew = false) => measuring.ask(request(model, state), anew);
  const choose = (id: string) => {
    model = id;
    set({ page: 0, find: "" });
    measure();
  };
  // What there is to measure may not be known yet; then it begins as soon as it is.
  const arrived = () => {
    const entry = studio.home?.models.find((one) => one.id === model);
    if (!asked && entry && canBeOpened(entry)) {
      asked = true;
      measure();
    }
    draw();
  };
  arrived();
  const forget = studio.on(arrived);
  return () => {
    forget();
    measuring.stop();
  };
};

const request = (model: string, { pairs, beam }: State): Evaluate => ({ model, pairs, ...(beam ? { beam } : {}) });

interface Doing {
  set: (change: Partial<State>) => void;
  choose: (model: string) => void;
  measure: (anew?: boolean) => void;
}

function page(studio: Studio, id: string, state: State, measuring: Measuring, doing: Doing) {
  const model = studio.home?.models.find((one) => one.id === id);
  return html`
    <header class="page-head">
      <p class="overline">Evaluation</p>
      <h1>${model ? html`How good is ${model.title.replace(/^The /, "the ")}?` : "How good is a model?"}</h1>
      <p class="lead">Every answer is compared with the one expected. Open a wrong answer to see why the model gave it.</p>
    </header>
    ${studio.home ? controls(studio, id, state, measuring, doing) : working({ done: 0, total: null, what: "Looking for models" })}
    ${studio.home ? outcome(model, id, state, measuring, doing) : nothing}`;
}

function controls(studio: Studio, id: string, state: State, measuring: Measuring, { set, choose, measure }: Doing) {
  const models = studio.home!.models.filter(canBeOpened);
  const pairs = (studio.home as unknown as Home).pairs ?? [];
  if (!models.length) return nothing;
  const options = models.map((one) => ({ value: one.id, title: titleOf(one) }));
  if (!models.some((one) => one.id === id)) options.unshift({ value: id, title: id ? "another model" : "choose a model" });
  const beams = [{ value: 0, title: "as its recipe says" }, ...[1, 2, 5, 10].map((value) => ({ value, title: value === 1 ? "1: greedy" : String(value) }))];
  return html`<section class="row" aria-label="What to measure">
    ${select({ label: "Model", value: id, options, changed: choose })}
    ${select({ label: "Pairs", value: state.pairs, options: pairs.map((one) => ({ value: one.id, title: one.title })), changed: (value) => (set({ pairs: value, page: 0 }), measure()) })}
    ${select({ label: "Beam", value: state.beam, options: beams, changed: (value) => (set({ beam: value, page: 0 }), measure()) })}
    ${button({ title: "Measure again", pressed: () => measure(true), disabled: !id || measuring.underWay })}
  </section>`; // prettier-ignore
}

function outcome(model: ModelEntry | undefined, id: string, state: State, measuring: Measuring, doing: Doing) {
  if (!id) return empty("Choose a model, and it is measured on the pairs it holds out.");
  if (!model) return problem({ message: "The studio has no model of this name.", hint: "Choose one of the list; the studio may have been started with other models.", details: [] });
  if (!canBeOpened(model)) {
    const hint = model.status === "broken" ? model.why ?? "" : model.status === "training" ? "Its first weights are not saved yet." : "Make it on the home page first.";
    return problem({ message: `${model.title} cannot be measured now: ${model.status}.`, hint, details: [] });
  }
  const half = model.half_made ? note(`This model ${stateOf(model)}; these are not the figures of a whole one. Go on with it on the home page.`) : nothing;
  return html`${half}${answered(measuring.answer, (result) => results(result, model, state, doing), {
    cancel: () => measuring.cancel(), before: "Choose what to measure.",
  })}`; // prettier-ignore
}

function results(result: EvaluationResult, model: ModelEntry, state: State, doing: Doing) {
  const { report } = result;
  const right = report.items - result.wrong;
  const parts = lengthRows(report);
  const seen = seenRows(report);
  return html`
    <section class="headline">
      <p class="figure">${percent(report.accuracy)}</p>
      <p><strong>${count(right)} of ${count(report.items)} right</strong> on ${result.pairs}.
        <span class="muted">${inWords(report, "accuracy") ? `With 95 % certainty between ${inWords(report, "accuracy")}.` : nothing}</span></p>
    </section>
    ${result.left_out.map(note)}
    <section class="columns figures">
      <div class="card">${view({
        title: "Measures", level: 2, picture: intervals({ title: "Measures", rows: measureRows(report) }), numbers: () => measureNumbers(report),
        caption: html`A dot is the value, the band its 95 % interval. Rates of errors: lower is better. ${Object.keys(report.signatures).length ? "For who compares: how sacrebleu was set when it measured." : nothing} ${Object.entries(report.signatures).map(([name, value]) => html`<br><code class="signature">${name === "bleu" ? "BLEU" : "chrF"} ${value}</code>`)}`,
      })}</div>
      ${parts.length + seen.length > 1
        ? html`<div class="card">${view({
            title: "By length", level: 2, picture: intervals({ title: "Right answers by length", rows: seen.length > 1 ? [...parts, ...seen] : parts }), numbers: () => groupNumbers(report),
            caption: "The share of right answers for sources of each length; in brackets how many there are.",
          })}</div>`
        : nothing}
      ${report.confusions.length
        ? html`<div class="card">${view({ title: "Mistakes", level: 2, picture: intervals({ title: "Commonest mistakes", rows: confusionRows(report.confusions) }), numbers: () => confusionNumbers(report.confusions), caption: "The symbol expected → what was written in its place; how often, of all the times it was expected." })}</div>`
        : nothing}
    </section>
    ${result.wrong ? errors(result, model, state, doing) : perfect(report.items)}`; // prettier-ignore
}

const perfect = (items: number) => html`
  <section class="card perfect"><h2>No wrong answers</h2>
    <p>${items === 1 ? "The one answer is" : `All ${count(items)} answers are`} right. There is nothing to explain here; try other pairs, rarer or longer ones:
      start the studio with <code>--pairs FILE</code>.</p></section>`;

function errors(result: EvaluationResult, model: ModelEntry, state: State, { set }: Doing) {
  const chosen = found(sorted(result.errors, state.order), state.find);
  const picture = html`
    <div class="row filters">
      ${field({ label: "Find", value: state.find, changed: (find) => set({ find, page: 0 }), wide: true })}
      ${select({ label: "Order", value: state.order, options: ORDERS, changed: (order) => set({ order, page: 0 }) })}
    </div>
    <p class="muted small number" role="status">${state.find ? `${counted(chosen.length, "wrong answer")} of ${count(result.errors.length)} with “${state.find}”` : counted(chosen.length, "wrong answer")}</p>
    ${chosen.length
      ? errorList({ model: result.model, errors: chosen, page: state.page, turned: (page) => set({ page }), attention: model.attention })
      : empty(html`No wrong answer holds that. ${button({ title: "Show all", look: "quiet", pressed: () => set({ find: "" }) })}`)}`; // prettier-ignore
  return html`<section class="card">${view({
    title: "Wrong answers", level: 2, picture, numbers: () => errorNumbers(chosen),
    caption: "Open one to see why the model gave it. Marked is what differs; ‸ stands where something was left out. “Right one at” is the place of a right answer among the model's best.",
  })}</section>`; // prettier-ignore
}
