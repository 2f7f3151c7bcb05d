/** What stands where a picture will be, could not be, or is being made. Never a blank. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Answer, Problem, Progress } from "../contract";
import { button } from "./button";
import { count } from "./format";
import { short, visible } from "./symbol";

/** "12 of 60 epochs" is worth a bar; an unknown total moves to and fro. */
export function working(progress: Progress, cancel?: () => void): TemplateResult {
  const { done, total, what } = progress;
  const known = total !== null && total > 0;
  const says = what || "Working";
  return html`
    <div class="status working">
      <p role="status">${says}<span class="muted number">${known ? ` · ${count(done)} of ${count(total)}` : nothing}</span></p>
      <div class="row">
        <div class="bar ${known ? "" : "unknown-length"}" role="progressbar" aria-label=${says} aria-valuemin="0"
          aria-valuemax=${known ? total : nothing} aria-valuenow=${known ? done : nothing}>
          <i .style=${known ? `--share:${Math.min(done / total, 1)}` : ""}></i></div>
        ${cancel ? button({ title: "Cancel", pressed: cancel }) : nothing}
      </div>
    </div>`;
}

/** In words, with what to do about it. */
export function problem({ message, hint, details }: Problem, action?: unknown): TemplateResult {
  return html`
    <div class="status problem" role="status">
      <p class="message">${message}</p>
      ${hint ? html`<p>${hint}</p>` : nothing}
      ${details.length ? html`<ul>${details.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
      ${action ?? nothing}
    </div>`;
}

/** Nothing to show yet, and what would bring something. */
export function empty(message: unknown, action?: unknown): TemplateResult {
  return html`<div class="status empty"><p>${message}</p>${action ?? nothing}</div>`;
}

/** A note beside a picture: what was left out, what to know. */
export const note = (text: unknown): TemplateResult => html`<p class="note">${text}</p>`;

/** A lab's task: what to find, and what the state says of it by now. */
export const task = (asks: unknown, says: unknown, done: boolean): TemplateResult => html`
  <p class="task ${done ? "done" : ""}"><strong>${done ? "Done" : "Task"}</strong>
    <span>${asks} <b role="status">${says}</b></span></p>`;

/** Whose text a paler picture belongs to. */
export function earlierText(trace: unknown): unknown {
  const text = (trace as { source_text?: unknown }).source_text;
  return typeof text === "string" ? note(html`This is still the answer to <bdi>“${short(visible(text), 60)}”</bdi>.`) : nothing;
}

/**
 * An answer in all its states: the picture when it is there, the last one paler while a new one is
 * made, words when it cannot be.
 */
export function answered<T>(
  answer: Answer<T> | undefined,
  picture: (trace: T) => unknown,
  { cancel, before = "Type something to begin." }: { cancel?: () => void; before?: unknown } = {},
): unknown {
  if (!answer) return empty(before);
  const { trace } = answer;
  const said = answer.status === "working" ? working(answer.progress, cancel)
    : answer.status === "problem" ? problem(answer.problem) : nothing; // prettier-ignore
  // One template for all three, so that cursor, focus and an open table outlive a new question.
  return html`${said}${
    trace ? html`<div class="answered ${answer.status === "done" ? "" : "earlier"}">${answer.status === "done" ? nothing : earlierText(trace)}${picture(trace)}</div>` : nothing
  }`;
}
