/** The answers of a beam, best first, each of them to be looked along. */
import { html, nothing } from "lit-html";
import { fixed } from "../../kit/format";
import { visible } from "../../kit/symbol";
import type { DecodingTrace } from "../../traces";

const ENDS = {
  ended: "Every partial answer ended.",
  settled: "The search stopped because nothing under way could still rank among these.",
  cut: "The search stopped at the limit of symbols.",
};

export function answerList(trace: DecodingTrace, path: readonly number[], choose: (path: readonly number[]) => void) {
  const isRanked = trace.length_penalty !== 0;
  return html`
    <ol class="answers">${trace.answers.map((one) => {
      const isHere = one.path.length === path.length && one.path.every((place, i) => place === path[i]);
      return html`<li><button type="button" aria-pressed=${isHere} @click=${() => choose(one.path)}>
        <bdi>${one.text.split(" ").map(visible).join(" ") || "∅"}</bdi>
        <span class="number">${fixed(one.log_probability ?? -Infinity, 3)}${isRanked ? html` <span class="muted">ranks ${fixed(one.ranking_score ?? -Infinity, 3)}</span>` : nothing}${one.finished ? "" : " (cut)"}</span>
      </button></li>`;
    })}</ol>
    <p class="hint">${ENDS[trace.end]} The numbers are log-probabilities${isRanked ? `; answers rank by that divided by ${trace.length_formula === "wu" ? "((5 + length) / 6)" : "length"} to the power ${trace.length_penalty}` : ""}.</p>`; // prettier-ignore
}
