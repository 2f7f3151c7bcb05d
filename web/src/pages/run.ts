/** A run: its curves while they grow, what it says to a few sources, and what happened. */
import { html, nothing, render } from "lit-html";
import type { Page } from "../host/router";
import type { Studio } from "../host/studio";
import { badge } from "../kit/badge";
import { chart, type ChartProps } from "../kit/chart";
import { segments, select, toggle } from "../kit/choice";
import { marked } from "../kit/difference";
import { count, duration, fixed, percent, significant } from "../kit/format";
import type { Numbers } from "../kit/numbers";
import { shadow } from "../kit/sheet";
import { empty, note, problem, working } from "../kit/status";
import { line } from "../kit/symbol";
import { view } from "../kit/view";
import { readState, writeState } from "./page_state";
import { entropyChart, lossChart, measureChart, measureName, measuresOf, rateChart, type Over, type Told } from "./run/curves";
import { RunLog } from "./run/follow";
import look from "./run/run.css?inline";
import { samplesOf, span } from "./run/samples";
import { story, type Story } from "./run/story";

type State = {
  over: Over;
  measure: string;
  log: boolean;
  /** The other run's id. */
  beside: string;
};
const PLAIN: State = { over: "epochs", measure: "accuracy", log: false, beside: "" };
type Set = (change: Partial<State>) => void;

export const runPage = (studio: Studio): Page => (el, place) => {
  const root = shadow(el, look);
  const state = readState(PLAIN, place.state);
  let beside: RunLog | null = null;
  const draw = () => render(page(studio, run, beside, state, set), root);
  const compare = () => {
    beside?.stop();
    beside = state.beside && state.beside !== place.id ? new RunLog(studio, state.beside, draw) : null;
  };
  const set = (change: Partial<State>) => {
    Object.assign(state, change);
    writeState("run", place.id, PLAIN, state);
    if ("beside" in change) compare();
    draw();
  };
  const run = new RunLog(studio, place.id, () => draw());
  compare();
  draw();
  const forget = studio.on(draw);
  return () => {
    forget();
    run.stop();
    beside?.stop();
  };
};

function page(studio: Studio, run: RunLog, beside: RunLog | null, state: State, set: Set) {
  const { log } = run;
  const entry = studio.home?.runs.find((one) => one.id === run.id);
  const title = log.title || entry?.title || studio.home?.models.find((one) => one.id === run.id)?.title || "A run";
  const told = story(log);
  return html`
    <header class="page-head">
      <p class="overline">Run</p>
      <div class="row head"><h1>${title}</h1>${log.status ? badge(log.status) : nothing}</div>
      <p class="lead">How it learns, epoch by epoch. The page follows a run that is under way.</p>
    </header>
    ${run.problem ? problem(run.problem) : nothing}
    ${log.status === null ? (run.problem ? nothing : working({ done: 0, total: null, what: "Reading the log" })) : body(studio, run, told, beside, state, set)}`;
}

function body(studio: Studio, run: RunLog, told: Story, beside: RunLog | null, state: State, set: Set) {
  const { log } = run;
  const others = (studio.home?.runs ?? []).filter((one) => one.id !== run.id);
  const both: Told[] = [{ name: log.title, story: told, floor: log.floor }];
  if (beside?.log.status) both.push({ name: beside.log.title === log.title ? `${log.title} (2)` : beside.log.title, story: story(beside.log), floor: beside.log.floor });
  const why = studio.home?.runs.find((one) => one.id === run.id)?.why;
  return html`
    <section class="stack" aria-label="Where it stands">
      ${facts(told, log.status === "training")}
      ${log.status === "training" && told.start ? working({ done: told.update, total: told.start.updates, what: said(told) }) : nothing}
      ${why ? problem({ message: "This model cannot be opened.", hint: "", details: [why] }) : nothing}
      ${log.unreadable ? note(`${count(log.unreadable)} of the log's lines cannot be read, and are passed over.`) : nothing}
    </section>
    ${
      told.epochs.length || (both[1]?.story.epochs.length ?? 0)
        ? html`
          <section class="stack" aria-label="Curves">
            <div class="row">
              ${segments<Over>({ label: "Over", value: state.over, changed: (over) => set({ over }), options: [{ value: "epochs", title: "Epochs" }, { value: "minutes", title: "Minutes" }] })}
              ${others.length
                ? select({ label: "Beside", value: state.beside, changed: (id) => set({ beside: id }), options: [{ value: "", title: "no other run" }, ...others.map((one) => ({ value: one.id, title: one.title }))] })
                : nothing}
            </div>
            ${beside?.problem ? problem(beside.problem) : nothing}
            ${curves(both, state, set)}
          </section>
          ${samples(told)}`
        : empty(log.status === "training" ? "No epoch is over yet. The first point comes with the end of the first." : "No epoch came to its end.")
    }
    ${happened(told)}`; // prettier-ignore
}

const said = ({ start, epochs }: Story): string =>
  `Training, epoch ${Math.min((epochs.at(-1)?.epoch ?? 0) + 1, start!.epochs)} of ${count(start!.epochs)}`;

function facts(told: Story, isUnderWay: boolean) {
  const { start, epochs, end, rate, left, seconds } = told;
  const last = epochs.at(-1);
  const measured = epochs.findLast((one) => one.held_out_accuracy !== null);
  const accuracy = end?.held_out_accuracy ?? measured?.held_out_accuracy;
  const fact = (name: string, value: unknown, more: unknown = nothing) => html`<div><dt>${name}</dt><dd>${value}</dd><dd class="more">${more}</dd></div>`;
  return html`<dl class="facts-row">
    ${fact("Epochs", count(last?.epoch ?? 0), start ? `of ${count(start.epochs)}` : nothing)}
    ${fact("Held-out pairs right", percent(accuracy), end ? "by the weights kept" : measured ? `after epoch ${measured.epoch}` : nothing)}
    ${fact("Loss", last ? fixed(last.loss, 3) : "–", last?.held_out_loss != null ? `held out ${fixed(last.held_out_loss, 3)}` : nothing)}
    ${fact("Rate", rate ? significant(rate, 2) : "–", "updates a second")}
    ${!isUnderWay || left === null ? fact("Time", last ? duration(seconds) : "–", "of training") : fact("Time left", `about ${roughly(left)}`, `${duration(seconds)} so far`)}
  </dl>`;
}

/** A guess that does not pretend to be exact, and so does not flicker. */
function roughly(seconds: number): string {
  const step = seconds < 60 ? 5 : seconds < 600 ? 30 : seconds < 3600 ? 60 : 300;
  return duration(Math.max(Math.ceil(seconds / step) * step, step));
}

function curves(both: Told[], state: State, set: Set) {
  const measures = measuresOf(both);
  const measure = measures.includes(state.measure) ? state.measure : "accuracy";
  const entropy = entropyChart(both, state.over);
  const one = (props: ChartProps, caption: unknown, controls: unknown = nothing) => html`<div class="card">${view({
    title: props.title, picture: chart(props), numbers: () => numbersOf(props), caption, controls, level: 2,
  })}</div>`; // prettier-ignore
  const which = measures.length > 1
    ? select({ label: "Measure", value: measure, options: measures.map((value) => ({ value, title: measureName(value) })), changed: (value) => set({ measure: value }) })
    : nothing; // prettier-ignore
  return html`<div class="columns charts">
    ${one(lossChart(both, state.over, state.log), "How surprised the model is by each right symbol; lower is better. Label smoothing is counted.", toggle({ label: "Log scale", on: state.log, changed: (log) => set({ log }) }))}
    ${one(measureChart(both, state.over, measure), "Measured on pairs that the model never learns from.", which)}
    ${entropy ? one(entropy, "How widely attention spreads over the source: 0 is one symbol alone. A band goes from the lowest head to the highest.") : nothing}
    ${one(rateChart(both, state.over), "How large a step each update takes, at the end of each epoch.")}
  </div>`;
}

function numbersOf({ title, series, x }: ChartProps): Numbers {
  const places = [...new Set(series.flatMap((one) => one.points.map((point) => point.x)))].sort((a, b) => a - b);
  const by = series.map((one) => new Map(one.points.map((point) => [point.x, point.y])));
  return {
    caption: title, digits: 4, columns: [x.label, ...series.map((one) => one.name)],
    rows: places.map((place) => [place, ...by.map((points) => points.get(place) ?? null)]),
  }; // prettier-ignore
}

function samples({ epochs }: Story) {
  const found = samplesOf(epochs);
  if (!found.length) return nothing;
  const picture = html`<div class="columns samples">${found.map(
    ({ source, target, stretches }) => html`
      <div class="sample-card">
        <p class="pair"><span class="muted small">source</span> <strong dir="auto">${line([{ text: source }])}</strong></p>
        <p class="pair"><span class="muted small">expected</span> <bdi class="line">${target || "∅"}</bdi></p>
        <div class="scroll answers" tabindex="0" role="region" aria-label="Answers to ${source}">
          <table><thead><tr><th scope="col" class="number">epoch</th><th scope="col">answer</th></tr></thead>
            <tbody>${stretches.toReversed().map((one) => html`<tr>
              <th scope="row" class="number">${span(one)}</th>
              <td>${one.isRight ? html`<bdi class="line">${one.answer}</bdi> <span class="right" title="right">✓<span class="heard"> right</span></span>` : marked(target, one.answer)}</td></tr>`)}</tbody>
          </table>
        </div>
      </div>`,
  )}</div>`; // prettier-ignore
  const numbers = (): Numbers => ({
    caption: "Answers to a few pairs held out, as the run went on",
    columns: ["source", "expected", "from epoch", "to epoch", "answer", "right"],
    rows: found.flatMap(({ source, target, stretches }) => stretches.map((one) => [source, target, one.from, one.to, one.answer, one.isRight])),
  });
  return html`<section class="card">${view({
    title: "What it says as it learns", level: 2, picture, numbers,
    caption: "The newest answer stands first. Marked is what differs from the expected one; ‸ stands where something was left out.",
  })}</section>`; // prettier-ignore
}

const happened = ({ happenings }: Story) => html`
  <section><h2>What happened</h2>
    <ol class="happenings">${happenings.filter((one) => one.title).map(
      (one) => html`<li><span class="muted number">${one.at ? `epoch ${significant(one.at, 3)}` : "at first"}</span><div><strong>${one.title}</strong><p>${one.text}</p></div></li>`,
    )}</ol>
  </section>`; // prettier-ignore
