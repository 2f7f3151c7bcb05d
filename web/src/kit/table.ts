/** Numbers as a table: the picture for those who would rather read, or cannot see it. */
import { html, type TemplateResult } from "lit-html";
import { fixed } from "./format";
import type { Numbers, Value } from "./numbers";

/** A page with more cells than this is slow; the files have them all. */
const MOST_ROWS = 500;
const MOST_COLUMNS = 200;

export function table(numbers: Numbers): TemplateResult {
  const { caption, digits = 4 } = numbers;
  const columns = numbers.columns.slice(0, MOST_COLUMNS);
  const rows = numbers.rows.slice(0, MOST_ROWS);
  const left = numbers.rows.length > MOST_ROWS || numbers.columns.length > MOST_COLUMNS
    ? ` The first ${rows.length} rows and ${columns.length} columns; a saved file has all ${numbers.rows.length} and ${numbers.columns.length}.`
    : ""; // prettier-ignore
  const isNumber = columns.map((_, c) => rows.some((row) => typeof row[c] === "number"));
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption>${caption}${left}</caption>
        <thead><tr>${columns.map((name, c) => html`<th scope="col" class=${isNumber[c] ? "number" : ""}><bdi>${name}</bdi></th>`)}</tr></thead>
        <tbody>${rows.map(
          (row) => html`<tr>${columns.map((_, c) =>
            c === 0 ? html`<th scope="row" class=${isNumber[0] ? "number" : ""}><bdi>${said(row[c] ?? null, digits)}</bdi></th>`
              : html`<td class=${isNumber[c] ? "number" : ""}><bdi>${said(row[c] ?? null, digits)}</bdi></td>`,
          )}</tr>`,
        )}</tbody>
      </table>
    </div>`; // prettier-ignore
}

function said(value: Value, digits: number): string {
  if (typeof value === "number") return Number.isInteger(value) ? fixed(value, 0) : fixed(value, digits);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value ?? "–";
}
