/** Colours in light and dark, the scales for numbers, type and space. */
import { html, svg } from "lit-html";
import { hex, inkOn, probabilities, signed, viridis, weights, type Scale } from "../../kit/colour";
import { legend } from "../../kit/legend";

const NAMED = {
  "Ground": ["paper", "surface", "soft", "line", "warn"],
  "Ink": ["ink", "muted", "accent", "edge", "cursor"],
  "Series": ["one", "two", "three", "four"],
  "Judgement": ["good", "bad", "blocked"],
}; // prettier-ignore

export const colours = () => html`
  <div class="columns">${["light", "dark"].map(
    (scheme) => html`
      <div class="card swatches" .style=${`color-scheme:${scheme}`}>
        <h3>${scheme === "light" ? "Light" : "Dark"}</h3>
        ${Object.entries(NAMED).map(
          ([group, names]) => html`<p class="label">${group}</p>
            <ul>${names.map((name) => html`<li><i .style=${`background:var(--${name})`}></i>${name}</li>`)}</ul>`,
        )}
      </div>`,
  )}</div>
  <div class="columns scales">
    <div class="card"><h3>Weights and probabilities, 0 to 1</h3><p class="small muted">Cividis: the same with and without colour blindness, and in grey.</p>${ramp(weights)}${legend({ scale: probabilities, blocked: true, missing: true })}</div>
    <div class="card"><h3>Values around zero</h3><p class="small muted">Blue below, orange above, light at zero.</p>${ramp(signed(1))}${legend({ scale: signed(2.5, "score") })}</div>
    <div class="card"><h3>Viridis</h3><p class="small muted">A second scale from 0 to 1, where two kinds stand side by side.</p>${ramp({ low: 0, high: 1, colour: viridis, name: "share" })}</div>
  </div>`;

function ramp({ low, high, colour }: Scale) {
  const steps = Array.from({ length: 9 }, (_, i) => low + ((high - low) * i) / 8);
  return html`<svg class="ramp" viewBox="0 0 270 34" aria-hidden="true">${steps.map((value, i) => {
    const at = colour(value);
    return svg`<rect x=${i * 30 + 0.5} width="29" height="34" rx="3" fill=${hex(at)}/>
      <text x=${i * 30 + 15} y="21" text-anchor="middle" font-size="10" fill=${inkOn(at)}>${Math.round(value * 100) / 100}</text>`;
  })}</svg>`;
}

const SIZES = [["large", "See a model at work"], ["title", "Which digit made this word?"], ["lead", "A calm sentence that opens a page."],
  ["body", "Running text, at most 66 characters a line."], ["small", "Labels, captions, hints."], ["tiny", "Badges."]] as const; // prettier-ignore
const SPACES = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];

export const type = () => html`
  <div class="columns">
    <div class="card"><dl class="sizes">${SIZES.map(
      ([name, text]) => html`<dt>${name}</dt><dd .style=${`font-size:var(--${name});font-weight:${["large", "title"].includes(name) ? 650 : 400}`}>${text}</dd>`,
    )}<dt>numbers</dt><dd class="number">0.79 · 0.11 · 0.11 · 171,232</dd><dt>mono</dt><dd class="mono">seq2see studio</dd></dl></div>
    <div class="card"><dl class="spaces">${SPACES.map(
      (name) => html`<dt>${name}</dt><dd><i .style=${`width:var(--${name})`}></i></dd>`,
    )}</dl></div>
  </div>`;
