/** What the colours mean, with the range of the kind of number; and how blocked and missing look. */
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { hex, type Scale } from "./colour";
import { significant } from "./format";
import { hatching } from "./hatching";

export interface LegendProps {
  scale: Scale;
  blocked?: boolean;
  missing?: boolean;
}

const STEPS = 34;

export function legend({ scale, blocked, missing }: LegendProps): TemplateResult {
  const steps = Array.from({ length: STEPS }, (_, i) => scale.low + ((i + 0.5) / STEPS) * (scale.high - scale.low));
  return html`
    <div class="legend">
      <span>${scale.name}</span><span class="number">${significant(scale.low)}</span>
      <svg data-drawing width="136" height="12" viewBox="0 0 136 12" aria-hidden="true">${steps.map(
        (value, i) => svg`<rect x=${i * 4} width="4.2" height="12" fill=${hex(scale.colour(value))}/>`,
      )}</svg>
      <span class="number">${significant(scale.high)}</span>
      ${blocked ? html`<span class="sample">${sample(svg`<path class="hatching" d=${hatching(1, 1, 14)}/>`)} blocked</span>` : nothing}
      ${missing ? html`<span class="sample">${sample(svg`<rect class="missing" x="1.5" y="1.5" width="13" height="13"/>`)} no value</span>` : nothing}
    </div>`;
}

const sample = (content: unknown): TemplateResult =>
  html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${content}</svg>`;
