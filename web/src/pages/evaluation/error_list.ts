/** Wrong answers as a list of links, a page of them at a time; each leads to its explanation. */
import { html, nothing } from "lit-html";
import { written } from "../../host/address";
import { button } from "../../kit/button";
import { marked, missed } from "../../kit/difference";
import { count, fixed, percent } from "../../kit/format";
import { visible } from "../../kit/symbol";
import type { WrongAnswer } from "../../traces";
import { A_PAGE } from "./errors";

export interface ErrorListProps {
  model: string;
  /** Sorted and chosen. */
  errors: readonly WrongAnswer[];
  page: number;
  turned: (page: number) => void;
  /** Whether an explanation can show where the model looked. */
  attention: boolean;
}

export function errorList({ model, errors, page, turned, attention }: ErrorListProps) {
  const pages = Math.max(Math.ceil(errors.length / A_PAGE), 1);
  const at = Math.min(Math.max(page, 0), pages - 1);
  const some = errors.slice(at * A_PAGE, (at + 1) * A_PAGE);
  const lab = attention ? "alignment" : "decoding";
  const turner = pages > 1
    ? html`<div class="row pages">
        ${button({ title: "Earlier", pressed: () => turned(at - 1), disabled: at === 0 })}
        <span class="muted number">${count(at * A_PAGE + 1)} to ${count(at * A_PAGE + some.length)} of ${count(errors.length)}</span>
        ${button({ title: "Later", pressed: () => turned(at + 1), disabled: at === pages - 1 })}
      </div>`
    : nothing; // prettier-ignore
  return html`
    <ol class="errors" start=${at * A_PAGE + 1} @keydown=${moved}>
      ${some.map((one) => html`<li>
        <span class="cell source"><span class="head">source</span><a href=${written({ page: "lab", id: lab, state: attention ? { model, text: one.source, reference: one.target } : { model, text: one.source } })}
          title="Why this answer?"><bdi class="line">${source(one.source)}</bdi></a></span>
        <span class="cell"><span class="head">answer</span>${marked(one.target, one.answer)}</span>
        <span class="cell"><span class="head">expected</span>${missed(one.target, one.answer)}${
          one.references.length > 1 ? html`<span class="muted small"> or ${count(one.references.length - 1)} more</span>` : nothing}</span>
        <span class="cell number"><span class="head">edits</span>${one.edits}</span>
        <span class="cell number"><span class="head">probability</span>${chance(one.log_probability)}</span>
        <span class="cell number"><span class="head">right one at</span>${one.rank ?? "–"}</span>
      </li>`)}
    </ol>
    ${turner}`; // prettier-ignore
}

/** Spaces between words stay spaces: the text is to be read. */
const source = (text: string): string => text.split(" ").map((word) => (word ? visible(word) : word)).join(" ") || "∅";

function chance(log: number | null): string {
  if (log === null) return "–";
  const share = Math.exp(log);
  return share >= 0.001 ? percent(share, 1) : `e${fixed(log, 1)}`;
}

/** Arrow keys move from error to error; Enter follows the link, as everywhere. */
function moved(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const links = [...list.querySelectorAll<HTMLElement>("a")];
  const at = links.indexOf((event.target as HTMLElement).closest("a")!);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  links[Math.min(Math.max(to, 0), links.length - 1)]?.focus();
}
