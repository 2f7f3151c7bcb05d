/** One envelope for everything the server says: an answer, a job under way, or a problem. */
import type { Problem, Progress } from "../contract";

export interface Job {
  id: string;
  progress: Progress;
}

export type Reply<T> = { answer: T } | { job: Job };

/** Thrown for every problem, so that a caller has one place where words for a person come from. */
export class Failure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
  get kind(): string {
    return this.problem.kind ?? "error";
  }
}

/** No server answered at all. */
export const lost = (): Failure =>
  new Failure({
    kind: "lost",
    message: "The studio does not answer.",
    hint: "Is it still running in the terminal? If it was started again, open the address that it shows now.",
    details: [],
  });

/** A server answered, but not one that knows this tab. */
const refused = (): Problem => ({
  kind: "refused",
  message: "This tab belongs to an earlier start of the studio.",
  hint: "Open the address that the terminal shows now. What you see here stays in this tab's address.",
  details: [],
});

/** Ask the server once. */
export async function call<T>(path: string, options: RequestInit = {}): Promise<Reply<T>> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw lost();
  }
  if (response.status === 401 || response.status === 403) throw new Failure(refused());
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    if (options.signal?.aborted) throw new DOMException("cancelled", "AbortError");
    throw new Failure({
      kind: "garbled",
      message: `The studio answered in a way that this page cannot read (status ${response.status}).`,
      hint: "Reload the page. If that does not help, start the studio again.",
      details: [],
    });
  }
  return opened<T>(body);
}

function opened<T>(body: unknown): Reply<T> {
  const envelope = body as {
    ok: boolean; answer?: T; job?: Job; error?: Partial<Problem> & { kind?: string };
  }; // prettier-ignore
  if (!envelope.ok) {
    throw new Failure({
      message: "Something went wrong in the studio.", hint: "", details: [], kind: "error",
      ...envelope.error,
    }); // prettier-ignore
  }
  return envelope.job ? { job: envelope.job } : { answer: envelope.answer as T };
}

export function send(body: unknown, method = "POST"): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}
