/** The model's best answers, one of which is looked at. */
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { fixed } from "../../kit/format";
import { short, visible } from "../../kit/symbol";
import type { AlignmentTrace } from "../../traces";

export function bestList({ hypotheses }: AlignmentTrace, best: number, changed: (best: number) => void) {
  if (hypotheses.length < 2) return nothing;
  return html`
    <form @submit=${(event: Event) => event.preventDefault()}><fieldset class="best">
      <legend class="label">Best answers, with their log-probabilities</legend>
      ${hypotheses.map(
        (one, place) => html`<label>
          <input type="radio" name="best" .checked=${live(place === Math.min(best, hypotheses.length - 1))} @change=${() => changed(place)} />
          <bdi>${short(one.text.split(" ").map((word) => word && visible(word)).join(" "), 300) || "∅"}</bdi>
          <span class="number">${fixed(one.log_probability, 2)}</span></label>`,
      )}
    </fieldset></form>`; // prettier-ignore
}
