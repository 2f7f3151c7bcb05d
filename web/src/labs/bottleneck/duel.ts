/** Both answers under the right one, digit under digit, as one drawing that wraps to its width. */
import { html, nothing, svg } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { weight } from "../../kit/format";
import { fitted, textWidth } from "../../kit/ruler";
import { Sized } from "../../kit/sized";
import { shown, type Sign } from "../../kit/symbol";
import type { Try, Written } from "./tries";

export interface DuelProps {
  title: string;
  wanted: readonly Sign[];
  tries: readonly Try[];
  /** Symbols written so far. */
  shown: number;
  says: string;
}

const NAMES = ["right", "plain", "attention"];
const [HEAD, ROW] = [30, 52];

class Duel extends Sized<DuelProps> {
  protected draw() {
    const { title, wanted, tries, says } = this.props;
    const longest = Math.max(wanted.length, ...tries.map((one) => one.written.length));
    const left = Math.ceil(Math.max(...NAMES.map((name) => textWidth(name, 13)))) + 14;
    const cell = this.width < 480 ? 30 : 38;
    const across = Math.max(1, Math.min(longest, Math.floor((this.width - left - 4) / cell)));
    const height = HEAD + ROW * tries.length + 12;
    const blocks = Math.ceil(longest / across);
    const [width, whole] = [left + across * cell + 2, blocks * height];
    return html`<div class="stage" tabindex="0" role="img" aria-label="${title}: ${says}" ${ref(this.seen)}>
      <svg data-drawing width=${width} height=${whole} viewBox="0 0 ${width} ${whole}" aria-hidden="true">
        ${Array.from({ length: blocks }, (_, block) => {
          const places = Array.from({ length: Math.min(across, longest - block * across) }, (_, i) => block * across + i);
          return svg`<g transform="translate(0 ${block * height})">
            <text class="value" x="0" y="20" font-size="13">right</text>
            ${tries.map((one, row) => svg`<text class="name ${one.kind}" x="0" y=${HEAD + row * ROW + 21} font-size="13">${one.kind}</text>`)}
            ${places.map((at, i) => {
              const x = left + (i + 0.5) * cell;
              return svg`${wanted[at] ? digit(wanted[at], x, 20, "wanted") : nothing}
                ${tries.map((one, row) => this.written(one.written[at], at, x, HEAD + row * ROW, cell))}`;
            })}
          </g>`;
        })}
      </svg>
    </div>`;
  }

  private written(one: Written | undefined, at: number, x: number, y: number, cell: number) {
    const half = cell / 2 - 2;
    if (!one || at >= this.props.shown) {
      return one ? svg`<circle class="waiting" cx=${x} cy=${y + 16} r="2"/>` : nothing;
    }
    return svg`<rect class=${one.right ? "right" : "false"} x=${x - half} y=${y} width=${2 * half} height="30" rx="5"/>
      ${digit(one.sign, x, y + 21, "")}
      ${one.right ? nothing : svg`<path class="cross" d="M${x + half - 8} ${y + 3}l5 5m0-5l-5 5"/>`}
      <rect class="room" x=${x - half} y=${y + 33} width=${2 * half} height="3"/>
      <rect class="bar" x=${x - half} y=${y + 33} width=${2 * half * one.probability} height="3"/>
      <text class="value" x=${x} y=${y + 46} font-size="10.5" text-anchor="middle">${weight(one.probability)}</text>`;
  }
}

const digit = (sign: Sign, x: number, y: number, name: string) =>
  svg`<text class="digit ${name} ${sign.special ? "special" : ""}" x=${x} y=${y} text-anchor="middle"
    font-size=${sign.special ? 12 : 18}>${sign.special ? shown(sign) : fitted(shown(sign), 18, 34)}</text>`;

export const duel = directive(Duel);
