/** A small picture for each lab, drawn in code: what its card on the home page shows. */
import { svg, html, type TemplateResult } from "lit-html";
import { cividis, hex } from "../kit/colour";

const frame = (content: unknown): TemplateResult =>
  html`<svg class="small-picture" viewBox="0 0 160 96" aria-hidden="true">${content}</svg>`;

/** Encoder states and one decoder state as arrows from one point. */
export function attention(): TemplateResult {
  const arrow = (x: number, y: number, name: string) =>
    svg`<g class=${name}><line x1="62" y1="62" x2=${x} y2=${y}/><circle cx=${x} cy=${y} r="4"/></g>`;
  return frame(svg`
    <path class="axis" d="M14 62H146M62 10V90"/>
    ${arrow(118, 62, "first strong")}${arrow(62, 22, "first faint")}${arrow(30, 80, "first faint")}
    ${arrow(112, 30, "second strong")}`);
}

/** Accuracy against length: one curve falls, one stays. */
export function bottleneck(): TemplateResult {
  return frame(svg`
    <path class="axis" d="M16 8V82H148"/>
    <path class="first curve" d="M18 14C60 14 90 15 112 20S138 32 146 38"/>
    <path class="second curve" d="M18 14C40 14 48 16 60 44S86 80 146 81"/>`);
}

/** A heat map with a bright way through it. */
export function alignment(): TemplateResult {
  const bright = [
    [0.95, 0.1, 0.05, 0, 0, 0.05], [0.1, 0.3, 0.9, 0, 0.1, 0], [0, 0.95, 0.15, 0.05, 0, 0],
    [0, 0.1, 0.95, 0.1, 0, 0], [0, 0, 0.2, 0.35, 0.3, 0.3], [0, 0.05, 0, 0, 0.6, 0.9],
  ]; // prettier-ignore
  return frame(
    bright.map((row, r) =>
      row.map(
        (weight, c) =>
          svg`<rect x=${38 + c * 14.5} y=${5 + r * 14.5} width="13" height="13" rx="2" fill=${hex(cividis(weight))}/>`,
      ),
    ),
  );
}

/** A tree of candidates of which one way is kept. */
export function decoding(): TemplateResult {
  return frame(svg`
    <g class="faint"><path d="M18 48C34 48 36 78 52 78"/><path d="M60 22C76 22 78 8 94 8"/><path d="M60 78C76 78 78 72 94 72"/><path d="M102 36C118 36 120 58 136 58"/></g>
    <g class="first strong"><path d="M18 48C34 48 36 22 52 22"/><path d="M60 22C76 22 78 36 94 36"/><path d="M102 36C118 36 120 24 136 24"/></g>
    <g class="dots first"><circle cx="16" cy="48" r="5"/><circle cx="56" cy="22" r="5"/><circle cx="98" cy="36" r="5"/><circle cx="140" cy="24" r="5"/></g>
    <g class="dots faint"><circle cx="56" cy="78" r="4"/><circle cx="98" cy="8" r="4"/><circle cx="98" cy="72" r="4"/><circle cx="140" cy="58" r="4"/></g>`);
}

/** Three grids of allowed and blocked cells. */
export function masks(): TemplateResult {
  const grid = (left: number, blocked: (r: number, c: number) => boolean) =>
    [0, 1, 2, 3].map((r) =>
      [0, 1, 2, 3].map(
        (c) =>
          svg`<rect class=${blocked(r, c) ? "blocked" : "cell"} x=${left + c * 10.5} y=${27 + r * 10.5}
            width="9" height="9" rx="1.5"/>`,
      ),
    );
  return frame([
    grid(8, (_, c) => c === 3),
    grid(59, (r, c) => c > r),
    grid(110, (_, c) => c === 3),
  ]);
}
