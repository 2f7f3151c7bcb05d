/** What is asked: a text, and for a model that takes features a second field with them. */
import { html, type TemplateResult } from "lit-html";
import type { ModelEntry } from "../contract";
import { field } from "./field";

/** Stands between a text and its features, as in files of pairs. A person cannot type it into a field. */
const TAB = "\t";

/** "walk⇥V;PST" → ["walk", "V;PST"] */
export function parted(source: string): [text: string, features: string] {
  const at = source.indexOf(TAB);
  return at < 0 ? [source, ""] : [source.slice(0, at), source.slice(at + 1)];
}

export interface SourceProps {
  entry: ModelEntry | undefined;
  value: string;
  changed: (source: string) => void;
}

export function sourceField({ entry, value, changed }: SourceProps): TemplateResult {
  const examples = entry?.examples ?? [];
  if (!entry?.features) return field({ label: "Text", value, wide: true, examples, changed });
  const [text, features] = parted(value);
  return html`
    ${field({ label: "Text", value: text, wide: true, examples, changed: (typed) => changed(typed.includes(TAB) ? typed : `${typed}${TAB}${features}`) })}
    ${field({ label: "Features", value: features, hint: `With ${entry.features} between them`, changed: (typed) => changed(`${text}${TAB}${typed}`) })}`; // prettier-ignore
}
