/** Numbers to set: a slider with its number, one number, a vector of them. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { count, fixed } from "./format";

export interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  changed: (value: number) => void;
  unit?: string;
}

/**
 * What was typed, brought into the range, which is then said beside the field; null while it is no
 * number. What is said lies in an element that no template writes into, so it stays until it is typed again.
 */
function typed(event: Event, { min, max }: Pick<NumberProps, "min" | "max">): number | null {
  const input = event.target as HTMLInputElement;
  const text = input.value.replace("\u2212", "-").replace(",", ".");
  const value = Number(text);
  const isNone = text.trim() === "" || Number.isNaN(value);
  const said = input.closest(".field, .vector")?.querySelector(".limit");
  if (said) said.textContent = isNone ? "" : value > max ? `at most ${count(max)}` : value < min ? `at least ${fixed(min, 0)}` : "";
  return isNone ? null : Math.min(Math.max(value, min), max);
}

/** Where the range is said once somebody goes beyond it. */
const limit = html`<span class="limit hint" role="status"></span>`;

export function slider(props: NumberProps): TemplateResult {
  const change = (event: Event) => {
    const value = typed(event, props);
    if (value !== null && value !== props.value) props.changed(value);
  };
  const share = (props.value - props.min) / (props.max - props.min || 1);
  return html`
    <div class="field slider" role="group" aria-label=${props.label}>
      <span class="label" aria-hidden="true">${props.label}</span>
      <div>
        <input type="range" aria-label=${props.label} min=${props.min} max=${props.max} step=${props.step}
          .value=${live(String(props.value))} @input=${change} .style=${`--share:${share}`} />
        <input type="number" aria-label="${props.label}, as a number" min=${props.min} max=${props.max}
          step=${props.step} .value=${live(String(props.value))} @change=${change} />
        ${props.unit ? html`<span class="hint">${props.unit}</span>` : nothing}
        ${limit}
      </div>
    </div>`;
}

export function numberField(props: NumberProps): TemplateResult {
  const change = (event: Event) => {
    const value = typed(event, props);
    if (value !== null && value !== props.value) props.changed(value);
  };
  return html`
    <label class="field">
      <span class="label">${props.label}</span>
      <input type="number" min=${props.min} max=${props.max} step=${props.step} .value=${live(String(props.value))}
        @input=${change} />
      ${limit}
    </label>`;
}

export interface VectorProps {
  /** The vector's name as written: "h₀", "s". */
  label: string;
  values: readonly number[];
  min?: number;
  max?: number;
  step?: number;
  changed: (values: number[]) => void;
  /** Colour of its mark, as in the picture beside it. */
  colour?: string;
}

/** A vector written out, `[ 1 , 0 ]`, each number a field: arrow keys step it. */
export function vector(props: VectorProps): TemplateResult {
  const { min = -9, max = 9, step = 0.1 } = props;
  const change = (place: number) => (event: Event) => {
    const value = typed(event, { min, max });
    if (value === null || value === props.values[place]) return;
    props.changed(props.values.map((old, at) => (at === place ? value : old)));
  };
  return html`
    <div class="vector" role="group" aria-label="vector ${props.label}">
      <span class="name" .style=${props.colour ? `--mark:${props.colour}` : ""}>${props.label}</span>
      <span aria-hidden="true">[</span>
      ${props.values.map(
        (value, place) => html`<input type="number" min=${min} max=${max} step=${step}
          aria-label="${props.label}, number ${place + 1} of ${props.values.length}"
          .value=${live(String(value))} @input=${change(place)} />`,
      )}
      <span aria-hidden="true">]</span>
      ${limit}
    </div>`;
}
