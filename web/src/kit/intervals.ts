/** Figures in rows, each with its interval: how good, and how sure of that one may be. */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { fitted, textWidth } from "./ruler";
import { Sized } from "./sized";

export interface IntervalRow {
  name: string;
  value: number | null;
  low?: number;
  high?: number;
  /** How the value is written; its own words, because rows may have several units. */
  written: string;
  /** What a row's whole width means. */
  most?: number;
}

export interface IntervalsProps {
  title: string;
  rows: readonly IntervalRow[];
}

const STEP = 34;

class Intervals extends Sized<IntervalsProps> {
  protected draw() {
    const { title, rows } = this.props;
    const width = Math.max(Math.min(this.width - 2, 620), 240);
    const names = rows.map((row) => fitted(row.name, 14, width * 0.5));
    const left = Math.max(...names.map((name) => textWidth(name, 14, 400)), 10) + 14;
    const right = Math.max(...rows.map((row) => textWidth(row.written, 14, 600)), 10) + 14;
    const room = Math.max(width - left - right, 40);
    const height = rows.length * STEP + 4;
    const x = (value: number, most = 1) => left + Math.min(Math.max(value / most, 0), 1) * room;
    const said = rows.map((row) => `${row.name} ${row.written}`).join("; ");
    return html`
      <div class="stage" tabindex="0" role="img" aria-label="${title}: ${said}" ${ref(this.seen)}>
        <svg class="intervals" data-drawing width=${width} height=${height} viewBox="0 0 ${width} ${height}" font-size="14" aria-hidden="true">
          ${rows.map((row, i) => {
            const y = i * STEP + STEP / 2;
            return svg`
              <text x="0" y=${y} dominant-baseline="central">${names[i]}<title>${row.name}</title></text>
              <line class="way" x1=${left} x2=${left + room} y1=${y} y2=${y}/>
              ${row.low === undefined || row.high === undefined ? nothing : svg`<line class="span" x1=${x(row.low, row.most)} x2=${x(row.high, row.most)} y1=${y} y2=${y}/>`}
              ${row.value === null ? nothing : svg`<circle class="value-dot" cx=${x(row.value, row.most)} cy=${y} r="5.5"/>`}
              <text x=${width} y=${y} text-anchor="end" dominant-baseline="central" font-weight="600">${row.written}</text>`;
          })}
        </svg>
      </div>`; // prettier-ignore
  }
}

export const intervals = directive(Intervals);
