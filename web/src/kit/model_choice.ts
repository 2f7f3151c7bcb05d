/** Which model is asked; and what to do about one that cannot be asked yet. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { LabModel, ModelEntry } from "../contract";
import { button } from "./button";
import { select } from "./choice";
import { empty, problem, working } from "./status";

export const isReady = (entry: ModelEntry): boolean => entry.can_be_opened;

/** Whether it is what its title says: half of a chapter's model can be opened, but is not that model. */
export const isMade = (entry: ModelEntry): boolean =>
  entry.can_be_opened && (entry.status === "trained" || (!entry.chapter && entry.status !== "not made yet"));

/** A model that somebody chose is asked as it is; one that a lab takes by itself is a whole one. */
export const mayAsk = (entry: ModelEntry | undefined, isChosen: boolean): entry is ModelEntry =>
  entry !== undefined && (isChosen ? isReady(entry) : isMade(entry));

/** "stopped half-way (epoch 3 of 10)", "not made yet": what a list says beside a model that is not whole. */
export const stateOf = ({ half_made, status }: ModelEntry): string => (half_made ? `stopped half-way (${half_made})` : status);

export interface ModelChoiceProps {
  models: readonly ModelEntry[];
  value: string;
  changed: (id: string) => void;
  label?: string;
}

/** A list of all models; those that are not whole say so. Snapshots follow their model. */
export function modelChoice({ models, value, changed, label = "Model" }: ModelChoiceProps): TemplateResult {
  const options = models.flatMap((entry) => [
    { value: entry.id, title: titleOf(entry) },
    ...entry.snapshots.filter((one) => one.id !== entry.id).map((one) => ({ value: one.id, title: `${entry.title}, ${one.title}` })),
  ]);
  const known = options.some((one) => one.value === value);
  const shown = known || !value ? options : [{ value, title: `${value} (not here)` }, ...options];
  return select({ label, value, options: shown, changed });
}

/** Its title, and beside it what it lacks. */
export const titleOf = (entry: ModelEntry): string =>
  isMade(entry) ? entry.title : `${entry.title} (${stateOf(entry).replace(/ \((.*)\)$/, ", $1")})`;

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
  const title = entry.half_made ? "Go on" : "Make it";
  const again = button({ title, look: "main", says: `${title}: ${entry.title}`, pressed: make });
  if (making?.status === "problem") return problem(making.problem, again);
  if (isMade(entry)) return nothing;
  if (entry.can_be_made && entry.status === "not made yet") {
    const where = `trained on this machine${entry.takes ? `, in ${entry.takes}` : ""}`;
    const says = entry.half_made ? `${entry.title} ${stateOf(entry)}. It goes on from there; a whole one is ${where}.`
      : `${entry.title} is not made yet. It is ${where}.`; // prettier-ignore
    return empty(says, again);
  }
  const why = entry.why ?? "";
  if (entry.status === "training") return empty(`${entry.title} is still training${isReady(entry) ? "" : ", and nothing was saved yet"}.`);
  if (entry.status === "not made yet") return empty(`${entry.title}: ${why}`);
  return problem({ message: `${entry.title} cannot be opened.`, hint: why || "Look at its directory.", details: [] });
}

/** Above what half a chapter's model answers, when somebody opened it: how far it came, and a way on. */
export function halfMade(model: LabModel, entry: ModelEntry | undefined): unknown {
  return entry?.half_made && isReady(entry) ? html`<div class="card">${makeIt(model, entry)}</div>` : nothing;
}
