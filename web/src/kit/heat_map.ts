/**
 * A matrix as colours. One tab stop with a moving cell; the row under pointer or cursor stays
 * bright while the others step back; what the cell says is written below and spoken.
 */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { guard } from "lit-html/directives/guard.js";
import { ref } from "lit-html/directives/ref.js";
import { weights, type Scale } from "./colour";
import { fixed } from "./format";
import { cells } from "./heat_cells";
import { cellAt, moved, plan, type Axis, type Cell, type Plan } from "./heat_plan";
import { legend } from "./legend";
import { Sized } from "./sized";
import { kind, short, shown, spoken, type Sign } from "./symbol";

export type { Cell } from "./heat_plan";

export interface HeatMapProps {
  /** What is drawn; spoken when the map is reached. */
  title: string;
  rows: readonly Sign[];
  columns: readonly Sign[];
  /** null where there is no value. While nothing changes, pass the same arrays and functions. */
  values: readonly (readonly (number | null)[])[];
  /** Why a cell is blocked, or null where it is not. */
  blocked?: (row: number, column: number) => string | null;
  scale?: Scale;
  digits?: number;
  /** The sentence about a cell; else its symbols and its value. */
  says?: (row: number, column: number) => string;
  /** The cell looked at, when the owner keeps it, so that several pictures light up together. */
  at?: Cell | null;
  moved?: (at: Cell | null) => void;
  /** Enter or a click. */
  chosen?: (at: Cell) => void;
  /** Write values into cells that have room. */
  written?: boolean;
  legend?: boolean;
}

class HeatMap extends Sized<HeatMapProps> {
  private own: Cell | null = null;
  private plan!: Plan;

  private get at(): Cell | null {
    const at = this.props.at === undefined ? this.own : this.props.at;
    if (!at || at.row >= this.props.rows.length || at.column >= this.props.columns.length) return null;
    return at;
  }

  protected draw() {
    const { title, rows, columns, scale = weights } = this.props;
    const p = (this.plan = plan(rows, columns, this.width));
    const here = this.at && this.grouped(this.at);
    const hint = "Arrow keys move from cell to cell.";
    return html`
      <div class="heat-map">
        <div class="stage" tabindex="0" role="application" aria-roledescription="heat map" aria-label="${title}. ${hint}"
          ${ref(this.seen)} @keydown=${this.key} @focus=${this.focused} @blur=${() => this.go(null)}>
          <svg data-drawing width=${p.width} height=${p.height} viewBox="0 0 ${p.width} ${p.height}" aria-hidden="true"
            @pointermove=${this.pointed} @pointerdown=${this.pointed} @pointerleave=${this.away} @click=${this.clicked}>
            ${guard(this.cellsDependOn(p), () => cells(this.props, p))} ${here ? lit(p, here) : nothing}
            ${this.rowLabels(here)} ${this.columnLabels(here)}
          </svg>
        </div>
        <output class="readout" aria-live="polite">${this.at ? this.said(this.at) : html`<span class="muted">Point at a cell, or use the arrow keys.</span>`}</output>
        ${this.props.legend === false ? nothing : legend({ scale, ...this.kinds() })}
        ${this.shared()}
      </div>`;
  }

  /** Cells are drawn again only when one of these is another: moving the cursor must be cheap. */
  private cellsDependOn({ cell, left, top }: Plan): unknown[] {
    const { rows, columns, values, blocked, scale, written } = this.props;
    return [rows, columns, values, blocked, scale, written, cell, left, top];
  }

  private said({ row, column }: Cell): string {
    const { rows, columns, values, blocked, digits = 3, says } = this.props;
    if (says) return says(row, column);
    const names = `${short(spoken(rows[row]!), 40)}, ${short(spoken(columns[column]!), 40)}`;
    const why = blocked?.(row, column);
    if (why) return `${names}: blocked, ${why}`;
    const value = values[row]?.[column];
    return `${names}: ${value === null || value === undefined ? "no value" : fixed(value, digits)}`;
  }

  private kinds() {
    const { rows, columns, values, blocked } = this.props;
    let [isBlocked, isMissing] = [false, false];
    for (let r = 0; r < rows.length; r++)
      for (let c = 0; c < columns.length; c++) {
        if (blocked?.(r, c)) isBlocked = true;
        else if (values[r]?.[c] === null || values[r]?.[c] === undefined) isMissing = true;
      }
    return { blocked: isBlocked, missing: isMissing };
  }

  private shared() {
    const [r, c] = [this.plan.rows, this.plan.columns].map((one) => one.groups[0]?.length ?? 1);
    if (r === 1 && c === 1) return nothing;
    return html`<p class="note">${this.props.rows.length} × ${this.props.columns.length} is more than there is room for:
      each cell shows the largest of ${r} × ${c} neighbours. The table and the saved numbers have every one.</p>`;
  }

  private rowLabels(here: Cell | null) {
    const { rows, left, top, cell, font } = this.plan;
    return this.labels(rows, here?.row, (at) => [left - 8, top + (at + 0.5) * cell], font, "end", 0);
  }

  private columnLabels(here: Cell | null) {
    const { columns, left, top, cell, font, slanted } = this.plan;
    const place = (at: number): [number, number] => [left + (at + 0.5) * cell + (slanted ? font / 4 : 0), top - 8];
    return this.labels(columns, here?.column, place, font, slanted ? "start" : "middle", slanted ? -60 : 0);
  }

  /** Where there is no room for all, every second or third; the one looked at always, over its neighbours. */
  private labels(axis: Axis, here: number | undefined, place: (at: number) => [number, number], font: number, anchor: string, turn: number) {
    const one = (at: number, bold: boolean) => {
      const { text, whole, sign } = axis.labels[at]!;
      const [x, y] = place(at);
      return svg`<text class="label ${kind(sign)} ${bold ? "here" : ""}" x=${x} y=${y} font-size=${font}
        text-anchor=${anchor} dominant-baseline=${anchor === "end" ? "central" : "auto"}
        transform=${turn ? `rotate(${turn} ${x} ${y})` : nothing}>${text}<title>${whole}</title></text>`;
    };
    const crowded = here !== undefined && axis.every > 1;
    const isShown = (at: number) => at % axis.every === 0 && at !== here && !(crowded && Math.abs(at - here) < axis.every);
    return svg`${axis.labels.map((_, at) => (isShown(at) ? one(at, false) : nothing))}${here === undefined ? nothing : one(here, true)}`;
  }

  private grouped({ row, column }: Cell): Cell {
    const { rows, columns } = this.plan;
    const [r, c] = [rows.groups[0]!.length, columns.groups[0]!.length];
    return { row: Math.floor(row / r), column: Math.floor(column / c) };
  }

  private go(at: Cell | null): void {
    const before = this.at;
    if (before?.row === at?.row && before?.column === at?.column) return;
    this.own = at;
    this.props.moved?.(at);
    this.redraw();
    if (at) this.intoView(this.grouped(at));
  }

  private intoView({ row, column }: Cell): void {
    const stage = this.element;
    if (!stage) return;
    const { left, top, cell } = this.plan;
    const [x, y] = [left + column * cell, top + row * cell];
    if (x - left < stage.scrollLeft) stage.scrollLeft = x - left;
    else if (x + cell > stage.scrollLeft + stage.clientWidth) stage.scrollLeft = x + 2 * cell - stage.clientWidth;
    if (y - top < stage.scrollTop) stage.scrollTop = y - top;
    else if (y + cell > stage.scrollTop + stage.clientHeight) stage.scrollTop = y + 2 * cell - stage.clientHeight;
  }

  private key = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const { rows, columns, chosen } = this.props;
    if (event.key === "Enter" && this.at) return chosen?.(this.at);
    const to = moved(this.at, event.key, event.ctrlKey, rows.length, columns.length);
    if (!to || !rows.length || !columns.length) return;
    event.preventDefault();
    this.go(to);
  };

  private focused = (): void => {
    if (!this.at && this.element?.matches(":focus-visible")) this.go({ row: 0, column: 0 });
  };

  private pointed = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = cellAt(this.plan, event.clientX - box.left, event.clientY - box.top);
    if (!at) return;
    this.go({ row: this.plan.rows.groups[at.row]![0]!, column: this.plan.columns.groups[at.column]![0]! });
  };

  private away = (event: PointerEvent): void => {
    // A finger that lifts leaves too; what it touched stays in sight.
    if (event.pointerType === "mouse" && !this.element?.matches(":focus-visible")) this.go(null);
  };

  private clicked = (): void => {
    if (this.at) this.props.chosen?.(this.at);
  };
}

/** The row looked at stays bright: the others are veiled. */
function lit({ left, top, cell, rows, columns }: Plan, { row, column }: Cell) {
  const width = columns.groups.length * cell;
  const [y, end] = [top + row * cell, top + rows.groups.length * cell];
  return svg`
    <rect class="veil" x=${left} y=${top} width=${width} height=${y - top}/>
    <rect class="veil" x=${left} y=${y + cell} width=${width} height=${Math.max(end - y - cell, 0)}/>
    <rect class="here-row" x=${left - 1} y=${y - 0.5} width=${width + 2} height=${cell + 1} rx="3"/>
    <rect class="cursor" x=${left + column * cell} y=${y} width=${cell} height=${cell} rx=${Math.min(cell / 10, 4)}/>`;
}

export const heatMap = directive(HeatMap);

/** The names of rows or columns, for its table. */
export const names = (signs: readonly Sign[]): string[] => signs.map(shown);
