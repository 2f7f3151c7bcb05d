/** Where the nodes of a search's tree stand: a column for each step, ranks from the top. */
import type { DecodingTrace } from "../../traces";
import { children, parent, type Place } from "./search";

export const [CELL, GAP, ROW, TOP] = [124, 30, 30, 24];

/** More columns than these are not drawn at once; the window follows the step looked at. */
export const MOST_STEPS = 60;

export interface Plan {
  first: number;
  last: number;
  width: number;
  height: number;
  x: (step: number) => number;
  y: (place: number) => number;
}

export function plan(trace: DecodingTrace, here: number): Plan {
  const steps = trace.steps.length;
  const first = Math.max(Math.min(here - MOST_STEPS / 2, steps - MOST_STEPS), 0) + 1;
  const last = Math.min(first + MOST_STEPS - 1, steps);
  const tallest = Math.max(1, ...trace.steps.slice(first - 1, last).map((step) => step.candidates.length));
  return {
    first, last,
    width: (last - first + 1) * (CELL + GAP) - GAP + 4,
    height: TOP + tallest * ROW + 2,
    x: (step) => 2 + (step - first) * (CELL + GAP),
    y: (place) => TOP + place * ROW,
  }; // prettier-ignore
}

/** Where a key leads from a node; null where it leads nowhere. */
export function walked(trace: DecodingTrace, at: Place, key: string): Place | null {
  const [step, place] = at;
  const most = trace.steps[step - 1]!.candidates.length - 1;
  switch (key) {
    case "ArrowLeft":
      return parent(trace, at);
    case "ArrowRight":
      return children(trace, at)[0] ?? null;
    case "ArrowUp":
      return [step, Math.max(place - 1, 0)];
    case "ArrowDown":
      return [step, Math.min(place + 1, most)];
    case "Home":
      return [1, 0];
    case "End":
      return [trace.steps.length, 0];
    default:
      return null;
  }
}
