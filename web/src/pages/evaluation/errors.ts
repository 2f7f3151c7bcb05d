/** The wrong answers in the order and the choice that a person asked for. */
import type { Numbers } from "../../kit/numbers";
import type { WrongAnswer } from "../../traces";

export type Order = "edits" | "sure" | "unsure" | "source" | "file";

export const ORDERS: readonly { value: Order; title: string }[] = [
  { value: "edits", title: "most edits first" },
  { value: "sure", title: "surest first" },
  { value: "unsure", title: "least sure first" },
  { value: "source", title: "by source, A to Z" },
  { value: "file", title: "as in the file" },
];

export const A_PAGE = 25;

const collator = new Intl.Collator(undefined, { numeric: true });

/** How probable the answer was; an unknown one counts as not at all. */
const sureness = (one: WrongAnswer): number => one.log_probability ?? -Infinity;

const ORDER: Record<Order, (a: WrongAnswer, b: WrongAnswer) => number> = {
  edits: (a, b) => b.edits - a.edits || descending(sureness(a), sureness(b)),
  sure: (a, b) => descending(sureness(a), sureness(b)),
  unsure: (a, b) => descending(sureness(b), sureness(a)),
  source: (a, b) => collator.compare(a.source, b.source),
  file: () => 0,
};

/** Infinities may be equal, and then differ by no number. */
const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

export function sorted(errors: readonly WrongAnswer[], order: Order): WrongAnswer[] {
  return errors.toSorted((a, b) => ORDER[order](a, b) || a.place - b.place);
}

/** Those that hold every word typed, anywhere in source, answer or reference. */
export function found(errors: readonly WrongAnswer[], typed: string): WrongAnswer[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (!words.length) return [...errors];
  return errors.filter((one) => {
    const text = plain([one.source, one.answer, ...one.references].join("\n"));
    return words.every((word) => text.includes(word));
  });
}

const plain = (text: string): string => text.normalize("NFC").toLocaleLowerCase();

export const errorNumbers = (errors: readonly WrongAnswer[]): Numbers => ({
  caption: "Wrong answers", digits: 3,
  columns: ["source", "reference", "answer", "edits", "log-probability", "rank of a right answer", "place in the file"],
  rows: errors.map((one) => [one.source, one.target, one.answer, one.edits, one.log_probability, one.rank, one.place + 1]),
}); // prettier-ignore
