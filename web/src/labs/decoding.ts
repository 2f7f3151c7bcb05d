/** How an answer is written, one symbol at a time; greedily or with a beam; by one model or two. */
import { html, nothing, render as draw } from "lit-html";
import { modelOf, type Answer, type LabModule } from "../contract";
import { answered, button, empty, entryOf, halfMade, isReady, makeIt, mayAsk, modelChoice, numberField, segments, select, shadow, slider, sourceField, view } from "../kit"; // prettier-ignore
import type { DecodingTrace } from "../traces";
import { following } from "./following";
import { answerList } from "./decoding/answers";
import css from "./decoding/decoding.css?inline";
import { keptNumbers, keptPicture } from "./decoding/kept";
import { followed, linesNumbers, spokenLines, type Said } from "./decoding/lines";
import { earlier, firstModel, firstText, nameOf } from "./decoding/names";
import { pane } from "./decoding/pane";
import { compared, line, symbolsOf, type Place } from "./decoding/search";
import { MOST_PENALTY, read, requests, WIDEST, written, type Side, type State } from "./decoding/state";
import { stepper } from "./decoding/stepper";
import { taskOf } from "./decoding/task";
import { tree } from "./decoding/tree";
import { treeNumbers } from "./decoding/tree_numbers";

/** Milliseconds a step while it plays. */
const PACE = 900;

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el, css);
  let state = read(model.get("state"));
  let timer: ReturnType<typeof setInterval> | undefined;
  let shownStep = -1;

  const models = () => model.get("models");
  const id = () => state.model || (firstModel(models())?.id ?? "");
  const entry = () => entryOf(models(), id());
  const other = () => {
    const name = state.other ?? earlier(models(), id());
    return name !== id() ? name : "";
  };
  const text = () => state.text ?? firstText(entry());
  const answer = (side: Side) => model.get("answers")[side] as Answer<DecodingTrace> | undefined;
  const lineOf = (side: Side, trace: DecodingTrace) => line(trace, state[side]);

  const change = (part: Partial<State>) => {
    state = { ...state, ...part };
    if ("model" in part || "other" in part || "text" in part || "beam" in part || "penalty" in part) {
      state = { ...state, left: null, right: null, branch: null, take: null };
    }
    model.set("state", written(state));
    ask();
    model.save_changes();
    redraw();
  };
  const ask = () => {
    const here = entry();
    const ready = (name: string) => name && isReady(entryOf(models(), name) ?? here!) ? name : "";
    model.set("requests", mayAsk(here, state.model !== "") ? requests(state, id(), ready(other()), text()) : {});
  };
  const cancel = (name: string) => () => {
    model.set("cancel", name);
    model.save_changes();
  };

  const sides = (): Side[] => ["left", ...(other() ? ["right" as const] : []), ...(state.take ? ["branch" as const] : [])];
  const seen = (): Said[] =>
    sides().flatMap((side) => {
      const one = answer(side);
      if (!one?.trace) return [];
      return [{ side, name: drawn(side), trace: one.trace, path: lineOf(side, one.trace), pale: one.status !== "done" }];
    });
  const name = (side: Side): string =>
    side === "branch" ? "Another way on" : nameOf(models(), wanted(side));
  /** Of what is drawn: while a newer one is on its way, that may be another than the one chosen. */
  const drawn = (side: Side): string => (side === "branch" ? name(side) : nameOf(models(), modelOf(answer(side), wanted(side))));
  const wanted = (side: Side): string => (side === "left" ? id() : other());

  const last = () => Math.max(0, ...seen().map(({ path }) => path.length));
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const go = (step: number) => {
    const to = Math.min(Math.max(step, 0), last());
    if (to === last()) stop();
    change({ step: to });
  };
  const play = () => {
    if (timer !== undefined) {
      stop();
      return redraw();
    }
    timer = setInterval(() => go(state.step + 1), PACE);
    go(state.step >= last() ? 0 : state.step + 1);
  };
  const take = (side: Side) => (prefix: number[]) => {
    stop();
    const from = side === "branch" ? state.from : side;
    change({ take: prefix, from, branch: null, step: prefix.length });
  };
  const back = () => change({ take: null, branch: null });

  const branchSays = () => {
    const [one, original] = [answer("branch")?.trace, answer(state.from)?.trace];
    const [is, was] = [one?.answers[0]?.log_probability, original?.answers[0]?.log_probability];
    if (is === undefined || was === undefined) return nothing;
    const how = compared(is, was);
    return html`<p class="hint">In all ${how} ${how.startsWith("just") ? "as" : "than"} the original answer.</p>`;
  };

  const paneOf = ({ side, name, trace, path, pale }: Said) => {
    const title = side === "branch" ? html`${branchSays()}${button({ title: "Back to the original", pressed: back })}` : undefined;
    return pane({ name, trace, path, pale, step: state.step, layer: state.layer, head: state.head, taken: take(side), title });
  };

  const treeOf = ({ side, name, trace, path }: Said) => {
    if (trace.search !== "beam") return nothing;
    const step = Math.min(Math.max(state.step, 1), path.length);
    const at: Place = [step, path[step - 1]!];
    const choose = (to: Place) => change({ [side]: to, step: to[0] });
    const on = (to: Place) => {
      const prefix = symbolsOf(trace, line(trace, to), to[0]).map((sign) => sign.id);
      state = { ...state, [side]: null }; // the original stands beside the branch, as it was
      take(side)(prefix);
    };
    return html`<section class="card stack">
      ${view({
        title: `${name}: a beam of ${trace.beam}`, level: 2, numbers: () => treeNumbers(trace),
        controls: button({ title: "Go on from here", look: "quiet", pressed: () => on(at) }),
        picture: tree({ title: `The search of ${name}`, trace, at, step: state.step, chosen: choose, taken: on }),
      })}
      <h3>Its answers</h3>
      ${answerList(trace, path, (to) => change({ [side]: [to.length, to[to.length - 1]!], step: to.length }))}
    </section>`; // prettier-ignore
  };

  const keptOf = (lines: readonly Said[]) => {
    const different = lines.filter(({ side, trace }, i) => side !== "branch" && !lines.slice(0, i).some((one) => JSON.stringify(one.trace.kept) === JSON.stringify(trace.kept)));
    return different.map(({ name, trace, path }) => {
      const step = Math.min(state.step, path.length);
      const title = different.length > 1 ? `${name}: what is kept, what is new` : "What is kept, what is new";
      const partial = trace.steps[step - 1]?.parents.length ?? 1;
      return html`<section class="card">${view({ title, level: 2, numbers: () => keptNumbers(trace, step), picture: keptPicture(trace, step, partial) })}</section>`;
    }); // prettier-ignore
  };

  const results = () => {
    const lines = seen();
    const waiting = sides().map((side) => [side, answer(side)] as const).filter(([, one]) => one && one.status !== "done");
    const says = waiting.length ? html`<div class="card stack">${waiting.map(([side, one]) => html`<div><p class="hint">${name(side)}</p>
      ${answered({ ...one!, trace: undefined } as Answer<DecodingTrace>, () => nothing, { cancel: cancel(side) })}
      ${one!.status === "problem" && one!.problem.kind === "cancelled" ? button({ title: "Ask again", pressed: () => change({}) }) : nothing}
      ${side === "branch" ? button({ title: "Back to the original", pressed: back }) : nothing}</div>`)}</div>` : nothing; // prettier-ignore
    if (!lines.length) return waiting.length ? says : empty("One moment.");
    const [left] = lines.filter(({ side }) => side === "left");
    return html`
      ${says}
      ${left ? taskOf(left.trace, state.from === "left" ? state.take : null, answer("branch")?.trace) : nothing}
      <section class="card stack">
        ${stepper({ step: Math.min(state.step, last()), last: last(), playing: timer !== undefined, go, play })}
        ${view({ title: "Written so far", level: 2, numbers: () => linesNumbers(lines), picture: spokenLines(lines, Math.min(state.step, last()), go), caption: "Under each name the log-probability, under each symbol its probability." })}
      </section>
      <div class="panes">${lines.map(paneOf)}</div>
      <div class="columns">${keptOf(lines)}</div>
      ${lines.map(treeOf)}`; // prettier-ignore
  };

  const settings = () => {
    const traces = seen().map(({ trace }) => trace).filter((trace) => trace.attention);
    const [layers, heads] = [Math.max(0, ...traces.map((one) => one.layers)), Math.max(0, ...traces.map((one) => one.heads))];
    const numbered = (length: number) => Array.from({ length }, (_, i) => ({ value: i, title: `${i + 1}` }));
    return html`
      ${segments({ label: "Search", options: [{ value: 1, title: "greedy" }, { value: 2, title: "beam" }], value: state.beam > 1 ? 2 : 1, changed: (kind) => change({ beam: kind > 1 ? 4 : 1 }) })}
      ${state.beam > 1 ? slider({ label: "Beam width", value: state.beam, min: 2, max: WIDEST, step: 1, changed: (beam) => change({ beam }) }) : nothing}
      ${state.beam > 1 ? numberField({ label: "Length penalty", value: state.penalty, min: -MOST_PENALTY, max: MOST_PENALTY, step: 0.1, changed: (penalty) => change({ penalty }) }) : nothing}
      ${layers > 1 ? select({ label: "Attention of layer", options: [{ value: -1, title: "the last" }, ...numbered(layers)], value: state.layer ?? -1, changed: (layer) => change({ layer: layer < 0 ? null : layer }) }) : nothing}
      ${heads > 1 ? select({ label: "Head", options: [{ value: -1, title: "mean of all" }, ...numbered(heads)], value: state.head ?? -1, changed: (head) => change({ head: head < 0 ? null : head }) }) : nothing}`; // prettier-ignore
  };

  const redraw = () => {
    const here = entry();
    const beside = other() ? entryOf(models(), other()) : undefined;
    draw(
      html`<div class="stack">
        <p class="lead">The model writes one symbol at a time. Press Next step, and see what it could have written
          and where it looked. Take a word that it did not choose, and see how that goes on.</p>
        <section class="card stack" aria-label="What is asked">
          <div class="asked">
            ${modelChoice({ models: models(), value: id(), changed: (one) => change({ model: one, other: null, text: null, step: 1 }) })}
            ${modelChoice({ label: "Beside it", models: [NONE, ...models()], value: other(), changed: (one) => change({ other: one }) })}
            ${sourceField({ entry: here, value: text(), changed: (typed) => change({ text: typed }) })}
          </div>
          <div class="settings">${settings()}</div>
        </section>
        ${beside && !isReady(beside) ? html`<div class="card">${makeIt(model, beside)}</div>` : nothing}
        ${halfMade(model, state.model ? here : undefined)}
        ${beside !== here ? halfMade(model, beside) : nothing}
        ${!mayAsk(here, state.model !== "") ? html`<div class="card">${makeIt(model, here)}</div>`
          : !text().trim() ? empty("Type something to begin.") : results()}
      </div>`, // prettier-ignore
      root,
    );
    if (shownStep !== state.step && followed(root)) shownStep = state.step;
  };

  const leave = following(model, root, ask, redraw);
  return () => {
    stop();
    leave();
  };
};

/** "No other model", as one of the list. */
const NONE = {
  id: "", title: "no other model", kind: "", attention: false, status: "trained" as const, why: null, can_be_opened: true,
  facts: [], snapshots: [], examples: [], longest_source: null, chapter: null, can_be_made: false, takes: null, job: null,
}; // prettier-ignore
