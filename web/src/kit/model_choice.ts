/** Which model is asked; and what to do about one that cannot be asked yet. */
import { nothing, type TemplateResult } from "lit-html";
import type { LabModel, ModelEntry } from "../contract";
import { button } from "./button";
import { select } from "./choice";
import { empty, problem, working } from "./status";

export const isReady = (entry: ModelEntry): boolean => entry.can_be_opened;

export interface ModelChoiceProps {
  models: readonly ModelEntry[];
  value: string;
  changed: (id: string) => void;
  label?: string;
}

/** A list of all models; those that cannot be asked yet say so. Snapshots follow their model. */
export function modelChoice({ models, value, changed, label = "Model" }: ModelChoiceProps): TemplateResult {
  const options = models.flatMap((entry) => [
    { value: entry.id, title: isReady(entry) ? entry.title : `${entry.title} (${entry.status})` },
    ...entry.snapshots.filter((one) => one.id !== entry.id).map((one) => ({ value: one.id, title: `${entry.title}, ${one.title}` })),
  ]);
  const known = options.some((one) => one.value === value);
  const shown = known || !value ? options : [{ value, title: `${value} (not here)` }, ...options];
  return select({ label, value, options: shown, changed });
}

/** The model of an id, or that of which it is a snapshot. */
export const entryOf = (models: readonly ModelEntry[], id: string): ModelEntry | undefined =>
  models.find((entry) => entry.id === id || entry.snapshots.some((one) => one.id === id));

/** In place of what a model would answer: how to make it, how far it is, or why it cannot be had. */
export function makeIt(model: LabModel, entry: ModelEntry | undefined): unknown {
  if (!entry) return empty("This model is not here. Choose one of the list.");
  const making = model.get("making")[entry.id];
  if (making?.status === "working") {
    const cancel = () => {
      model.set("cancel", entry.id);
      model.save_changes();
    };
    return working({ ...making.progress, what: making.progress.what || `training ${entry.title}` }, cancel);
  }
  const make = () => {
    model.set("make", entry.id);
    model.save_changes();
  };
  const again = button({ title: "Make it", look: "main", says: `Make it: ${entry.title}`, pressed: make });
  if (making?.status === "problem") return problem(making.problem, again);
  if (isReady(entry)) return nothing;
  if (entry.can_be_made && entry.status === "not made yet") {
    return empty(
      `${entry.title} is not made yet. It is trained on this machine${entry.takes ? `, in ${entry.takes}` : ""}.`,
      again,
    );
  }
  const why = entry.why ?? "";
  if (entry.status === "training") return empty(`${entry.title} is still training, and nothing was saved yet. ${why}`);
  return problem({ message: `${entry.title} cannot be opened.`, hint: why || "Look at its directory.", details: [] });
}
