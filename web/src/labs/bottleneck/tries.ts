/** What each model made of a string, symbol by symbol, beside what is right. */
import type { Numbers } from "../../kit/numbers";
import { shown, type Sign } from "../../kit/symbol";
import type { AlignmentTrace } from "../../traces";

export interface Written {
  sign: Sign;
  probability: number;
  right: boolean;
}

export type Kind = "plain" | "attention";

export interface Try {
  name: string;
  kind: Kind;
  written: Written[];
  /** Whether every symbol is right, the end included. */
  right: boolean;
}

const END: Sign = { text: "<eos>", special: true };

/** The right answer: the symbols backwards, then the end. */
export const expected = (text: string): Sign[] => [...[...text].reverse().map((one) => ({ text: one })), END];

export function tried(name: string, kind: Kind, trace: AlignmentTrace): Try {
  const wanted = expected(trace.source_text);
  const steps = trace.hypotheses[0]?.steps ?? [];
  const written = steps.map(({ symbol, probability }, at) => {
    const one = wanted[at];
    return { sign: symbol, probability, right: one?.text === symbol.text && (one.special ?? false) === symbol.special };
  });
  return { name, kind, written, right: written.length === wanted.length && written.every((one) => one.right) };
}

/** "all 16 digits right", "the first 7 digits right, 9 of 16 in all" */
export function inWords({ written, right }: Try, digits: number): string {
  if (right) return `all ${digits} digits right`;
  const good = written.filter((one) => one.right && !one.sign.special).length;
  const first = written.findIndex((one) => !one.right);
  const until = first < 0 ? written.length : first;
  const start = until === 0 ? "the first digit wrong" : `the first ${until} right`;
  return good === until ? `${start}, the rest not` : `${start}, ${good} of ${digits} in all`;
}

const name = (sign: Sign | undefined) => (sign ? shown(sign) : null);

export function numbers(text: string, tries: readonly Try[]): Numbers {
  const wanted = expected(text);
  const longest = Math.max(wanted.length, ...tries.map((one) => one.written.length));
  return {
    caption: `What each model wrote when it was to reverse ${text.slice(0, 60)}`,
    columns: ["place", "right answer", ...tries.flatMap((one) => [one.name, "probability", "right"])],
    rows: Array.from({ length: longest }, (_, at) => [
      at + 1,
      name(wanted[at]),
      ...tries.flatMap(({ written }) => [name(written[at]?.sign), written[at]?.probability ?? null, written[at]?.right ?? null]),
    ]),
  };
}

/** The string cut or grown to a length: growing keeps its beginning, so one can walk along the curve. */
export function ofLength(text: string, length: number, random: () => number = Math.random): string {
  const kept = [...text].filter((one) => /[0-9]/.test(one)).slice(0, length);
  while (kept.length < length) kept.push(String(Math.floor(random() * 10)));
  return kept.join("");
}
