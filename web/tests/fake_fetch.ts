/** A server of a test's own: answers by path, keeps what it was asked. */
import { vi } from "vitest";

export interface Asked {
  method: string;
  path: string;
  body: unknown;
}

type Handler = (asked: Asked) => unknown;

/** What `handler` returns is the envelope; an Error thrown is a server that is gone; a number a status. */
export function fakeFetch(handler: Handler): Asked[] {
  const log: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, options: RequestInit = {}) => {
    const asked = {
      method: options.method ?? "GET",
      path,
      body: typeof options.body === "string" ? JSON.parse(options.body) : undefined,
    };
    log.push(asked);
    const aborted = new Promise<never>((_, reject) => {
      const stop = () => reject(new DOMException("stopped", "AbortError"));
      if (options.signal?.aborted) stop();
      options.signal?.addEventListener("abort", stop);
    });
    const reply = await Promise.race([aborted, Promise.resolve().then(() => handler(asked))]);
    if (typeof reply === "number") return new Response("{}", { status: reply });
    return new Response(JSON.stringify(reply));
  });
  return log;
}

export const answer = (value: unknown) => ({ ok: true, answer: value });

export const job = (id: string, done: number, total: number) => ({
  ok: true,
  job: { id, progress: { done, total, what: "computing" } },
});

/** Lets everything that is waiting for nothing but its turn happen. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

export const never = () => new Promise<never>(() => undefined);
