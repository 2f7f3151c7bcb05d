/** A host of a test's own: what a lab sets is kept, and what it hears can be called. */
import type { LabKeys, LabModel, ModelEntry } from "../src/contract";

export function fakeModel(given: Partial<LabKeys>) {
  const values: LabKeys = { state: {}, requests: {}, answers: {}, models: [], cancel: "", make: "", making: {}, ...given };
  const heard = new Map<string, () => void>();
  const model: LabModel = {
    get: (key) => values[key],
    set: (key, value) => void (values[key] = value),
    on: (event, callback) => void heard.set(event, callback),
    off: (event) => void heard.delete(event),
    save_changes: () => undefined,
  };
  return { values, heard, model };
}

export const entry = (given: Partial<ModelEntry> & { id: string }): ModelEntry => ({
  title: given.id, kind: "lstm", attention: true, status: "trained", why: null, can_be_opened: true, facts: [], snapshots: [], examples: ["42"],
  longest_source: null, chapter: null, can_be_made: false, takes: null, job: null, ...given,
}); // prettier-ignore

/** A chapter's model whose making stopped. */
export const half = (id: string): ModelEntry =>
  entry({ id, chapter: "N5", status: "not made yet", half_made: "epoch 3 of 10", can_be_made: true, takes: "a minute" });
