/** Reading a lab's state, which a hand may have typed into the address. */
import type { Json } from "../contract";

export const asText = (value: Json | undefined, otherwise: string, most = 10_000): string =>
  (typeof value === "string" ? value : typeof value === "number" ? String(value) : otherwise).slice(0, most);

/** A whole number of at least `least`, or `otherwise`. */
export const asCount = <T>(value: Json | undefined, otherwise: T, least = 0): number | T =>
  typeof value === "number" && Number.isInteger(value) && value >= least ? value : otherwise;

export const asOneOf = <T extends Json>(value: Json | undefined, options: readonly T[], otherwise: T): T =>
  options.find((one) => one === value) ?? otherwise;

/** Only what differs from the usual: an address worth reading. */
export function differing<S extends Record<string, Json>>(state: S, usual: S): Record<string, Json> {
  return Object.fromEntries(Object.entries(state).filter(([key, value]) => value !== usual[key]));
}
