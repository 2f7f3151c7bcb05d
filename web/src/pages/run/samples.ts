/** What the model said to the same few sources as it learned: one answer after the other. */
import type { EpochEnd } from "../../traces";

export interface Stretch {
  from: number;
  to: number;
  answer: string;
  isRight: boolean;
}

export interface Sample {
  source: string;
  target: string;
  stretches: Stretch[];
}

/** Each source with its answers, oldest first; epochs with the same answer are one stretch. */
export function samplesOf(epochs: readonly EpochEnd[]): Sample[] {
  const found = new Map<string, Sample>();
  for (const { epoch, samples = [] } of epochs) {
    samples.forEach(({ source, target, answer }, place) => {
      const key = `${place}\n${source}\n${target}`;
      const sample = found.get(key) ?? { source, target, stretches: [] };
      found.set(key, sample);
      const last = sample.stretches.at(-1);
      if (last?.answer === answer) last.to = epoch;
      else sample.stretches.push({ from: epoch, to: epoch, answer, isRight: answer === target });
    });
  }
  return [...found.values()];
}

export const span = ({ from, to }: Stretch): string => (from === to ? String(from) : `${from}–${to}`);
