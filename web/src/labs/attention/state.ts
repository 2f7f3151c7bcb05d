/** What a link to this lab brings back: the vectors, how they are scored, or a model's states. */
import type { Json } from "../../contract";
import { asCount, asOneOf, asText, differing } from "../state";
import type { Score, Square, Vector } from "./attend";

export const MOST = 6;
/** As far as a number may go. */
export const FAR = 9;
export const SCORES: readonly Score[] = ["dot", "scaled", "additive"];

export type State = {
  view: "own" | "model";
  h: Vector[];
  s: Vector;
  score: Score;
  W: Square;
  U: Square;
  v: Vector;
  model: string;
  /** Null: the model's first example. */
  text: string | null;
  /** Which symbol of the model's answer is written. */
  step: number;
  plane: "components" | "coordinates";
  x: number;
  y: number;
};

/** Chapter N5 §2. */
export const usual: State = {
  view: "own", h: [[1, 0], [0, 1], [0, -1]], s: [2, 0], score: "dot",
  W: [[1, 0], [0, 1]], U: [[1, 0], [0, 1]], v: [1, 1],
  model: "", text: null, step: 0, plane: "components", x: 0, y: 1,
}; // prettier-ignore

const number = (value: Json | undefined): value is number => typeof value === "number" && Math.abs(value) <= FAR;
const isVector = (value: Json | undefined): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(number);
const isSquare = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 2 && value.every(isVector);

export function read(state: Record<string, Json>): State {
  const { h } = state;
  const vector = (key: "s" | "v"): Vector => (isVector(state[key]) ? (state[key] as unknown as Vector) : usual[key]);
  const square = (key: "W" | "U"): Square => (isSquare(state[key]) ? (state[key] as unknown as Square) : usual[key]);
  const good = Array.isArray(h) && h.length >= 2 && h.length <= MOST && h.every(isVector);
  return {
    view: asOneOf(state["view"], ["own", "model"], "own"),
    h: good ? (h as unknown as Vector[]) : usual.h,
    s: vector("s"), v: vector("v"), W: square("W"), U: square("U"),
    score: asOneOf(state["score"], SCORES, "dot"),
    model: asText(state["model"], "", 200),
    text: state["text"] === undefined || state["text"] === null ? null : asText(state["text"], ""),
    step: asCount(state["step"], 0),
    plane: asOneOf(state["plane"], ["components", "coordinates"], "components"),
    x: asCount(state["x"], 0), y: asCount(state["y"], 1),
  }; // prettier-ignore
}

export function written(state: State): Record<string, Json> {
  const plain = JSON.parse(JSON.stringify(state)) as Record<string, Json>;
  const before = JSON.parse(JSON.stringify(usual)) as Record<string, Json>;
  const same = (key: string) => JSON.stringify(plain[key]) === JSON.stringify(before[key]);
  return differing(Object.fromEntries(Object.entries(plain).filter(([key]) => !same(key))), {});
}
