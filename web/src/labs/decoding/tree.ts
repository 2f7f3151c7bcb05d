/**
 * A beam search as a tree: a column for each step, in it every candidate by rank, and what became
 * of it. One tab stop; arrow keys walk from parent to child and along the ranks.
 */
import { html, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { flow, named } from "../../kit/flow";
import { fixed, weight } from "../../kit/format";
import { fitted } from "../../kit/ruler";
import { Sized } from "../../kit/sized";
import { kind, short, shown } from "../../kit/symbol";
import type { Candidate, DecodingTrace } from "../../traces";
import { candidate, line, parent, signOf, symbolsOf, written, type Place } from "./search";
import { CELL, GAP, plan, ROW, TOP, walked, type Plan } from "./tree_plan";

export interface TreeProps {
  title: string;
  trace: DecodingTrace;
  /** The candidate looked at. */
  at: Place;
  /** Columns after this one are still to come. */
  step: number;
  chosen: (at: Place) => void;
  /** Go on from a candidate, whatever became of it. */
  taken: (at: Place) => void;
}

export const FATES: Record<Candidate["fate"], string> = {
  kept: "kept, and gone on with",
  ended: "ended, and put among the answers",
  dropped: "dropped: others ranked higher",
  settled: "not gone on with: the search had settled",
  cut: "cut: the limit of answers",
};

class Tree extends Sized<TreeProps> {
  private hover: Place | null = null;
  private shownStep = -1;

  protected draw() {
    const { trace, at, step, title } = this.props;
    const p = plan(trace, at[0]);
    const best = new Set(trace.answers[0]?.path.map((place, i) => `${i + 1}.${place}`));
    const way = line(trace, at).slice(0, at[0]);
    if (at[0] !== this.shownStep) queueMicrotask(() => this.intoView(p));
    this.shownStep = at[0];
    return html`
      <div class="tree stage" tabindex="0" role="application" aria-roledescription="tree of the search"
        aria-label="${title}. Left and right go to parent and child, up and down along the ranks; Enter goes on from there." ${ref(this.seen)} @keydown=${this.key}>
        <svg data-drawing width=${p.width} height=${p.height} viewBox="0 0 ${p.width} ${p.height}" aria-hidden="true"
          @pointermove=${this.pointed} @pointerleave=${() => this.point(null)} @click=${this.clicked}>
          ${steps(p).map((s) => svg`<text class="tick" x=${p.x(s) + CELL / 2} y="13" font-size="12" text-anchor="middle">${s <= trace.forced ? `${s}, given` : s}</text>`)}
          ${steps(p).map((s) => svg`<g class=${s > step ? "later" : ""}>${trace.steps[s - 1]!.candidates.map((one, i) => this.edge(p, [s, i], one, best, way))}</g>`)}
          ${steps(p).map((s) => svg`<g class=${s > step ? "later" : ""}>${trace.steps[s - 1]!.candidates.map((one, i) => this.node(p, [s, i], one, best))}</g>`)}
        </svg>
      </div>
      <output class="readout" aria-live="polite">${this.said(this.hover ?? at)}</output>
      ${flow(LEGEND(trace), this.width, "What the boxes mean")}
      ${p.last - p.first + 1 < trace.steps.length ? html`<p class="note">Steps ${p.first} to ${p.last} of ${trace.steps.length} are drawn; they follow the step you look at. The table and the saved numbers have all.</p>` : ""}`;
  }

  private edge(p: Plan, [step, place]: Place, one: Candidate, best: Set<string>, way: number[]) {
    const from = parent(this.props.trace, [step, place]);
    if (!from || step === p.first) return "";
    const [x, y, end] = [p.x(step - 1) + CELL, p.y(from[1]) + ROW / 2 - 2, p.y(place) + ROW / 2 - 2];
    const look = way[step - 1] === place && step <= this.props.at[0] ? "way" : best.has(`${step}.${place}`) ? "best" : one.fate;
    return svg`<path class="edge ${look}" d="M${x} ${y}C${x + GAP / 2} ${y} ${x + GAP / 2} ${end} ${x + GAP} ${end}"/>`;
  }

  private node(p: Plan, [step, place]: Place, one: Candidate, best: Set<string>) {
    const { trace, at } = this.props;
    const [x, y, sign] = [p.x(step), p.y(place), signOf(trace, one)];
    const isHere = at[0] === step && at[1] === place;
    const isUnder = this.hover?.[0] === step && this.hover[1] === place;
    return svg`<g class="node ${one.fate} ${best.has(`${step}.${place}`) ? "best" : ""} ${isUnder ? "under" : ""}">
      <rect x=${x} y=${y} width=${CELL} height=${ROW - 5} rx="6"/>
      <text class="label ${kind(sign)}" x=${x + 8} y=${y + (ROW - 5) / 2} font-size="13" dominant-baseline="central">${fitted(shown(sign), 13, CELL - 60)}<title>${shown(sign)}</title></text>
      <text class="value" x=${x + CELL - 7} y=${y + (ROW - 5) / 2} font-size="12" text-anchor="end" dominant-baseline="central">${fixed(one.log_probability ?? -Infinity)}</text>
      ${isHere ? svg`<rect class="cursor" x=${x - 1} y=${y - 1} width=${CELL + 2} height=${ROW - 3} rx="7"/>` : ""}</g>`;
  }

  private said([step, place]: Place): string {
    const { trace } = this.props;
    const one = candidate(trace, [step, place]);
    if (!one) return "";
    const text = short(written(symbolsOf(trace, line(trace, [step, place]), step)), 90);
    const score = one.log_probability === null ? "impossible" : `log-probability ${fixed(one.log_probability, 3)}`;
    const ranked = trace.length_penalty && one.ranking_score !== null ? `, ranking score ${fixed(one.ranking_score, 3)}` : "";
    return `Step ${step}, rank ${place + 1} of ${trace.steps[step - 1]!.candidates.length}: “${text}”. ${score}${ranked}; this symbol ${weight(one.probability, 3)}; ${FATES[one.fate]}.`;
  }

  private key = (event: KeyboardEvent): void => {
    const { trace, at, chosen, taken } = this.props;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const to = walked(trace, at, event.key);
    if (to) chosen(to);
    else if (event.key === "Enter") taken(at);
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
  };

  private found(event: PointerEvent): Place | null {
    const { trace, at } = this.props;
    const p = plan(trace, at[0]);
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const step = p.first + Math.floor((event.clientX - box.left) / (CELL + GAP));
    const place = Math.floor((event.clientY - box.top - TOP) / ROW);
    return candidate(trace, [step, place]) ? [step, place] : null;
  }

  private point(at: Place | null): void {
    if (this.hover?.join() === at?.join()) return;
    this.hover = at;
    this.redraw();
  }

  private pointed = (event: PointerEvent): void => this.point(this.found(event));

  private clicked = (event: PointerEvent): void => {
    const at = this.found(event);
    const fate = at && candidate(this.props.trace, at)!.fate;
    // What the search went on with is there to be looked along; of the others one sees how they go on.
    if (at) (fate === "dropped" || fate === "settled" ? this.props.taken : this.props.chosen)(at);
  };

  private intoView(p: Plan): void {
    const stage = this.element;
    if (!stage) return;
    const x = p.x(this.props.at[0]);
    if (x < stage.scrollLeft + GAP) stage.scrollLeft = Math.max(x - CELL, 0);
    else if (x + CELL + GAP > stage.scrollLeft + stage.clientWidth) stage.scrollLeft = x + 2 * CELL - stage.clientWidth;
  }
}

const steps = (p: Plan): number[] => Array.from({ length: p.last - p.first + 1 }, (_, i) => p.first + i);

/** Only what there is to see. */
function LEGEND(trace: DecodingTrace) {
  const there = new Set(trace.steps.flatMap((step) => step.candidates.map((one) => one.fate)));
  const sample = (fate: string) => (x: number, y: number) =>
    svg`<g class="node ${fate}"><rect x=${x} y=${y - 7} width="20" height="14" rx="4"/></g>`;
  const names = { kept: "kept", ended: "ended", dropped: "dropped", settled: "left, the search had settled", cut: "cut at the limit" };
  const words = Object.entries(names).filter(([fate]) => there.has(fate as Candidate["fate"])).map(([fate, name]) => named(name, 20, sample(fate)));
  return [...words, named("the best answer", 20, (x, y) => svg`<path class="edge best" d="M${x} ${y}h20"/>`)];
}

export const tree = directive(Tree);
