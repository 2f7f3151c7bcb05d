/** The lab's task: take the second choice where the model was least sure. */
import { fixed, weight } from "../../kit/format";
import { task } from "../../kit/status";
import { short, spoken } from "../../kit/symbol";
import type { DecodingTrace } from "../../traces";
import { compared, leastSure, line, symbolsOf } from "./search";

export interface Verdict {
  asks: string;
  says: string;
  done: boolean;
}

/** What is asked of this answer, and whether the beginning that was taken is it. */
export function verdict(trace: DecodingTrace, take: readonly number[] | null, branch: DecodingTrace | undefined): Verdict {
  const path = line(trace, null);
  const sought = leastSure(trace, path);
  if (!sought) return { asks: "Here there is nothing to choose: no other symbol can be written.", says: "", done: false };
  const asks = "Find the step where the model was least sure, and take its second choice there. Does the answer become more or less probable?";
  if (!take) return { asks, says: "", done: false };
  const before = symbolsOf(trace, path, take.length - 1).map((sign) => sign.id);
  const isThere = take.length === sought.step && before.every((id, at) => id === take[at]);
  const name = (sign: { text: string }) => short(spoken(sign), 30);
  if (!isThere) {
    const isEarlier = take.length < sought.step;
    return { asks, says: `Not this step: the model was less sure at ${isEarlier ? "a later" : "another"} one.`, done: false };
  }
  const { choice, other } = sought;
  if (take[take.length - 1] !== other.sign.id) return { asks, says: `This is the step. Its second choice is another word.`, done: false };
  const [was, is] = [trace.answers[0]?.log_probability ?? null, branch?.answers[0]?.log_probability ?? null];
  const outcome = branch ? ` The whole is ${compared(is, was)}: ${fixed(was ?? -Infinity, 3)} became ${fixed(is ?? -Infinity, 3)}.` : "";
  return { asks, says: `Step ${sought.step}: ${name(choice.sign)} had ${weight(choice.probability, 3)}, ${name(other.sign)} ${weight(other.probability, 3)}.${outcome}`, done: true };
}

export function taskOf(trace: DecodingTrace, take: readonly number[] | null, branch: DecodingTrace | undefined) {
  const { asks, says, done } = verdict(trace, take, branch);
  return task(asks, says, done);
}
