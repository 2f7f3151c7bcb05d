/** One model at one step: what it could have written, and what it looked at. */
import { html, nothing } from "lit-html";
import { bars } from "../../kit/bars";
import { weight } from "../../kit/format";
import { matrixNumbers, type Numbers } from "../../kit/numbers";
import { earlierText, empty, note } from "../../kit/status";
import { short, shown } from "../../kit/symbol";
import { view } from "../../kit/view";
import type { DecodingTrace } from "../../traces";
import { candidates } from "./candidates";
import { candidate, choices, looked, signOf, symbolsOf, written, type Place } from "./search";

export interface PaneProps {
  name: string;
  trace: DecodingTrace;
  path: number[];
  /** While a newer one is made. */
  pale: boolean;
  step: number;
  layer: number | null;
  head: number | null;
  taken: (prefix: number[]) => void;
  title?: unknown;
}

/** More bars than these could not be told apart. */
const MOST_BARS = 200;

export function pane(props: PaneProps) {
  const { name, trace, path } = props;
  const step = Math.min(props.step, path.length);
  const notes = [...(trace.notes ?? []), ...(trace.left_out ?? [])].map(note);
  const head = html`<header class="pane-head"><h2>${name}</h2>${props.title ?? nothing}${props.pale ? earlierText(trace) : nothing}${notes}</header>`;
  const look = `card pane answered ${props.pale ? "earlier" : ""}`;
  if (step < 1) {
    return html`<section class=${look} aria-label=${name}>${head}${empty(html`Nothing is written yet. The source was read
      once: ${trace.axes["source"]} ${trace.axes["source"] === 1 ? "symbol" : "symbols"}. The first step begins from ‹bos›.`)}</section>`;
  }
  const at: Place = [step, path[step - 1]!];
  const before = symbolsOf(trace, path, step - 1);
  const chosen = signOf(trace, candidate(trace, at)!);
  const taken = (id: number) => props.taken([...before.map((sign) => sign.id), id]);
  const what = choices(trace, at);
  return html`
    <section class=${look} aria-label=${name}>${head}
      ${view({
        title: `What to write after ${before.length ? `“${short(written(before), 40)}”` : "‹bos›"}`,
        numbers: () => choiceNumbers(trace, at),
        picture: candidates({ title: `Candidates of ${name}`, choices: what, taken }),
        caption: step <= trace.forced ? html`This symbol was given, not chosen.` : undefined,
      })}
      ${looking(props, at, short(shown(chosen), 30))}
    </section>`; // prettier-ignore
}

function looking({ name, trace, layer, head }: PaneProps, at: Place, word: string) {
  if (!trace.attention) return empty(`${name} has no attention: nothing says where it looked. All it knows of the source is in its state.`);
  const values = looked(trace, at, layer, head);
  if (!values) return empty("There was no room for the weights of this step. Choose a shorter text or a narrower beam.");
  const source = trace.tokens["source"]!;
  const order = source.map((_, i) => i).sort((a, b) => values[b]! - values[a]!);
  const signs = source.length > MOST_BARS ? order.slice(0, MOST_BARS).sort((a, b) => a - b) : source.map((_, i) => i);
  const numbers = () => matrixNumbers(`What “${word}” looked at`, "written", [word], source.map(shown), [values]);
  const layers = trace.layers > 1 ? `layer ${Math.min(layer ?? trace.layers - 1, trace.layers - 1) + 1} of ${trace.layers}, ` : "";
  const heads = trace.arrays["attention"]?.axes.includes("head") && head !== null && head < trace.heads ? `head ${head + 1}` : trace.heads > 1 ? `mean of ${trace.heads} heads` : "the only head";
  const sum = values.reduce((total, value) => total + value, 0);
  return view({
    title: `What “${word}” looked at`, numbers,
    picture: bars({ title: `What ${word} looked at`, signs: signs.map((i) => source[i]!), values: signs.map((i) => values[i]!) }),
    caption: html`${capital(layers + heads)}: the row that predicts “${word}”.${sum < 0.995 ? html` The source has ${weight(sum)} of it; the rest goes to the words before.` : nothing}
      ${signs.length < source.length ? `The ${MOST_BARS} largest of ${source.length} are drawn; the table has all.` : nothing}`,
  }); // prettier-ignore
}

function choiceNumbers(trace: DecodingTrace, at: Place): Numbers {
  const { list, others, rest } = choices(trace, at);
  const rows = list.map(({ sign, probability, chosen }) => [shown(sign), probability, chosen]);
  return { caption: "What could be written, by probability", columns: ["symbol", "probability", "chosen"], rows: [...rows, [`${others} others`, rest, false]] };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
