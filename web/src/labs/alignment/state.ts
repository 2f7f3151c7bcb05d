/** What a link to this lab brings back. */
import type { Json, Request } from "../../contract";
import { asCount, asOneOf, asText, differing } from "../state";

export type State = {
  /** Empty: the first that is there. */
  model: string;
  /** Null: the model's first example. */
  text: string | null;
  layer: number | null;
  head: number | null;
  /** Which of the model's answers; 0 is its best. */
  best: number;
  /** Hypotheses kept; 0: as the recipe says. */
  beam: number;
  /** An answer to see the model read: the right one, or any other. */
  reference: string;
  /** Whose weights are drawn. */
  look: "own" | "given";
  special: boolean;
  /** The row that was chosen, as a place along the answer. */
  row: number | null;
};

export const BEAMS = [0, 3, 5, 10];

export const usual: State = {
  model: "", text: null, layer: null, head: null, best: 0, beam: 0, reference: "", look: "own", special: true, row: null,
}; // prettier-ignore

export function read(state: Record<string, Json>): State {
  return {
    model: asText(state["model"], "", 200),
    text: state["text"] === undefined || state["text"] === null ? null : asText(state["text"], ""),
    layer: asCount(state["layer"], null),
    head: asCount(state["head"], null),
    best: asCount(state["best"], 0),
    beam: asOneOf(state["beam"], BEAMS, 0),
    reference: asText(state["reference"], ""),
    look: asOneOf(state["look"], ["own", "given"], "own"),
    special: state["special"] !== false,
    row: asCount(state["row"], null),
  };
}

export const written = (state: State): Record<string, Json> => differing(state, usual);

/** What matters most where not all weights have room. */
export interface Wanted {
  hypothesis: number;
  layer: number | null;
}

export function requests(state: State, text: string, { hypothesis, layer }: Wanted): Record<string, Request> {
  if (!state.model || !text.trim()) return {};
  const asked = { ask: "explain", model: state.model, text, alternatives: 4, ...(layer === null ? {} : { layer }) };
  return {
    own: { ...asked, hypothesis, ...(state.beam ? { beam: state.beam } : {}) },
    ...(state.reference.trim() ? { given: { ...asked, target: state.reference } } : {}),
  };
}
