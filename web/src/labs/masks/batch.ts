/** The sentences of the batch, and to how many places they are padded. */
import { html, nothing } from "lit-html";
import { button, field, numberField } from "../../kit";
import type { MasksTrace } from "../../traces";
import { MOST_PLACES, MOST_SENTENCES, usual, type Pair, type State } from "./state";

type Change = (part: Partial<State>) => void;

export function batch(state: State, change: Change, trace: MasksTrace | undefined, controls: unknown) {
  const { pairs } = state;
  const put = (at: number, side: 0 | 1) => (text: string) =>
    change({ pairs: pairs.map((pair, i) => (i === at ? (side ? [pair[0], text] : [text, pair[1]]) : pair) as Pair) });
  const drop = (at: number) => () => change({ pairs: pairs.filter((_, i) => i !== at), sentence: 0 });
  const add = () => change({ pairs: [...pairs, MORE[pairs.length % MORE.length]!], sentence: pairs.length });
  return html`<div class="batch">
    ${pairs.map((pair, i) => html`<div class="pair">
      ${field({ label: `Source ${i + 1}`, value: pair[0], changed: put(i, 0) })}
      ${field({ label: `Target words ${i + 1}`, value: pair[1], changed: put(i, 1) })}
      ${pairs.length > 1 ? button({ title: "×", look: "quiet", says: `Remove sentence ${i + 1}`, pressed: drop(i) }) : html`<span></span>`}
    </div>`)}
    <div class="settings">
      ${button({ title: "Add a sentence", disabled: pairs.length >= MOST_SENTENCES, pressed: add })}
      ${places("Source padded to", state.source, trace?.axes["source"], (source) => change({ source }))}
      ${places("Decoder input padded to", state.target, trace?.axes["target"], (target) => change({ target }))}
      ${controls}
      ${button({ title: "Back to the chapter’s example", look: "quiet", pressed: () => change({ ...usual, model: state.model }) })}
    </div>
    ${state.model ? nothing : html`<p class="hint">Words are cut at spaces. A source without a space is cut into its letters.</p>`}
  </div>`; // prettier-ignore
}

const MORE: readonly Pair[] = [["7", "seven"], ["896", "eight hundred ninety six"], ["80", "eighty"]];

/** The places there are, or those asked for: never fewer than the longest sentence has. */
function places(label: string, asked: number | null, there: number | undefined, changed: (places: number) => void) {
  const value = there ?? asked ?? 1;
  return numberField({ label, value, min: 1, max: MOST_PLACES, step: 1, changed: (one) => changed(Math.round(one)) });
}
