/** A word on what state something is in. The word says it; the colour only helps. */
import { html, type TemplateResult } from "lit-html";

const LOOK: Record<string, string> = {
  trained: "good", done: "good", training: "busy", working: "busy", broken: "bad", stopped: "off", "not made yet": "off",
}; // prettier-ignore

export const badge = (state: string): TemplateResult => html`<span class="badge ${LOOK[state] ?? "off"}">${state}</span>`;
