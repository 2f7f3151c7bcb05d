/**
 * Lines over an axis: with bands (over seeds), single published points, and a reader that moves
 * along with the pointer or the arrow keys and says every line's number at one place.
 */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { chartScale, type AxisProps } from "./chart_scale";
import { flow, named } from "./flow";
import { significant } from "./format";
import { textWidth } from "./ruler";
import { Sized } from "./sized";

export interface Point {
  x: number;
  y: number | null;
  /** The band around it. */
  low?: number;
  high?: number;
}

export interface Series {
  name: string;
  points: readonly Point[];
  /** 1 to 4, as the tokens have them; else by its place in the list. */
  colour?: 1 | 2 | 3 | 4;
  /** "points" are single marks without a line: what was published, or measured by hand. */
  look?: "line" | "dashed" | "points";
}

export interface ChartProps {
  title: string;
  series: readonly Series[];
  x: AxisProps;
  y: AxisProps;
  height?: number;
  /** The place marked and told about while nobody points at another. */
  rest?: number | null;
  /** The sentence about a place; else every line's number. */
  says?: (x: number) => string;
  /** Enter or a click at a place. */
  chosen?: (x: number) => void;
  /** What happened on the way: an upright line with a word at its top. */
  marks?: readonly { x: number; title: string }[];
  /** What no line can pass, or should reach: a level line with a word on it. */
  levels?: readonly { y: number; title: string }[];
}

const [TOP, RIGHT, BOTTOM] = [30, 16, 44];

class Chart extends Sized<ChartProps> {
  private own: number | null = null;
  private places: number[] = [];
  private toX: (value: number) => number = (value) => value;

  private get at(): number | null {
    const { rest = null } = this.props;
    return this.own ?? (rest !== null && this.places.includes(rest) ? rest : null);
  }

  protected draw() {
    const { title, series, x, y, height = 300, marks = [], levels = [] } = this.props;
    const points = series.flatMap((one) => one.points);
    this.places = [...new Set(points.filter((one) => one.y !== null).map((one) => one.x))].sort((a, b) => a - b);
    const across = chartScale(x, points.map((one) => one.x)); // prettier-ignore
    const heights = points.flatMap((one) => [one.y, one.low, one.high]).filter((v): v is number => v !== null && v !== undefined);
    const up = chartScale(y, [...heights, ...levels.map((one) => one.y)]);
    const write = (axis: AxisProps, value: number) => axis.written?.(value) ?? significant(value, 4);
    const left = Math.max(...up.ticks.map((tick) => textWidth(write(y, tick), 12, 400)), 8) + 14;
    const width = Math.max(Math.min(this.width - 2, 1060), 260);
    const inner = { width: width - left - RIGHT, height: height - TOP - BOTTOM };
    this.toX = (value) => left + across.place(value) * inner.width;
    const toY = (value: number) => TOP + (1 - Math.min(Math.max(up.place(value), -0.02), 1.02)) * inner.height;
    const widest = Math.max(...across.ticks.map((tick) => textWidth(write(x, tick), 12, 400)), 1);
    const every = Math.max(1, Math.ceil(((widest + 10) * across.ticks.length) / Math.max(inner.width, 1)));
    return html`
      <div class="chart">
        ${this.key()}
        <div class="stage" tabindex="0" role="application" aria-roledescription="chart"
          aria-label="${title}. Left and right move along ${x.label}." ${ref(this.seen)} @keydown=${this.pressed}
          @focus=${() => this.at === null && this.element?.matches(":focus-visible") && this.go(this.places[0] ?? null)} @blur=${() => this.go(null)}>
          <svg data-drawing width=${width} height=${height} viewBox="0 0 ${width} ${height}" font-size="12" aria-hidden="true"
            @pointermove=${this.pointed} @pointerdown=${this.pointed} @click=${() => this.at !== null && this.props.chosen?.(this.at)}
            @pointerleave=${(event: PointerEvent) => event.pointerType === "mouse" && this.go(null)}>
            ${up.ticks.map((tick) => svg`<line class="grid" x1=${left} x2=${width - RIGHT} y1=${toY(tick)} y2=${toY(tick)}/>
              <text class="tick" x=${left - 8} y=${toY(tick)} text-anchor="end" dominant-baseline="central">${write(y, tick)}</text>`)}
            ${across.ticks.map((tick, i) => i % every ? nothing : svg`<text class="tick" x=${this.toX(tick)} y=${height - BOTTOM + 18} text-anchor="middle">${write(x, tick)}</text>`)}
            <text class="axis-name" x="1" y="13">${y.label}</text>
            <line class="axis" x1=${left} x2=${width - RIGHT} y1=${height - BOTTOM} y2=${height - BOTTOM}/>
            <text class="axis-name" x=${left + inner.width / 2} y=${height - 6} text-anchor="middle">${x.label}</text>
            ${levels.map((one) => svg`<line class="level" x1=${left} x2=${width - RIGHT} y1=${toY(one.y)} y2=${toY(one.y)}/>
              <text class="told" x=${width - RIGHT} y=${toY(one.y) - 5} text-anchor="end">${one.title}</text>`)}
            ${marks.map((one, i) => mark(this.toX(one.x), height - BOTTOM, one.title, i % 2, this.toX(one.x) > width * 0.7))}
            ${this.at === null ? nothing : svg`<line class="reader" x1=${this.toX(this.at)} x2=${this.toX(this.at)} y1=${TOP} y2=${height - BOTTOM}/>`}
            ${series.map((one, i) => this.line(one, one.colour ?? ((i % 4) + 1), toY))}
          </svg>
        </div>
        <output class="readout" aria-live="polite">${this.at === null ? html`<span class="muted">Point at the chart, or use the arrow keys.</span>` : this.said(this.at)}</output>
      </div>`; // prettier-ignore
  }

  private line({ points, look = "line" }: Series, colour: number, toY: (value: number) => number) {
    const there = points.filter((one): one is Point & { y: number } => one.y !== null && Number.isFinite(one.y));
    const way = (list: readonly { x: number; y: number }[]) => list.map(({ x, y }) => `${this.toX(x).toFixed(1)} ${toY(y).toFixed(1)}`).join("L");
    const band = there.filter((one) => one.low !== undefined && one.high !== undefined);
    const area = [...band.map(({ x, high }) => ({ x, y: high! })), ...band.toReversed().map(({ x, low }) => ({ x, y: low! }))];
    const dots = look === "points" || there.length <= 12 ? there : there.filter((one) => one.x === this.at);
    return svg`<g class="series c${colour} ${look}">
      ${band.length > 1 ? svg`<path class="band" d="M${way(area)}Z"/>` : nothing}
      ${look !== "points" && there.length > 1 ? svg`<path class="curve" d="M${way(there)}"/>` : nothing}
      ${dots.map(({ x, y }) => look === "points" ? diamond(this.toX(x), toY(y), x === this.at)
        : svg`<circle cx=${this.toX(x)} cy=${toY(y)} r=${x === this.at ? 5 : 3}/>`)}
    </g>`; // prettier-ignore
  }

  /** Names with a sample of their line; its form tells them apart where colour does not. */
  private key() {
    const { series } = this.props;
    const sample = (one: Series, i: number) => (x: number, y: number) =>
      svg`<g class="series c${one.colour ?? (i % 4) + 1} ${one.look ?? "line"}">${
        one.look === "points" ? diamond(x + 14, y, false) : svg`<path class="curve" d="M${x + 1} ${y}H${x + 27}"/>`
      }</g>`;
    const items = series.map((one, i) => named(one.name, 28, sample(one, i)));
    return flow(items, this.width, `Lines: ${series.map((one) => one.name).join(", ")}`);
  }

  private said(at: number): string {
    const { series, x, y, says } = this.props;
    if (says) return says(at);
    const write = (axis: AxisProps, value: number) => axis.written?.(value) ?? significant(value, 4);
    const told = series.flatMap((one) => {
      const point = one.points.find((point) => point.x === at);
      if (!point || point.y === null) return [];
      const band = point.low !== undefined && point.high !== undefined ? ` (${write(y, point.low)} to ${write(y, point.high)})` : "";
      return [`${one.name} ${write(y, point.y)}${band}`];
    });
    return `${x.label} ${write(x, at)}: ${told.join("; ")}`;
  }

  private go(at: number | null): void {
    if (at === this.own) return;
    this.own = at;
    this.redraw();
  }

  private pressed = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && this.at !== null) return this.props.chosen?.(this.at);
    const last = this.places.length - 1;
    const at = this.at === null ? -1 : this.places.indexOf(this.at);
    const far = Math.max(Math.round(last / 10), 2);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last, PageDown: at + far, PageUp: at - far }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.go(this.places[Math.min(Math.max(to, 0), last)]!);
  };

  private pointed = (event: PointerEvent): void => {
    const x = event.clientX - (event.currentTarget as SVGElement).getBoundingClientRect().left;
    const distance = (place: number) => Math.abs(this.toX(place) - x);
    this.go(this.places.reduce<number | null>((best, one) => (best === null || distance(one) < distance(best) ? one : best), null));
  };
}

/** Words of neighbours stand on two lines, so that they do not meet; near the right end they stand before their mark. */
const mark = (x: number, bottom: number, title: string, row: number, isLate: boolean) => svg`
  <line class="mark" x1=${x} x2=${x} y1=${TOP} y2=${bottom}/>
  <text class="told" x=${x + (isLate ? -5 : 5)} y=${TOP + 10 + 15 * row} text-anchor=${isLate ? "end" : "start"}>${title}</text>`;

const diamond = (x: number, y: number, large: boolean) => {
  const r = large ? 7 : 5;
  return svg`<path class="published" d="M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z"/>`;
};

export const chart = directive(Chart);
