/**
 * The studio as host of a lab: posts what it asks for, newest wins, and keeps its state in the
 * address.
 */
import type { Answer, LabKeys, LabModel, Request, Trace } from "../contract";
import { written } from "./address";
import { Failure, send } from "./envelope";
import { answered } from "./jobs";
import type { Studio } from "./studio";

/** Long enough that a word typed fast is one request, short enough to feel live. */
const PAUSE = 120;

interface Asked {
  text: string;
  abort: AbortController;
  timer: ReturnType<typeof setTimeout>;
}

type Key = keyof LabKeys;

export class LabHost implements LabModel {
  private values: LabKeys;
  private unsaved = new Set<Key>();
  private listeners = new Map<string, Set<() => void>>();
  private asked = new Map<string, Asked>();
  private forget: (() => void)[];

  constructor(private studio: Studio, private lab: string, state: LabKeys["state"], private pause = PAUSE) {
    this.values = {
      state, requests: {}, answers: {}, cancel: "", make: "",
      models: studio.home?.models ?? [], making: studio.making,
    }; // prettier-ignore
    this.forget = [
      studio.on(() => this.refresh()),
      studio.connection.on(() => this.connectionChanged()),
    ];
  }

  get<K extends Key>(key: K): LabKeys[K] {
    return this.values[key];
  }

  set<K extends Key>(key: K, value: LabKeys[K]): void {
    this.values[key] = value;
    this.unsaved.add(key);
  }

  on(event: `change:${Key}`, callback: () => void): void {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event)!.add(callback);
  }

  off(event: `change:${Key}`, callback: () => void): void {
    this.listeners.get(event)?.delete(callback);
  }

  save_changes(): void {
    const changed = this.unsaved;
    this.unsaved = new Set();
    if (changed.has("state")) this.writeAddress();
    if (changed.has("requests")) this.sendRequests();
    if (changed.has("cancel") && this.values.cancel) this.cancelByName(this.values.cancel);
    if (changed.has("make") && this.values.make) void this.studio.make(this.values.make);
    for (const key of changed) this.tell(key);
  }

  /** The lab is closed: nothing it asked for is wanted any more. */
  close(): void {
    for (const name of [...this.asked.keys()]) this.stop(name);
    for (const forget of this.forget) forget();
    this.listeners.clear();
  }

  private writeAddress(): void {
    const hash = written({ page: "lab", id: this.lab, state: this.values.state });
    history.replaceState(history.state, "", hash);
  }

  private sendRequests(): void {
    const wanted = this.values.requests;
    for (const name of [...this.asked.keys()]) if (!(name in wanted)) this.stop(name);
    for (const [name, request] of Object.entries(wanted)) {
      const text = JSON.stringify(request);
      if (this.asked.get(name)?.text === text) continue;
      const first = !this.asked.has(name);
      this.stop(name);
      const abort = new AbortController();
      const timer = setTimeout(() => void this.ask(name, request, abort), first ? 0 : this.pause);
      this.asked.set(name, { text, abort, timer });
    }
  }

  private async ask(name: string, request: Request, abort: AbortController): Promise<void> {
    const before = () => earlier(this.values.answers[name], request);
    const working = (progress = { done: 0, total: null as number | null, what: "" }) =>
      this.answer(name, { status: "working", progress, ...before() });
    // An answer that comes at once needs no flicker of "working" before it.
    const slow = setTimeout(working, 200);
    try {
      const trace = await answered<Trace>("api/ask", send(request), {
        signal: abort.signal,
        progress: (progress) => !abort.signal.aborted && working(progress),
      });
      if (!abort.signal.aborted) this.answer(name, { status: "done", trace, asked: request });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.studio.connection.noticed(error);
      const problem = error instanceof Failure ? error.problem
        : { message: String(error), hint: "Reload the page.", details: [] }; // prettier-ignore
      this.answer(name, { status: "problem", problem, ...before() });
    } finally {
      clearTimeout(slow);
    }
  }

  private cancelByName(name: string): void {
    const asked = this.asked.get(name);
    this.values.cancel = "";
    if (!asked) return void this.studio.cancelMaking(name);
    const was = this.values.answers[name];
    asked.abort.abort();
    clearTimeout(asked.timer);
    this.asked.delete(name);
    const problem = { kind: "cancelled", message: "Cancelled.", hint: "Change something, or ask again.", details: [] };
    this.answer(name, { status: "problem", problem, ...earlier(was, JSON.parse(asked.text) as Request) });
  }

  private stop(name: string): void {
    const asked = this.asked.get(name);
    clearTimeout(asked?.timer);
    asked?.abort.abort();
    this.asked.delete(name);
  }

  private answer(name: string, answer: Answer): void {
    this.values.answers = { ...this.values.answers, [name]: answer };
    this.tell("answers");
  }

  private refresh(): void {
    const models = this.studio.home?.models ?? [];
    if (models !== this.values.models) {
      this.values.models = models;
      this.tell("models");
    }
    this.values.making = this.studio.making;
    this.tell("making");
  }

  /** The server is back: ask again for what failed while it was away. */
  private connectionChanged(): void {
    if (this.studio.connection.trouble) return;
    for (const [name, answer] of Object.entries(this.values.answers)) {
      if (answer.status === "problem" && ["lost", "refused"].includes(answer.problem.kind ?? "")) this.stop(name);
    }
    this.sendRequests();
  }

  private tell(key: Key): void {
    for (const callback of [...(this.listeners.get(`change:${key}`) ?? [])]) callback();
  }
}

/** The last trace, where it may stand beside what `request` brings: another model's must not. */
function earlier(answer: Answer | undefined, request: Request): { trace?: Trace; asked?: Request } {
  const { trace, asked } = answer ?? {};
  return trace && asked && asked.ask === request.ask && asked["model"] === request["model"] ? { trace, asked } : {};
}
