/** A line of text that acts while it is typed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";

export interface FieldProps {
  label: string;
  value: string;
  changed: (value: string) => void;
  hint?: string;
  /** What is wrong with it, if anything; said aloud when it appears. */
  problem?: string;
  /** Texts worth trying, one press each. */
  examples?: readonly string[];
  placeholder?: string;
  wide?: boolean;
}

export function field(props: FieldProps): TemplateResult {
  const typed = (event: Event) => props.changed((event.target as HTMLInputElement).value);
  return html`
    <div class="field ${props.wide ? "wide" : ""}">
      <label>
        <span class="label">${props.label}</span>
        <input type="text" .value=${live(props.value)} @input=${typed} dir="auto" spellcheck="false"
          autocomplete="off" autocapitalize="off" maxlength="10000" placeholder=${props.placeholder ?? nothing}
          aria-invalid=${props.problem ? "true" : nothing} />
      </label>
      ${props.hint ? html`<p class="hint">${props.hint}</p>` : nothing}
      <p class="wrong" role="status">${props.problem ?? nothing}</p>
      ${
        props.examples?.length
          ? html`<p class="examples"><span class="hint">Try</span> ${props.examples.map(
              (text) =>
                html`<button type="button" class="chip" dir="auto" aria-pressed=${text === props.value}
                  @click=${() => props.changed(text)}>${text.replaceAll("\t", " ⇥ ") || "∅"}</button>`,
            )}</p>`
          : nothing
      }
    </div>`;
}

/** Several lines. */
export function area(props: FieldProps & { rows?: number }): TemplateResult {
  return html`
    <label class="field wide">
      <span class="label">${props.label}</span>
      <textarea rows=${props.rows ?? 4} .value=${live(props.value)} dir="auto" spellcheck="false"
        @input=${(event: Event) => props.changed((event.target as HTMLTextAreaElement).value)}></textarea>
      ${props.hint ? html`<span class="hint">${props.hint}</span>` : nothing}
      <span class="wrong" role="status">${props.problem ?? nothing}</span>
    </label>`;
}
