/** Two things to bring about, and what the vectors say of them. */
import { fixed } from "../../kit/format";
import { task } from "../../kit/status";
import type { Step } from "./attend";

export interface Verdict {
  asks: string;
  says: string;
  done: boolean;
}

export function verdicts({ context: [x, y], rows }: Step): Verdict[] {
  const up = Math.abs(x) <= 0.05 && Math.abs(y - 1) <= 0.05;
  const at = `(${fixed(x)}, ${fixed(y)})`;
  const last = rows[2]?.weight;
  return [
    {
      asks: "Move the vectors until the context points straight up: (0, 1), within 0.05.",
      done: up, says: up ? `It is at ${at}.` : `Now it is at ${at}.`,
    },
    {
      asks: "Give h₂ more than 0.9 of the weight.",
      done: (last ?? 0) > 0.9,
      says: last === undefined ? "Add h₂ first." : last > 0.9 ? `It has ${fixed(last, 3)}.` : `Now it has ${fixed(last, 3)}.`,
    },
  ]; // prettier-ignore
}

export const tasks = (step: Step) => verdicts(step).map(({ asks, says, done }) => task(asks, says, done));
