/** What a link to this lab brings back. */
import type { Json } from "../../contract";
import { asCount, asOneOf, asText, differing } from "../state";

/** In percent; "skipped" uncovers the curves without a guess. */
export const GUESSES = ["", "100", "50", "0", "skipped"] as const;

export type State = {
  width: number;
  guess: (typeof GUESSES)[number];
  text: string;
  /** The shortest string so far that the plain model gets wrong and the other right. */
  found: string;
};

export const usual: State = { width: 32, guess: "", text: "27182818284590452353", found: "" };

export function read(state: Record<string, Json>): State {
  return {
    width: asCount(state["width"], usual.width, 1),
    guess: asOneOf(state["guess"], GUESSES, ""),
    text: asText(state["text"], usual.text),
    found: asText(state["found"], "", 1000),
  };
}

export const written = (state: State): Record<string, Json> => differing(state, usual);
