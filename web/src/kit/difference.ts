/** Where an answer differs from what was expected, by the fewest changes, piece by piece. */
import { html, type TemplateResult } from "lit-html";
import { visible } from "./symbol";

export interface Step {
  kind: "same" | "changed" | "added" | "left out";
  /** Empty for what was added. */
  expected: string;
  /** Empty for what was left out. */
  written: string;
}

export interface Difference {
  steps: Step[];
  /** What stands between two pieces: a space where they are words. */
  between: string;
}

/** Above this many pairs of pieces only the common start and end are looked for. */
const MOST = 250_000;

/** Words where either text has spaces inside, else characters as people see them. */
export function pieces(...texts: string[]): { lists: string[][]; between: string } {
  if (texts.some((text) => text.trim().includes(" "))) {
    return { lists: texts.map((text) => (text ? text.split(" ") : [])), between: " " };
  }
  const cut = new Intl.Segmenter();
  return { lists: texts.map((text) => [...cut.segment(text)].map((one) => one.segment)), between: "" };
}

export function difference(expected: string, written: string): Difference {
  const { lists, between } = pieces(expected, written);
  const [a, b] = lists as [string[], string[]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (list: string[]): Step[] => list.map((one) => ({ kind: "same", expected: one, written: one }));
  const middle = [a.slice(start, a.length - end), b.slice(start, b.length - end)] as const;
  const steps = middle[0].length * middle[1].length > MOST ? replaced(...middle) : fewest(...middle);
  return { steps: [...same(a.slice(0, start)), ...steps, ...same(end ? a.slice(-end) : [])], between };
}

const replaced = (a: readonly string[], b: readonly string[]): Step[] => [
  ...a.map((one): Step => ({ kind: "left out", expected: one, written: "" })),
  ...b.map((one): Step => ({ kind: "added", expected: "", written: one })),
];

/** Levenshtein's table, read back from its last corner. */
function fewest(a: readonly string[], b: readonly string[]): Step[] {
  const wide = b.length + 1;
  const cost = new Uint32Array((a.length + 1) * wide);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const at = i * wide + j;
      if (!i || !j) cost[at] = i + j;
      else cost[at] = Math.min(cost[at - 1]! + 1, cost[at - wide]! + 1, cost[at - wide - 1]! + Number(a[i - 1] !== b[j - 1]));
    }
  }
  const steps: Step[] = [];
  for (let i = a.length, j = b.length; i || j; ) {
    const at = i * wide + j;
    const expected = a[i - 1] ?? "";
    const written = b[j - 1] ?? "";
    if (i && j && cost[at] === cost[at - wide - 1]! + Number(expected !== written)) {
      steps.push({ kind: expected === written ? "same" : "changed", expected, written });
      i--, j--;
    } else if (j && cost[at] === cost[at - 1]! + 1) {
      steps.push({ kind: "added", expected: "", written });
      j--;
    } else {
      steps.push({ kind: "left out", expected, written: "" });
      i--;
    }
  }
  return steps.reverse();
}

/** An answer with what is wrong in it marked, and a caret where something was left out. */
export const marked = (expected: string, written: string): TemplateResult =>
  drawn(difference(expected, written), "written");

/** What was expected, with what the answer does not have marked. */
export const missed = (expected: string, written: string): TemplateResult =>
  drawn(difference(expected, written), "expected");

function drawn({ steps, between }: Difference, side: "expected" | "written"): TemplateResult {
  const shown = steps.filter((one) => one[side] || side === "written" || one.kind === "same");
  if (!shown.length) return html`<span class="muted">∅</span>`;
  const part = (one: Step) => {
    if (one.kind === "same") return visible(one[side]);
    if (one.kind === "left out" && side === "written") {
      return html`<span class="gap" role="img" aria-label="left out: ${visible(one.expected)}" title="left out: ${visible(one.expected)}">‸</span>`;
    }
    const title = one.kind === "added" ? "added" : side === "written" ? `instead of ${visible(one.expected)}` : "not in the answer";
    return html`<mark title=${title}>${visible(one[side])}</mark>`;
  };
  return html`<bdi class="line">${shown.map((one, i) => html`${i ? between : ""}${part(one)}`)}</bdi>`;
}
