/** What a link to this lab brings back. */
import type { Json, Request } from "../../contract";
import { asCount, asText, differing } from "../state";

export type Pair = [source: string, target: string];

export type State = {
  pairs: Pair[];
  /** Whose vocabulary and masks; empty: free words, and a Transformer's masks. */
  model: string;
  /** Padded to so many places; null: as many as the longest sentence of the batch needs. */
  source: number | null;
  target: number | null;
  /** B and h in the shapes; null: the sentences typed, the model's heads. */
  batch: number | null;
  heads: number | null;
  /** Which sentence and head are looked at. */
  sentence: number;
  head: number;
};

export const MOST_SENTENCES = 6;
export const MOST_PLACES = 80;

/** Chapter N7 §5: 42, in a batch where a longer answer needs five places. */
export const usual: State = {
  pairs: [["42", "forty two"], ["427", "four hundred twenty seven"]],
  model: "", source: null, target: null, batch: null, heads: null, sentence: 0, head: 0,
}; // prettier-ignore

export function read(state: Record<string, Json>): State {
  const { pairs } = state;
  const good = Array.isArray(pairs) && pairs.length > 0 && pairs.length <= MOST_SENTENCES
    && pairs.every((one) => Array.isArray(one) && one.length === 2); // prettier-ignore
  const places = (key: string) => {
    const count = asCount(state[key], null, 1);
    return count === null ? null : Math.min(count, MOST_PLACES);
  };
  return {
    pairs: good ? pairs.map((one) => [asText((one as Json[])[0], ""), asText((one as Json[])[1], "")]) : usual.pairs,
    model: asText(state["model"], "", 200),
    source: places("source"), target: places("target"),
    batch: asCount(state["batch"], null, 1), heads: asCount(state["heads"], null, 1),
    sentence: asCount(state["sentence"], 0), head: asCount(state["head"], 0),
  }; // prettier-ignore
}

export function written(state: State): Record<string, Json> {
  const same = JSON.stringify(state.pairs) === JSON.stringify(usual.pairs);
  return differing<Record<string, Json>>({ ...state }, { ...usual, ...(same ? { pairs: state.pairs } : { pairs: null }) });
}

export const request = ({ pairs, model, source, target }: State): Request => ({
  ask: "masks",
  sentences: pairs.map(([from, to]) => ({ source: from, target: to })),
  ...(model ? { model } : {}),
  ...(source ? { source_places: source } : {}),
  ...(target ? { target_places: target } : {}),
});
