/** One measuring of a model: asked for, followed, cancelled, and kept while the tab is open. */
import type { Answer } from "../../contract";
import { Failure, send } from "../../host/envelope";
import { answered } from "../../host/jobs";
import type { Studio } from "../../host/studio";
import type { Evaluate, EvaluationResult } from "../../traces";

/** So that coming back from an explanation finds the errors where they were. */
const kept = new Map<string, EvaluationResult>();
const MOST_KEPT = 8;

export class Measuring {
  answer: Answer<EvaluationResult> | undefined;
  private abort: AbortController | null = null;

  constructor(private studio: Studio, private changed: () => void) {}

  get underWay(): boolean {
    return this.abort !== null;
  }

  /** The kept result of the same request, else a new one; `anew` asks in any case. */
  ask(request: Evaluate, anew = false): void {
    this.abort?.abort();
    this.abort = null;
    const key = JSON.stringify(request);
    const known = anew ? undefined : kept.get(key);
    if (known) this.tell({ status: "done", trace: known });
    else void this.measure(request, key, (this.abort = new AbortController()));
  }

  cancel(): void {
    if (!this.abort) return;
    this.stop();
    this.tell({ status: "problem", problem: { message: "Cancelled.", hint: "Measure again when you like.", details: [], kind: "cancelled" } });
  }

  stop(): void {
    this.abort?.abort();
    this.abort = null;
  }

  private async measure(request: Evaluate, key: string, abort: AbortController): Promise<void> {
    const before = this.answer?.trace?.model === request.model ? { trace: this.answer.trace } : {};
    const working = (progress = { done: 0, total: null as number | null, what: "Starting" }) =>
      this.tell({ status: "working", progress, ...before });
    working();
    try {
      const trace = await answered<EvaluationResult>("api/evaluations", send(request), {
        signal: abort.signal,
        progress: (progress) => !abort.signal.aborted && working(progress),
      });
      if (abort.signal.aborted) return;
      this.abort = null;
      kept.set(key, trace);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
      this.tell({ status: "done", trace });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.abort = null;
      this.studio.connection.noticed(error);
      const problem = error instanceof Failure ? error.problem : { message: String(error), hint: "Reload the page.", details: [] };
      this.tell({ status: "problem", problem, ...before });
    }
  }

  private tell(answer: Answer<EvaluationResult>): void {
    this.answer = answer;
    this.changed();
  }
}
