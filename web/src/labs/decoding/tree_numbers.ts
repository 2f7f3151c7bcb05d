/** The tree as numbers: a row for each candidate. */
import type { Numbers } from "../../kit/numbers";
import type { DecodingTrace } from "../../traces";
import { line, symbolsOf, written } from "./search";
import { FATES } from "./tree";

export const treeNumbers = (trace: DecodingTrace): Numbers => ({
  caption: `Every candidate of a beam of ${trace.beam}`,
  columns: ["step", "rank", "written", "probability", "log-probability", "ranking score", "fate"],
  rows: trace.steps.flatMap((step, s) =>
    step.candidates.map((one, place) => [
      s + 1, place + 1, written(symbolsOf(trace, line(trace, [s + 1, place]), s + 1)), one.probability, one.log_probability,
      one.ranking_score, FATES[one.fate],
    ]),
  ),
}); // prettier-ignore
