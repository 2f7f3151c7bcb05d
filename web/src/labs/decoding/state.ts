/** What a link to this lab brings back. */
import type { Json, Request } from "../../contract";
import { asCount, asText, differing } from "../state";
import type { Place } from "./search";

/** The two models, and the way on from a word that was not chosen. */
export type Side = "left" | "right" | "branch";

export type State = {
  /** Empty: the first that is there. */
  model: string;
  /** The model beside it. Null: an earlier snapshot where there is one; empty: none. */
  other: string | null;
  /** Null: an example of the model. */
  text: string | null;
  /** Partial answers kept; 1 is greedy. */
  beam: number;
  penalty: number;
  /** Symbols written so far. */
  step: number;
  layer: number | null;
  head: number | null;
  /** The beginning that was chosen instead, as numbers of symbols; null for none. */
  take: number[] | null;
  /** Whose answer it goes on from. */
  from: "left" | "right";
  /** A candidate to look along, by side. */
  left: Place | null;
  right: Place | null;
  branch: Place | null;
};

export const WIDEST = 8;
export const MOST_PENALTY = 3;

export const usual: State = {
  model: "", other: null, text: null, beam: 1, penalty: 0, step: 1, layer: null, head: null,
  take: null, from: "left", left: null, right: null, branch: null,
}; // prettier-ignore

export function read(state: Record<string, Json>): State {
  const { penalty, take } = state;
  return {
    model: asText(state["model"], "", 200),
    other: state["other"] === undefined || state["other"] === null ? null : asText(state["other"], "", 200),
    text: state["text"] === undefined || state["text"] === null ? null : asText(state["text"], ""),
    beam: Math.min(asCount(state["beam"], 1, 1), WIDEST),
    penalty: typeof penalty === "number" && Math.abs(penalty) <= MOST_PENALTY ? penalty : 0,
    step: asCount(state["step"], 1),
    layer: asCount(state["layer"], null),
    head: asCount(state["head"], null),
    take: Array.isArray(take) && take.length > 0 && take.every((one) => asCount(one, null) !== null) ? (take as number[]) : null,
    from: state["from"] === "right" ? "right" : "left",
    left: asPlace(state["left"]),
    right: asPlace(state["right"]),
    branch: asPlace(state["branch"]),
  };
}

function asPlace(value: Json | undefined): Place | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [step, place] = [asCount(value[0], null, 1), asCount(value[1], null)];
  return step === null || place === null ? null : [step, place];
}

export const written = (state: State): Record<string, Json> => differing(state, usual);

/** How many likely symbols are shown for each step. */
export const LIKELY = 8;

export function requests(state: State, model: string, other: string, text: string): Record<string, Request> {
  if (!model || !text.trim()) return {};
  const of = (id: string) => ({ ask: "decoding", model: id, text, beam: state.beam, length_penalty: state.penalty, likely: LIKELY });
  const from = state.from === "right" ? other : model;
  return {
    left: of(model),
    ...(other ? { right: of(other) } : {}),
    ...(state.take && from ? { branch: { ...of(from), prefix: state.take } } : {}),
  };
}
