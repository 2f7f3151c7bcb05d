/** What the whole page knows of the server: models and runs, and what is being made. */
import type { Answer, ModelEntry } from "../contract";
import { Connection } from "./connection";
import { call, Failure } from "./envelope";
import { answered } from "./jobs";

export interface RunEntry {
  id: string;
  title: string;
  status: "trained" | "training" | "broken" | "stopped";
  /** Why it is broken, else null. */
  why: string | null;
  facts: string[];
  /** The model that came of it, if there is one. */
  model: string | null;
}

export interface EvaluationEntry {
  id: string;
  title: string;
}

export interface Home {
  version: string;
  models: ModelEntry[];
  runs: RunEntry[];
  evaluations?: EvaluationEntry[];
}

export class Studio {
  home: Home | null = null;
  /** Progress of models being made, by id; a problem stays until it is tried again. */
  making: Record<string, Answer> = {};
  private listeners = new Set<() => void>();
  private stops = new Map<string, AbortController>();

  constructor(readonly connection = new Connection()) {
    connection.on(() => connection.trouble || void this.load());
  }

  on(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async load(): Promise<void> {
    try {
      const reply = await call<Home>("api/home");
      if ("answer" in reply) this.home = reply.answer;
    } catch (error) {
      if (!this.connection.noticed(error)) throw error;
    }
    this.tell();
  }

  /** Train one of the chapters' models on this machine. */
  async make(id: string): Promise<void> {
    if (this.stops.has(id)) return;
    const abort = new AbortController();
    this.stops.set(id, abort);
    const say = (answer: Answer | null) => {
      const { [id]: _, ...others } = this.making;
      this.making = answer ? { ...others, [id]: answer } : others;
      this.tell();
    };
    say({ status: "working", progress: { done: 0, total: null, what: "starting" } });
    try {
      await answered(`api/models/${encodeURIComponent(id)}/make`, { method: "POST" }, {
        signal: abort.signal,
        progress: (progress) => !abort.signal.aborted && say({ status: "working", progress }),
      }); // prettier-ignore
      await this.load();
      say(null);
    } catch (error) {
      const problem = error instanceof Failure ? error.problem
        : { message: String(error), hint: "Try again.", details: [] }; // prettier-ignore
      this.connection.noticed(error);
      say(abort.signal.aborted ? null : { status: "problem", problem });
    } finally {
      this.stops.delete(id);
    }
  }

  cancelMaking(id: string): void {
    this.stops.get(id)?.abort();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
