/** Every lab, one line each. A lab is this line and its module. */
import type { TemplateResult } from "lit-html";
import type { LabModule } from "../contract";
import { alignment, attention, bottleneck, decoding, masks } from "./small_pictures";

export interface LabEntry {
  id: string;
  title: string;
  /** What a person wants to know when they open it. */
  question: string;
  /** The chapter and section it belongs to. */
  chapter: string;
  picture?: () => TemplateResult;
  /** Which models it can be opened with; none for a lab that needs no particular one. */
  models?: "all" | "with attention";
  load: () => Promise<LabModule>;
}

// prettier-ignore
export const labs: LabEntry[] = [
  { id: "attention", title: "Attention step", question: "How does one vector choose what to read?", chapter: "N5 §2", picture: attention, load: () => import("./attention") },
  { id: "bottleneck", title: "Bottleneck", question: "Why do long strings fail without attention?", chapter: "N5 §1, 3", picture: bottleneck, load: () => import("./bottleneck") },
  { id: "alignment", title: "Alignment", question: "Which symbol of the source made this word?", chapter: "N5 §4", picture: alignment, models: "with attention", load: () => import("./alignment") },
  { id: "decoding", title: "Decoding", question: "How is an answer written, one word at a time?", chapter: "N7 §4", picture: decoding, models: "all", load: () => import("./decoding") },
  { id: "masks", title: "Three masks", question: "Who may look at whom?", chapter: "N7 §5", picture: masks, models: "all", load: () => import("./masks") },
];
