/** Follow a job to its end: one long poll after another, and a word to the server when cancelled. */
import type { Progress } from "../contract";
import { call, Failure, type Reply } from "./envelope";

export interface Following {
  signal: AbortSignal;
  progress: (progress: Progress) => unknown;
}

/** The answer to a request, whether it came at once or as a job. */
export async function answered<T>(path: string, options: RequestInit, following: Following): Promise<T> {
  let reply: Reply<T> = await call<T>(path, { ...options, signal: following.signal });
  while ("job" in reply) {
    const { id, progress } = reply.job;
    following.progress(progress);
    reply = await nextWord<T>(id, following.signal);
  }
  return reply.answer;
}

async function nextWord<T>(id: string, signal: AbortSignal): Promise<Reply<T>> {
  const stop = () => void cancel(id);
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted(); // aborted between two polls: nobody else would tell the server
    return await call<T>(`api/jobs/${id}?wait=1`, { signal });
  } catch (error) {
    if (signal.aborted && !(error instanceof Failure)) stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Nobody waits for the outcome: a job that is gone already is as good as cancelled. */
export async function cancel(id: string): Promise<void> {
  await call(`api/jobs/${id}`, { method: "DELETE" }).catch(() => undefined);
}
