/** What could be written next: a bar for each likely symbol, each of them to be taken. */
import { html, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { count, weight } from "../../kit/format";
import { fitted } from "../../kit/ruler";
import { Sized } from "../../kit/sized";
import { kind, short, shown, spoken } from "../../kit/symbol";
import type { Choices } from "./search";

export interface CandidatesProps {
  title: string;
  choices: Choices;
  /** Go on with another than the one that was chosen. */
  taken?: (id: number) => void;
}

const [ROW, NAME, VALUE] = [28, 118, 46];

class Candidates extends Sized<CandidatesProps> {
  private at: number | null = null;

  protected draw() {
    const { title, choices } = this.props;
    const { list, others, rest } = choices;
    const rows = [...list.map(({ sign, probability, chosen, possible }) => ({
      name: fitted(shown(sign), 15, NAME - 14), whole: shown(sign), look: kind(sign), probability, chosen, possible,
    })), ...(others > 0 ? [{ name: `${count(others)} others`, whole: "all others together", look: "special", probability: rest, chosen: false, possible: false }] : [])]; // prettier-ignore
    const [width, height] = [Math.max(this.width, 260), rows.length * ROW];
    const room = width - NAME - VALUE;
    return html`
      <div class="stage candidates" tabindex="0" role="application" aria-roledescription="list of candidates"
        aria-label="${title}. Up and down move, Enter takes one." ${ref(this.seen)} @keydown=${this.key} @focus=${this.focused} @blur=${() => this.go(null)}>
        <svg data-drawing width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true"
          @pointermove=${this.pointed} @pointerleave=${() => this.go(null)} @click=${this.clicked}>
          ${rows.map((row, i) => {
            const y = i * ROW;
            return svg`<g class="choice ${row.chosen ? "chosen" : ""} ${row.possible && !row.chosen ? "open" : ""}">
              <rect class="touch ${this.at === i ? "here" : ""}" x="0" y=${y} width=${width} height=${ROW - 2} rx="6"/>
              <text class="label ${row.look} ${row.chosen ? "here" : ""}" x=${NAME - 8} y=${y + ROW / 2} font-size="15" text-anchor="end" dominant-baseline="central">${row.name}<title>${row.whole}</title></text>
              <rect class="room" x=${NAME} y=${y + 5} width=${room} height=${ROW - 12} rx="3"/>
              <rect class="bar" x=${NAME} y=${y + 5} width=${room * Math.min(row.probability, 1)} height=${ROW - 12} rx="3"/>
              <text class="value" x=${width - 6} y=${y + ROW / 2} font-size="13" text-anchor="end" dominant-baseline="central">${weight(row.probability, 3)}</text></g>`;
          })}
        </svg>
      </div>
      <output class="readout" aria-live="polite">${this.at === null ? html`<span class="muted">Take another word: click it, or press Enter on it.</span>` : this.said(this.at)}</output>`;
  }

  private said(at: number): string {
    const { list, others, rest } = this.props.choices;
    const one = list[at];
    if (!one) return `All ${count(others)} others together: ${weight(rest, 4)}.`;
    const name = short(spoken(one.sign), 40);
    const value = `${name}: probability ${weight(one.probability, 4)}`;
    if (one.chosen) return `${value}. This one was chosen.`;
    return one.possible ? `${value}. Enter or click: see how it goes on.` : `${value}. No answer can hold it.`;
  }

  private get length(): number {
    return this.props.choices.list.length + (this.props.choices.others > 0 ? 1 : 0);
  }

  private go(at: number | null): void {
    if (at === this.at) return;
    this.at = at;
    this.redraw();
  }

  private take(): void {
    const one = this.at === null ? undefined : this.props.choices.list[this.at];
    if (one && one.possible && !one.chosen) this.props.taken?.(one.sign.id);
  }

  private key = (event: KeyboardEvent): void => {
    const last = this.length - 1;
    const to = { ArrowDown: Math.min((this.at ?? -1) + 1, last), ArrowUp: Math.max((this.at ?? 1) - 1, 0), Home: 0, End: last }[event.key];
    if (to !== undefined) this.go(to);
    else if (event.key === "Enter") this.take();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private focused = (): void => {
    if (this.at === null && this.element?.matches(":focus-visible")) this.go(0);
  };

  private pointed = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    this.go(Math.min(Math.max(Math.floor((event.clientY - box.top) / ROW), 0), this.length - 1));
  };

  private clicked = (event: PointerEvent): void => {
    this.pointed(event);
    this.take();
  };
}

export const candidates = directive(Candidates);
