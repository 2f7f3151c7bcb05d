/**
 * Whether the server is there. Everything that asks it tells this one place how it went; when it is
 * gone, it knocks until somebody opens, and then tells those who wait.
 */
import type { Problem } from "../contract";
import { call, Failure } from "./envelope";

type Listener = () => void;

export class Connection {
  /** null while all is well. */
  trouble: Problem | null = null;
  private listeners = new Set<Listener>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;

  constructor(private knock: () => Promise<unknown> = () => call("api/home")) {}

  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Was this failure the connection's? Then knocking begins, and the banner shows. */
  noticed(error: unknown): boolean {
    if (!(error instanceof Failure) || !["lost", "refused"].includes(error.kind)) return false;
    if (this.trouble?.message !== error.problem.message) {
      this.trouble = error.problem;
      this.tell();
    }
    this.knockLater();
    return true;
  }

  /** Knock now: somebody pressed "Try again". */
  async retry(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      await this.knock();
      this.tries = 0;
      this.trouble = null;
      this.tell();
    } catch (error) {
      if (!this.noticed(error)) this.knockLater();
    }
  }

  private knockLater(): void {
    if (this.timer !== undefined) return;
    const wait = Math.min(1000 * 1.5 ** this.tries++, 10_000);
    this.timer = setTimeout(() => void this.retry(), wait);
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
