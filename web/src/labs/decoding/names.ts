/** What models are called, and which one stands beside another at first. */
import type { ModelEntry } from "../../contract";
import { entryOf, isMade } from "../../kit/model_choice";

const FIRST = "number-reader";

/** The reader of the chapter, or else the first that can be asked. */
export function firstModel(models: readonly ModelEntry[]): ModelEntry | undefined {
  const reader = models.find((one) => one.id === FIRST);
  return reader && isMade(reader) ? reader : (models.find(isMade) ?? reader ?? models[0]);
}

/** The same model early in its training, where there is such a snapshot. */
export const earlier = (models: readonly ModelEntry[], id: string): string =>
  models.find((one) => one.id === id)?.snapshots.find((one) => one.id !== id)?.id ?? "";

export function nameOf(models: readonly ModelEntry[], id: string): string {
  const entry = entryOf(models, id);
  if (!entry) return id;
  const snapshot = entry.snapshots.find((one) => one.id === id && id !== entry.id);
  return snapshot ? `${entry.title}, ${snapshot.title}` : entry.title;
}

/** The example to begin with: the chapter's 896, where the early model says another number. */
export function firstText(entry: ModelEntry | undefined): string {
  const examples = entry?.examples ?? [];
  return examples.includes("896") ? "896" : (examples[0] ?? "");
}
