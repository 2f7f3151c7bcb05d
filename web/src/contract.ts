/**
 * What a lab is given: a subset of anywidget's model, with the keys every host of labs offers.
 *
 * A lab never fetches. It says what it wants computed (`requests`), keeps what a link should bring
 * back (`state`), and draws what it finds in `answers`. So the same module works in the studio, in
 * a notebook, and in a static page.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What can be computed; `ask` says which kind. The full types are made from Python's (traces.ts). */
export interface Request {
  ask: string;
  [key: string]: unknown;
}

/** What was computed. Labs narrow it to the type that traces.ts has for their request. */
export interface Trace {
  [key: string]: unknown;
}

export interface Progress {
  done: number;
  /** null when nobody knows how much there is to do. */
  total: number | null;
  /** What is being done, for people: "training the reader". */
  what: string;
}

/** Something went wrong, in words a person can act on. */
export interface Problem {
  message: string;
  hint: string;
  details: string[];
  kind?: string;
}

/**
 * `trace` beside "working" or "problem" is the last one that arrived: draw it, paler. It is there only
 * where it answers the same kind of request to the same model. `asked` is the request that it answers,
 * so that a picture's title can tell whose it is also while a newer one is made.
 */
export type Answer<T = Trace> =
  | { status: "working"; progress: Progress; trace?: T; asked?: Request }
  | { status: "done"; trace: T; asked?: Request }
  | { status: "problem"; problem: Problem; trace?: T; asked?: Request };

/** The id of the model that a trace is of; `otherwise` where the host does not say. */
export const modelOf = (answer: Answer<unknown> | undefined, otherwise: string): string =>
  typeof answer?.asked?.["model"] === "string" ? answer.asked["model"] : otherwise;

export type ModelStatus = "trained" | "training" | "broken" | "not made yet";

export interface Snapshot {
  id: string;
  /** "after 2 epochs" */
  title: string;
  epoch: number;
}

export interface ModelEntry {
  id: string;
  title: string;
  /** "transformer", "lstm" or "one-stack", as the recipe says. */
  kind: string;
  /** Whether it attends to the source at all: a plain LSTM does not. */
  attention: boolean;
  status: ModelStatus;
  /** Why it is broken or cannot be opened yet. */
  why: string | null;
  /** Also while it is training, once something was saved, and when that stopped half-way. */
  can_be_opened: boolean;
  /** Facts of the recipe worth a line: "2 layers", "171,232 parameters". */
  facts: string[];
  /** The same model earlier in its training, oldest first. */
  snapshots: Snapshot[];
  /** Inputs that show it well. */
  examples: string[];
  /** The recipe's hard limit, in symbols. */
  longest_source: number | null;
  /** Of a chapter's model: which chapter. Others are the user's own. */
  chapter: string | null;
  /** Whether "Make it" can train it here. */
  can_be_made: boolean;
  /** About how long that takes, in words. */
  takes: string | null;
  /** Of a chapter's model whose making stopped half-way: "epoch 3 of 10". It counts as not made yet. */
  half_made?: string | null;
  /** What stands between the features that follow a source after a tab, as in "walk⇥V;PST"; empty for none. */
  features?: string;
  /** The job that is making it now. */
  job: string | null;
}

export interface LabKeys {
  /**
   * Small, owned by the lab, mirrored by the host in the address: a picture is a link.
   * By custom `model` holds the id of the model looked at, so that pages can link to a lab with it.
   */
  state: Record<string, Json>;
  /** What the lab wants computed, by names of its own: "main", "left", "right". */
  requests: Record<string, Request>;
  /** The host's answers, same names. A name without an answer was never asked for. */
  answers: Record<string, Answer>;
  /** What there is to choose from; empty until the host knows. */
  models: ModelEntry[];
  /** The lab sets a request's name to cancel it, or the id of a model that is being made. */
  cancel: string;
  /** The lab sets a model's id to have it made; its progress is in `making`. */
  make: string;
  /** Progress of models being made, by id. Absent once made: then `models` says "trained". */
  making: Record<string, Answer>;
}

export interface LabModel {
  get<K extends keyof LabKeys>(key: K): LabKeys[K];
  set<K extends keyof LabKeys>(key: K, value: LabKeys[K]): void;
  on(event: `change:${keyof LabKeys}`, callback: () => void): void;
  off(event: `change:${keyof LabKeys}`, callback: () => void): void;
  /** A host acts on what was set only now. */
  save_changes(): void;
}

export interface LabModule {
  /** Draws into a shadow root made in `el`; returns how to clean up. */
  render(given: { model: LabModel; el: HTMLElement }): () => void;
}
