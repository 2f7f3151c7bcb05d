/** Arcs from each symbol written back to those it looked at: thicker and brighter for more. */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { fixed } from "./format";
import { fitted, textWidth } from "./ruler";
import { Sized } from "./sized";
import { kind, short, shown, spoken, type Sign } from "./symbol";

export interface ArcsProps {
  title: string;
  /** Written symbols, on the right, and those they look at, on the left. */
  rows: readonly Sign[];
  columns: readonly Sign[];
  values: readonly (readonly (number | null)[])[];
  /** The row looked at, when the owner keeps it. */
  at?: number | null;
  moved?: (row: number | null) => void;
  digits?: number;
}

/** Weaker ones would only be dust; the caption says so. */
export const FAINTEST = 0.02;
const MOST_DRAWN = 4000;

class Arcs extends Sized<ArcsProps> {
  private own: number | null = null;

  private get at(): number | null {
    const at = this.props.at === undefined ? this.own : this.props.at;
    return at !== null && at < this.props.rows.length ? at : null;
  }

  protected draw() {
    const { title, rows, columns } = this.props;
    const many = Math.max(rows.length, columns.length);
    const font = many <= 16 ? 16 : many <= 40 ? 14 : 12;
    const step = many <= 16 ? 36 : many <= 40 ? 24 : 16;
    const width = Math.max(Math.min(this.width - 4, 620), 220);
    const height = many * step + 8;
    const texts = [columns, rows].map((signs) => signs.map((sign) => fitted(shown(sign), font, width * 0.32)));
    const [sources, targets] = texts as [string[], string[]];
    const widest = (all: string[]) => all.reduce((most, text) => Math.max(most, textWidth(text, font)), 0);
    const from = widest(sources) + 22;
    const to = width - widest(targets) - 22;
    const y = (place: number, count: number) => 4 + ((place + 0.5) * (height - 8)) / count;
    const column = this.at === null ? -1 : this.largest(this.at)[0]?.[0] ?? -1;
    const side = (signs: readonly Sign[], words: string[], x: number, anchor: string, here: number | null) =>
      signs.map((sign, i) => svg`<circle class="dot" cx=${anchor === "end" ? x + 10 : x - 10} cy=${y(i, signs.length)} r="3"/>
        <text class="label ${kind(sign)} ${i === here ? "here" : ""}" x=${x} y=${y(i, signs.length)} font-size=${font}
          text-anchor=${anchor} dominant-baseline="central">${words[i]}<title>${shown(sign)}</title></text>`); // prettier-ignore
    return html`
      <div class="arcs">
        <div class="stage" tabindex="0" role="application" aria-roledescription="arcs"
          aria-label="${title}. Up and down move from symbol to symbol." ${ref(this.seen)} @keydown=${this.key}
          @focus=${() => this.at === null && this.element?.matches(":focus-visible") && this.go(0)} @blur=${() => this.go(null)}>
          <svg data-drawing width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true"
            @pointermove=${this.pointed} @pointerdown=${this.pointed}
            @pointerleave=${(event: PointerEvent) => event.pointerType === "mouse" && this.go(null)}>
            ${this.curves(from, to, y)}
            ${side(columns, sources, from - 10, "end", column)} ${side(rows, targets, to + 10, "start", this.at)}
          </svg>
        </div>
        <output class="readout" aria-live="polite">${this.at === null ? html`<span class="muted">Point at a symbol on the right, or use the arrow keys.</span>` : this.said(this.at)}</output>
      </div>`;
  }

  private curves(from: number, to: number, y: (place: number, count: number) => number) {
    const { rows, columns, values } = this.props;
    const middle = (from + to) / 2;
    const all = rows.flatMap((_, r) => columns.map((__, c) => ({ r, c, value: values[r]?.[c] ?? 0 })));
    const drawn = all.filter((one) => one.value >= FAINTEST).sort((a, b) => a.value - b.value).slice(-MOST_DRAWN);
    return drawn.map(({ r, c, value }) => {
      const [y1, y2] = [y(c, columns.length), y(r, rows.length)];
      const aside = this.at !== null && this.at !== r;
      return svg`<path class="arc" d="M${from} ${y1}C${middle} ${y1} ${middle} ${y2} ${to} ${y2}"
        stroke-width=${(0.6 + 9 * value).toFixed(2)} stroke-opacity=${(aside ? 0.06 : 0.14 + 0.76 * value).toFixed(3)}/>`;
    });
  }

  private largest(row: number): [number, number][] {
    const pairs = this.props.columns.map((_, c): [number, number] => [c, this.props.values[row]?.[c] ?? 0]);
    return pairs.sort((a, b) => b[1] - a[1]).slice(0, 3);
  }

  private said(row: number): string {
    const { rows, columns, digits = 3 } = this.props;
    const most = this.largest(row).map(([c, value]) => `${short(spoken(columns[c]!), 30)} ${fixed(value, digits)}`);
    return `${short(spoken(rows[row]!), 30)} looks most at ${most.join(", ")}`;
  }

  private go(row: number | null): void {
    if (row === this.at) return;
    this.own = row;
    this.props.moved?.(row);
    this.redraw();
  }

  private key = (event: KeyboardEvent): void => {
    const last = this.props.rows.length - 1;
    const at = this.at ?? -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + 5, PageUp: at - 5 }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.go(Math.min(Math.max(to, 0), last));
  };

  private pointed = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const count = this.props.rows.length;
    const row = Math.floor(((event.clientY - box.top - 4) / (box.height - 8)) * count);
    this.go(Math.min(Math.max(row, 0), count - 1));
  };
}

export const arcs = directive(Arcs);

/** Said under the picture. */
export const arcsCaption = (): unknown => html`Arcs below ${FAINTEST} are not drawn.${nothing}`;
