/** A bar under each symbol: what one step looked at, or how likely each candidate is. */
import { html, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { weight as written } from "./format";
import { fitted, textWidth } from "./ruler";
import { Sized } from "./sized";
import { kind, short, shown, spoken, type Sign } from "./symbol";

export interface BarsProps {
  title: string;
  signs: readonly Sign[];
  values: readonly (number | null)[];
  /** What a full bar means. */
  most?: number;
  height?: number;
}

class Bars extends Sized<BarsProps> {
  protected draw() {
    const { title, signs, values, most = 1, height = 64 } = this.props;
    const font = signs.length <= 16 ? 16 : 13;
    const words = signs.map((sign) => fitted(shown(sign), font, 110));
    const widest = words.reduce((broad, word) => Math.max(broad, textWidth(word, font)), 0);
    const step = Math.max(Math.min((this.width - 4) / Math.max(signs.length, 1), 64), Math.max(widest + 8, 12));
    const [top, width] = [font + 12, Math.max(step * signs.length, 1)];
    const isTold = step >= 28;
    const bar = Math.min(step - 4, 34);
    return html`
      <div class="stage" tabindex="0" role="img" aria-label="${title}: ${this.said()}" ${ref(this.seen)}>
        <svg data-drawing width=${width} height=${top + height + 20} viewBox="0 0 ${width} ${top + height + 20}" aria-hidden="true">
          ${words.map((word, i) => {
            const x = (i + 0.5) * step;
            const value = values[i] ?? null;
            const length = value === null ? 0 : (Math.min(Math.max(value / most, 0), 1) * height);
            return svg`
              <text class="label ${kind(signs[i]!)}" x=${x} y=${font + 1} font-size=${font} text-anchor="middle">${word}<title>${shown(signs[i]!)}</title></text>
              <rect class="room" x=${x - bar / 2} y=${top} width=${bar} height=${height} rx="3"/>
              <rect class="bar" x=${x - bar / 2} y=${top} width=${bar} height=${length} rx="3"/>
              ${isTold ? svg`<text class="value" x=${x} y=${top + height + 15} font-size="12" text-anchor="middle">${value === null ? "–" : written(value)}</text>` : ""}`;
          })}
        </svg>
      </div>`; // prettier-ignore
  }

  /** The largest few, in words. */
  private said(): string {
    const { signs, values } = this.props;
    const order = signs.map((_, i) => i).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).slice(0, 3);
    return order.map((i) => `${short(spoken(signs[i]!), 30)} ${written(values[i] ?? 0)}`).join(", ") || "nothing";
  }
}

export const bars = directive(Bars);
