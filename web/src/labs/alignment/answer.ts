/** An answer symbol by symbol, each with its probability; and a second one below it. */
import { html, nothing } from "lit-html";
import { fixed, weight } from "../../kit/format";
import type { Numbers } from "../../kit/numbers";
import { short, shown, spoken, symbol } from "../../kit/symbol";
import type { AlignedHypothesis, Step } from "../../traces";
import { paired, type Pair } from "./difference";

export interface Line {
  name: string;
  answer: AlignedHypothesis;
}

export interface AnswerProps {
  lines: readonly [Line] | readonly [Line, Line];
  /** The line whose weights are drawn, and the place along it that is looked at. */
  looked: number;
  at: number | null;
  moved: (place: number | null) => void;
  chosen: (place: number) => void;
  special: boolean;
}

/** A longer one is cut here in the picture; its table has all. */
const MOST = 300;

const pairsOf = ({ lines: [above, below] }: AnswerProps): Pair[] =>
  below ? paired(above.answer.steps, below.answer.steps)
    : above.answer.steps.map((_, at) => ({ above: at, below: null, same: true })); // prettier-ignore

export function answerStrip(props: AnswerProps) {
  const { lines, looked, at, special, moved } = props;
  const steps = lines[looked]!.answer.steps;
  const place = (pair: Pair) => (looked ? pair.below : pair.above);
  const isShown = ({ above, below }: Pair) =>
    special || ![lines[0].answer.steps[above ?? -1], lines[1]?.answer.steps[below ?? -1]].every((one) => !one || one.symbol.special);
  const pairs = pairsOf(props).filter(isShown);
  const seen = pairs.slice(0, MOST);
  return html`
    <div class="strip" tabindex="0" role="application" aria-roledescription="answer"
      aria-label="The answer, symbol by symbol. Left and right move along it."
      @keydown=${(event: KeyboardEvent) => pressed(event, props)} @pointerleave=${() => moved(null)} @blur=${() => moved(null)}>
      ${lines.length > 1 ? html`<div class="pair names">${lines.map((line) => html`<span>${line.name}</span>`)}</div>` : nothing}
      ${seen.map((pair) => {
        const here = at !== null && place(pair) === at;
        const point = () => moved(place(pair));
        return html`<div class="pair ${pair.same ? "" : "different"} ${here ? "here" : ""}" @pointerenter=${point}
          @click=${() => place(pair) !== null && props.chosen(place(pair)!)}>
          ${lines.map((line, i) => cell(line.answer.steps[(i ? pair.below : pair.above) ?? -1]))}
          ${lines.length > 1 ? html`<span class="mark" aria-hidden="true">${pair.same ? nothing : "≠"}</span>` : nothing}
        </div>`;
      })}
      ${pairs.length > MOST ? html`<span class="muted">and ${pairs.length - MOST} more</span>` : nothing}
    </div>
    <output class="readout" aria-live="polite">${
      at === null || !steps[at] ? html`<span class="muted">Each number is the symbol's probability. Point at one, or use the arrow keys.</span>`
        : stepInWords(steps[at])
    }</output>`; // prettier-ignore
}

const cell = (step: Step | undefined) =>
  step
    ? html`<span class="said ${step.rank > 1 ? "unlikely" : ""}">${symbol({ ...step.symbol, text: short(step.symbol.text, 40) })}
        <i class="share" .style=${`--share:${step.probability}`}></i><small class="number">${weight(step.probability)}</small></span>`
    : html`<span class="said gone" aria-label="nothing">–<i class="share"></i><small>&nbsp;</small></span>`;

/** "seven: .98. Next: six .01, eight <.01." */
export function stepInWords(step: Step): string {
  const others = step.alternatives.filter((one) => one.symbol.id !== step.symbol.id || step.symbol.unknown).slice(0, 3);
  const rank = step.rank === 1 ? "" : `, choice ${step.rank} of the model`;
  const next = others.map((one) => `${short(spoken(one.symbol), 30)} ${weight(one.probability)}`).join(", ");
  return `${short(spoken(step.symbol), 30)} has probability ${weight(step.probability)}${rank}.${next && ` Other choices: ${next}.`}`;
}

function pressed(event: KeyboardEvent, { lines, looked, at, moved, chosen, special }: AnswerProps): void {
  const steps = lines[looked]!.answer.steps;
  const places = steps.map((_, i) => i).filter((i) => special || !steps[i]!.symbol.special);
  if (event.key === "Enter" && at !== null) return chosen(at);
  const now = at === null ? -1 : places.indexOf(at);
  const last = places.length - 1;
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: last }[event.key];
  if (to === undefined || last < 0) return;
  event.preventDefault();
  moved(places[Math.min(Math.max(to, 0), last)]!);
}

export function answerNumbers(lines: readonly Line[]): Numbers {
  return {
    caption: "Each symbol written, with its probability given the source and all symbols before it",
    columns: ["answer", "place", "symbol", "probability", "rank"],
    rows: lines.flatMap(({ name, answer }) =>
      answer.steps.map((step, at) => [name, at + 1, shown(step.symbol), step.probability, step.rank]),
    ),
  };
}

/** "log-probability −0.12" */
export const scoreInWords = (answer: AlignedHypothesis): string =>
  `log-probability ${fixed(answer.log_probability, 2)}${answer.finished ? "" : ", cut before its end"}`;
