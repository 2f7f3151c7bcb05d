/** Reading the tree of a search: lines through it, and what one step of a line knows. */
import { shown, type Sign } from "../../kit/symbol";
import type { Candidate, DecodingTrace, Symbol } from "../../traces";

/** A candidate: its step, counted from 1, and its place there. */
export type Place = [step: number, place: number];

export const candidate = (trace: DecodingTrace, [step, place]: Place): Candidate | undefined =>
  trace.steps[step - 1]?.candidates[place];

export const signOf = (trace: DecodingTrace, one: Candidate): Symbol => trace.tokens["symbol"]![one.symbol]!;

/** Where a candidate comes from; null at the start, and for one that is not there. */
export function parent(trace: DecodingTrace, [step, place]: Place): Place | null {
  const one = candidate(trace, [step, place]);
  const before = one && trace.steps[step - 1]!.parents[one.row];
  return before === null || before === undefined ? null : [step - 1, before];
}

/** The candidates that go on from one, best first. */
export function children(trace: DecodingTrace, [step, place]: Place): Place[] {
  const next = trace.steps[step];
  const row = next ? next.parents.indexOf(place) : -1;
  if (!next || row < 0) return [];
  return next.candidates.flatMap((one, at) => (one.row === row ? [[step + 1, at] as Place] : []));
}

/** For each step a candidate: the answer through the one given, or the best answer. */
export function line(trace: DecodingTrace, through: Place | null): number[] {
  if (!through || !candidate(trace, through)) {
    return trace.answers[0]?.path ?? (candidate(trace, [1, 0]) ? line(trace, [1, 0]) : []);
  }
  const [step, place] = through;
  const answer = trace.answers.find(({ path }) => path[step - 1] === place);
  if (answer) return answer.path;
  const path = [place];
  for (let at = parent(trace, through); at; at = parent(trace, at)) path.unshift(at[1]);
  for (let next = children(trace, through)[0]; next; next = children(trace, next)[0]) path.push(next[1]);
  return path;
}

/** The symbols of a line up to and with a step. */
export const symbolsOf = (trace: DecodingTrace, path: readonly number[], upTo = path.length): Symbol[] =>
  path.slice(0, upTo).map((place, at) => signOf(trace, candidate(trace, [at + 1, place])!));

/** A beginning in words: "eight hundred ninety". Symbols of one character stand together. */
export function written(signs: readonly Sign[]): string {
  const words = signs.map(shown);
  const between = signs.every((sign) => sign.special || [...sign.text].length <= 1 || sign.text.startsWith("▁")) ? "" : " ";
  return words.join(between) || "‹start›";
}

/** The row of `arrays` that predicted a candidate. */
export function rowOf(trace: DecodingTrace, [step, place]: Place): number {
  const before = trace.steps.slice(0, step - 1).reduce((sum, one) => sum + one.parents.length, 0);
  return before + (candidate(trace, [step, place])?.row ?? 0);
}

export interface Choice {
  sign: Symbol;
  probability: number;
  chosen: boolean;
  /** False for symbols that no answer can hold. */
  possible: boolean;
}

export interface Choices {
  list: Choice[];
  /** How many others there are, and their probability together. */
  others: number;
  rest: number;
}

/** What there was to choose from where a candidate was written, likeliest first. */
export function choices(trace: DecodingTrace, at: Place): Choices {
  const one = candidate(trace, at)!;
  const row = rowOf(trace, at);
  const count = trace.axes["likely"] ?? 0;
  const value = (name: string, place: number) => trace.arrays[name]!.values[place] ?? 0;
  const list = Array.from({ length: count }, (_, i): Choice => {
    const symbol = value("likely", row * count + i);
    const sign = trace.tokens["symbol"]![symbol]!;
    return { sign, probability: value("probability", row * count + i), chosen: symbol === one.symbol, possible: sign.id > 1 };
  });
  let rest = value("rest", row);
  if (!list.some((choice) => choice.chosen)) {
    list.push({ sign: signOf(trace, one), probability: one.probability, chosen: true, possible: true });
    rest = Math.max(rest - one.probability, 0);
  }
  return { list, rest, others: trace.vocabulary - list.length };
}

/** What was looked at when a candidate was written; null where that is not there. */
export function looked(trace: DecodingTrace, at: Place, layer: number | null, head: number | null): number[] | null {
  const array = trace.arrays["attention"];
  const row = rowOf(trace, at);
  if (!array || row >= (trace.axes[array.axes.at(-2)!] ?? 0)) return null;
  const stride = (axis: string) =>
    array.axes.slice(array.axes.indexOf(axis) + 1).reduce((product, name) => product * trace.axes[name]!, 1);
  const has = (axis: string) => array.axes.includes(axis);
  const layers = has("layer") ? stride("layer") * Math.min(layer ?? trace.layers - 1, trace.layers - 1) : 0;
  const heads = !has("head") ? [0] : head !== null && head < trace.heads ? [head] : Array.from({ length: trace.heads }, (_, i) => i);
  const sources = trace.axes["source"]!;
  return Array.from({ length: sources }, (_, s) =>
    heads.reduce((sum, h) => sum + (array.values[layers + (has("head") ? h * stride("head") : 0) + row * sources + s] ?? 0), 0) / heads.length,
  ); // prettier-ignore
}

/** Where the model was least sure along a line, and what it might have written instead. */
export function leastSure(trace: DecodingTrace, path: readonly number[]): { step: number; choice: Choice; other: Choice } | null {
  let found: { step: number; choice: Choice; other: Choice } | null = null;
  path.forEach((place, at) => {
    if (at < trace.forced) return;
    const { list } = choices(trace, [at + 1, place]);
    const choice = list.find((one) => one.chosen)!;
    const other = list.find((one) => !one.chosen && one.possible);
    if (other && (!found || choice.probability < found.choice.probability)) found = { step: at + 1, choice, other };
  });
  return found;
}

/** "49 times less probable": how two log-probabilities compare. */
export function compared(one: number | null, other: number | null): string {
  if (one === null || other === null) return one === other ? "just as impossible" : one === null ? "impossible" : "possible";
  const times = Math.exp(Math.abs(one - other));
  if (times < 1.005) return "just as probable";
  const said = times < 10 ? times.toFixed(1) : times < 1e6 ? Math.round(times).toLocaleString("en-US") : `more than a million`;
  return `${said} times ${one < other ? "less" : "more"} probable`;
}
