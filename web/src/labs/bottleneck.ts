/** How often strings of each length come out right, with and without attention; and any string tried. */
import { html, nothing, render as draw } from "lit-html";
import { modelOf, type Answer, type LabModule, type Request } from "../contract";
import { answered, button, chart, earlierText, empty, entryOf, field, isMade, makeIt, note, segments, shadow, slider, task, view } from "../kit";
import { counted, percent } from "../kit/format";
import type { AlignmentTrace, BottleneckTrace } from "../traces";
import css from "./bottleneck/bottleneck.css?inline";
import { bound, curves, kindOf, numbers as curveNumbers, says, series, widths, type Curve } from "./bottleneck/curves";
import { duel } from "./bottleneck/duel";
import { guessing, verdict } from "./bottleneck/guess";
import { player } from "./bottleneck/player";
import { read, written, type State } from "./bottleneck/state";
import { expected, inWords, numbers as tryNumbers, ofLength, tried, type Try } from "./bottleneck/tries";

const NAMES = ["plain", "attention"] as const;

interface Contest {
  text: string;
  tries: Try[];
}

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el, css);
  let state = read(model.get("state"));
  const play = player(() => redraw());
  let last: Contest | null = null;

  const trace = () => (model.get("answers")["curves"] as Answer<BottleneckTrace> | undefined)?.trace;
  const both = (): Curve[] => (trace() ? curves(trace()!, state.width) : []);
  const entryFor = (name: string) => {
    const run = both().find((one) => one.run.attention === (name === "attention"))?.run;
    return run && { run, entry: entryOf(model.get("models"), run.model) };
  };
  const answer = (name: string) => model.get("answers")[name] as Answer<AlignmentTrace> | undefined;

  const ask = () => {
    const requests: Record<string, Request> = { curves: { ask: "bottleneck" } };
    for (const name of NAMES) {
      const one = entryFor(name);
      if (one?.entry && isMade(one.entry) && state.text.trim())
        requests[name] = { ask: "explain", model: one.run.model, text: state.text, alternatives: 0, beam: 1 };
    }
    model.set("requests", requests);
  };
  const change = (part: Partial<State>) => {
    if (part.text !== undefined && part.text !== state.text) play.whole();
    state = { ...state, ...part };
    model.set("state", written(state));
    ask();
    model.save_changes();
    redraw();
  };

  /** Both tries of the string as it stands; none while one of them is missing or for an older string. */
  const tries = (): Try[] => {
    const found = NAMES.flatMap((name) => {
      const one = answer(name);
      const run = entryFor(name)?.run.model ?? "";
      return one?.status === "done" && one.trace.source_text === state.text && modelOf(one, run) === run
        ? [tried(kindOf(entryFor(name)!.run), name, one.trace)] : [];
    }); // prettier-ignore
    return found.length === NAMES.length ? found : [];
  };

  const curvesCard = (got: BottleneckTrace) => {
    const lines = both();
    const seeds = got.seeds.length;
    const length = [...state.text].length;
    if (!state.guess) return guessing((guess) => change({ guess }));
    const told = verdict(state.guess, curves(got, 32)[0]);
    return html`${told ? html`<p class="verdict" role="status">${told}</p>` : nothing}
      ${view({
        title: "Strings reversed without a mistake, by length", numbers: () => curveNumbers(lines, state.width),
        picture: chart({
          title: `Accuracy by length, H = ${state.width}`, series: series(lines), rest: length,
          x: { label: "digits in the string", low: 2, high: 24 }, y: { label: "strings right", low: 0, high: 1, written: (share) => percent(share, 0) },
          says: (x) => says(lines, x, seeds), chosen: (x) => change({ text: ofLength(state.text, x) }),
        }),
        caption: html`Without attention the decoder is given ${2 * state.width} numbers (2 × ${state.width}), however long the string.
          Lines are the mean of ${counted(seeds, "seed")}; bands go from the lowest to the highest; diamonds are the chapter's.
          ${got.notes?.[0] ?? nothing} Click a length to try a string of it.`,
      })}`; // prettier-ignore
  };

  const makers = () => {
    const missing = NAMES.map(entryFor).filter((one) => !one?.entry || !isMade(one.entry));
    if (!missing.length) return nothing;
    return html`<div class="columns">${missing.map((one) => html`<div>${makeIt(model, one?.entry)}</div>`)}</div>`;
  };

  /** What stands above the last picture while a new one is made, or cannot be. */
  const troubles = () => {
    const cancel = (name: string) => () => {
      model.set("cancel", name);
      model.save_changes();
    };
    const answers = NAMES.map((name) => [name, answer(name)] as const);
    const problem = answers.find(([, one]) => one?.status === "problem");
    if (problem) return answered({ ...problem[1]!, trace: undefined } as Answer<AlignmentTrace>, () => nothing);
    return answers.filter(([, one]) => one?.status === "working").slice(0, 1)
      .map(([name, one]) => answered({ ...one!, trace: undefined } as Answer<AlignmentTrace>, () => nothing, { cancel: cancel(name) })); // prettier-ignore
  };

  const contest = ({ text, tries: done }: Contest, isOld: boolean) => {
    const longest = Math.max(...done.map((one) => one.written.length));
    const digits = [...text].length;
    return html`<div class="answered ${isOld ? "earlier" : ""}">
      ${isOld ? earlierText({ source_text: text }) : nothing}
      ${view({
        title: "Both models try it", numbers: () => tryNumbers(text, done),
        picture: duel({ title: "Both answers", wanted: expected(text), tries: done, shown: play.at ?? longest,
          says: done.map((one) => `${one.name}: ${inWords(one, digits)}`).join("; ") }),
        caption: "Under each digit stands the probability that the model gave it. A wrong one has a dashed box and a cross.",
      })}
      <p class="outcome" role="status">${done.map((one) => html`<span><b>${one.name}</b>: ${play.playing ? "writing" : inWords(one, digits)}</span>`)}</p>
      <div class="playing">
        ${button({ title: play.playing ? "Stop" : "Play", says: play.playing ? "Stop writing" : "Play: watch both write", pressed: () => (play.playing ? play.whole() : play.start(longest)) })}
        ${slider({ label: "Symbols written", value: Math.min(play.at ?? longest, longest), min: 0, max: longest, step: 1, changed: (to) => play.to(to) })}
      </div>
      ${[...new Set(NAMES.flatMap((name) => answer(name)?.trace?.notes ?? []))].map(note)}
    </div>`; // prettier-ignore
  };

  const tryCard = () => {
    const length = Math.min(Math.max([...state.text].length, 2), 24);
    const missing = makers();
    const fresh = tries();
    if (fresh.length) last = { text: state.text, tries: fresh };
    const isBlank = !state.text.trim();
    return html`
      <div class="asked">
        ${field({ label: "A string of digits to reverse", value: state.text, wide: true, changed: (text) => change({ text }) })}
        ${slider({ label: "Its length", value: length, min: 2, max: 24, step: 1, changed: (to) => change({ text: ofLength(state.text, to) }) })}
        ${button({ title: `Another ${length} digits`, pressed: () => change({ text: ofLength("", length) }) })}
      </div>
      ${missing !== nothing ? missing : isBlank ? empty("Type some digits to begin.")
        : html`${fresh.length ? nothing : troubles()}${last ? contest(last, !fresh.length) : nothing}`}`; // prettier-ignore
  };

  /** Keep the shortest string that tells the two apart. */
  const keep = () => {
    const [plain, other] = tries();
    if (!plain || !other || plain.right || !other.right) return;
    if (!state.found || [...state.text].length < [...state.found].length) change({ found: state.text });
  };

  const taskLine = () => {
    const most = bound(both());
    const size = [...state.found].length;
    const isDone = size > 0 && size <= most;
    const asks = `Find a string of ${most} digits or fewer that the plain model gets wrong and the other right. The shorter, the better.`;
    return task(asks, size ? `${isDone ? "Found" : "Not short enough yet"}: ${state.found.slice(0, 60)}, ${counted(size, "digit")}.` : "", isDone);
  };

  const redraw = () => {
    const curve = model.get("answers")["curves"] as Answer<BottleneckTrace> | undefined;
    const got = trace();
    draw(
      html`<div class="stack">
        <p class="lead">Two models reverse strings of digits. One keeps only its last state of what it read;
          the other may look back. Walk along the length and see where each one breaks.</p>
        <div class="row">${got ? segments({ label: "Numbers in the state, H", options: widths(got).map((one) => ({ value: one, title: String(one) })), value: state.width, changed: (width) => {
          last = null;
          change({ width, found: "" });
        } }) : nothing}</div>
        <div class="card">${answered(curve, curvesCard, { before: "One moment." })}</div>
        ${got ? html`${taskLine()}<div class="card">${tryCard()}</div>` : nothing}
      </div>`, // prettier-ignore
      root,
    );
  };

  const arrived = () => {
    ask();
    model.save_changes();
    keep();
    redraw();
  };
  const answers = () => arrived();
  model.on("change:answers", answers);
  model.on("change:models", arrived);
  model.on("change:making", redraw);
  arrived();
  return () => {
    play.whole();
    model.off("change:answers", answers);
    model.off("change:models", arrived);
    model.off("change:making", redraw);
    draw(null, root);
    root.host.remove();
  };
};
