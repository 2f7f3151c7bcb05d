/** One of a few: all in sight as segments, or in a list when there are many; and a switch. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";

export interface Option<V extends string | number> {
  value: V;
  title: string;
  disabled?: boolean;
  /** Shown when the pointer rests on it. */
  note?: string;
}

export interface ChoiceProps<V extends string | number> {
  label: string;
  options: readonly Option<V>[];
  value: V;
  changed: (value: V) => void;
}

/**
 * Segments: arrow keys move, as the browser's own radio buttons do. The form is there because radio
 * buttons find each other by name within it: so two choices never meet, and no name must be unique.
 */
export function segments<V extends string | number>(props: ChoiceProps<V>): TemplateResult {
  return html`
    <form @submit=${(event: Event) => event.preventDefault()}><fieldset class="segments">
      <legend class="label">${props.label}</legend>
      <div>
        ${props.options.map(
          (one) => html`<label title=${one.note ?? nothing}>
            <input type="radio" name="choice" .checked=${live(one.value === props.value)} ?disabled=${one.disabled ?? false}
              @change=${() => props.changed(one.value)} />
            <span>${one.title}</span></label>`,
        )}
      </div>
    </fieldset></form>`;
}

export function select<V extends string | number>(props: ChoiceProps<V>): TemplateResult {
  const picked = (event: Event) => {
    const one = props.options[(event.target as HTMLSelectElement).selectedIndex];
    if (one) props.changed(one.value);
  };
  return html`
    <label class="field">
      <span class="label">${props.label}</span>
      <select @change=${picked}>
        ${props.options.map(
          (one) => html`<option .selected=${live(one.value === props.value)} ?disabled=${one.disabled ?? false}
            title=${one.note ?? nothing}>${one.title}</option>`,
        )}
      </select>
    </label>`;
}

export interface SwitchProps {
  label: string;
  on: boolean;
  changed: (on: boolean) => void;
}

export function toggle({ label, on, changed }: SwitchProps): TemplateResult {
  return html`
    <label class="switch">
      <input type="checkbox" role="switch" .checked=${live(on)}
        @change=${(event: Event) => changed((event.target as HTMLInputElement).checked)} />
      <i aria-hidden="true"></i><span>${label}</span>
    </label>`;
}
