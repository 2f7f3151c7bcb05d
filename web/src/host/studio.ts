/** What the whole page knows of the server: models and runs, and what is being made. */
import type { Answer, ModelEntry, Problem } from "../contract";
import { Connection } from "./connection";
import { call, Failure } from "./envelope";
import { answered, type Following } from "./jobs";

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

/** Pairs to measure a model on. */
export interface PairsEntry {
  id: string;
  title: string;
}

export interface Home {
  version: string;
  models: ModelEntry[];
  runs: RunEntry[];
  pairs: PairsEntry[];
}

export class Studio {
  home: Home | null = null;
  /** Why there is no list, where it is not the connection's fault. */
  problem: Problem | null = null;
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
      this.problem = null;
      // What another tab, or this one before it was loaded again, has begun to make.
      for (const { id, job } of this.home?.models ?? []) if (job && !this.stops.has(id)) void this.follow(id, job);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.problem = this.connection.noticed(error) ? null : error.problem;
    }
    this.tell();
  }

  /** Train one of the chapters' models on this machine. */
  make(id: string): Promise<void> {
    const path = `api/models/${encodeURIComponent(id)}/make`;
    return this.watch(id, (following) => answered(path, { method: "POST" }, following));
  }

  private follow(id: string, job: string): Promise<void> {
    return this.watch(id, (following) => answered(`api/jobs/${job}`, {}, following));
  }

  private async watch(id: string, wait: (following: Following) => Promise<unknown>): Promise<void> {
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
      await wait({
        signal: abort.signal,
        progress: (progress) => !abort.signal.aborted && say({ status: "working", progress }),
      });
      await this.load();
      say(null);
    } catch (error) {
      const problem = error instanceof Failure ? error.problem
        : { message: String(error), hint: "Try again.", details: [] }; // prettier-ignore
      const isLost = this.connection.noticed(error); // the banner says it
      const isCancelled = abort.signal.aborted || problem.kind === "cancelled";
      say(isLost || isCancelled ? null : { status: "problem", problem });
      if (isCancelled) void this.load();
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
