/** What a page remembers in its address: only what differs from how it opens. */
import type { Json } from "../contract";
import { written } from "../host/address";

type State = Record<string, string | number | boolean>;

/** `plain` with what the address says, as far as it is of the right kind: it may be typed by hand. */
export function readState<S extends State>(plain: S, said: Record<string, Json>): S {
  const usable = Object.entries(said).filter(([name, value]) => name in plain && typeof value === typeof plain[name]);
  return { ...plain, ...Object.fromEntries(usable) } as S;
}

export function writeState<S extends State>(page: string, id: string, plain: S, state: S): void {
  const changed = Object.entries(state).filter(([name, value]) => value !== plain[name]);
  history.replaceState(history.state, "", written({ page, id, state: Object.fromEntries(changed) }));
}
