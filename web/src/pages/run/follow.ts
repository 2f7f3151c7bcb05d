/** A run's log as far as it is written, read again and again while somebody looks. */
import type { Problem } from "../../contract";
import { call, Failure } from "../../host/envelope";
import type { Studio } from "../../host/studio";
import type { RunLines } from "../../traces";

export type Entry = RunLines["lines"][number];

/** Milliseconds between two looks: at a run under way, and at one that may be taken up again. */
const OFTEN = 1_000;
const SELDOM = 3_000;

export interface Log {
  title: string;
  status: RunLines["status"] | null;
  entries: Entry[];
  /** Lines that nobody can read. */
  unreadable: number;
  /** The lowest loss there can be, if the server knows. */
  floor: number | null;
}

export const NOTHING: Log = { title: "", status: null, entries: [], unreadable: 0, floor: null };

/** What is asked for next, and whether what comes goes on from what is known. */
export function askFrom(log: Log): number {
  // One known line is asked for again: a resumed run cuts its log back, and may have written more
  // than was cut before we look. Lines that cannot be read leave no place to compare.
  return log.unreadable ? 0 : Math.max(log.entries.length - 1, 0);
}

/** The log with `news` that were asked for from line `from` on; null: ask for all of it again. */
export function joined(log: Log, from: number, news: RunLines): Log | null {
  const { title, status, lines, first, unreadable, loss_floor: floor } = news;
  if (first !== from || first === 0) {
    return first === 0 ? { title, status, entries: lines, unreadable, floor } : null;
  }
  const known = log.entries[from];
  if (unreadable || !lines.length || JSON.stringify(known) !== JSON.stringify(lines[0])) return null;
  return { title, status, entries: [...log.entries.slice(0, from), ...lines], unreadable: 0, floor };
}

export class RunLog {
  log: Log = NOTHING;
  problem: Problem | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private abort = new AbortController();

  constructor(private studio: Studio, readonly id: string, private changed: () => void) {
    document.addEventListener("visibilitychange", this.seen);
    void this.look();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
    this.abort.abort();
  }

  /** A tab that nobody sees asks nothing; it catches up when it is seen again. */
  private seen = (): void => {
    clearTimeout(this.timer);
    if (!document.hidden) void this.look();
  };

  private async look(): Promise<void> {
    const { signal } = this.abort;
    let wait = SELDOM;
    try {
      await this.read(signal);
      wait = this.log.status === "training" ? OFTEN : SELDOM;
    } catch (error) {
      if (signal.aborted) return;
      this.studio.connection.noticed(error);
      const problem = error instanceof Failure ? error.problem : { message: String(error), hint: "", details: [] };
      if (problem.message !== this.problem?.message) {
        this.problem = problem;
        this.changed();
      }
    }
    if (signal.aborted) return;
    clearTimeout(this.timer);
    if (!document.hidden) this.timer = setTimeout(() => void this.look(), wait);
  }

  private async read(signal: AbortSignal): Promise<void> {
    let from = askFrom(this.log);
    let next = joined(this.log, from, await this.lines(from, signal));
    if (!next) next = joined(NOTHING, 0, await this.lines(0, signal));
    const isNews = this.problem !== null || JSON.stringify(next) !== JSON.stringify(this.log);
    this.problem = null;
    if (next && isNews) {
      this.log = next;
      this.changed();
    }
  }

  private async lines(from: number, signal: AbortSignal): Promise<RunLines> {
    const reply = await call<RunLines>(`api/runs/${encodeURIComponent(this.id)}?after=${from}`, { signal });
    if (!("answer" in reply)) throw new Error("a log is no job");
    return reply.answer;
  }
}
