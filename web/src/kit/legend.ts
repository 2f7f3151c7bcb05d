/** What the colours mean, with the range of the kind of number; and how blocked and missing look. */
import { html, svg, type TemplateResult } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { hex, type Scale } from "./colour";
import { flow, named, text, type Item } from "./flow";
import { significant } from "./format";
import { hatching } from "./hatching";
import { Sized } from "./sized";

export interface LegendProps {
  scale: Scale;
  blocked?: boolean;
  missing?: boolean;
}

const STEPS = 34;

class Legend extends Sized<LegendProps> {
  protected draw() {
    return html`<div ${ref(this.seen)}>${line(this.props, this.width)}</div>`;
  }
}

export const legend = directive(Legend);

function line({ scale, blocked, missing }: LegendProps, room: number): TemplateResult {
  const [low, high] = [significant(scale.low), significant(scale.high)];
  const items = [text(scale.name), text(low), ramp(scale), text(high)];
  if (blocked) items.push(named("blocked", 14, (x, y) => svg`<rect class="blocked" x=${x} y=${y - 7} width="14" height="14"/><path class="hatching" d=${hatching(x, y - 7, 14)}/>`));
  if (missing) items.push(named("no value", 14, (x, y) => svg`<rect class="missing" x=${x + 0.5} y=${y - 6.5} width="13" height="13"/>`));
  const says = `${scale.name} from ${low} to ${high}${blocked ? "; hatched: blocked" : ""}${missing ? "; empty: no value" : ""}`;
  return flow(items, room, says, 9);
}

function ramp({ low, high, colour }: Scale): Item {
  const value = (i: number) => low + ((i + 0.5) / STEPS) * (high - low);
  return {
    width: STEPS * 4,
    at: (x, y) => Array.from({ length: STEPS }, (_, i) =>
      svg`<rect x=${x + i * 4} y=${y - 6} width=${i < STEPS - 1 ? 4.5 : 4} height="12" fill=${hex(colour(value(i)))}/>`),
  }; // prettier-ignore
}
