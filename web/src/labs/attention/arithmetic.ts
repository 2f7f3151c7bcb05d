/** The step written out: each product, each power, each division, with the very numbers. */
import { html, nothing, type TemplateResult } from "lit-html";
import { fixed, lowered, significant } from "../../kit/format";
import { add, type Given, type Row, type Step, type Vector } from "./attend";

/** Three places after the point where they matter; large powers keep three digits. */
export function said(value: number): string {
  if (Math.abs(value) >= 100_000) return significant(value, 4);
  return Number.isInteger(value) ? fixed(value, 0) : fixed(value, 3).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

/** "=" only where the number after it is exact. */
const is = (value: number): TemplateResult => {
  const exact = Math.abs(Number(value.toFixed(3)) - value) < 1e-12;
  return html`<span class="piece">${exact && Math.abs(value) < 100_000 ? "=" : "≈"} <b>${said(value)}</b></span>`;
};

const letter = (name: string) => html`<i>${name}</i>`;
const state = (index: number) => html`<span class="ink h"><i>h</i>${lowered(index)}</span>`;
const query = html`<span class="ink s"><i>s</i></span>`;
const context = html`<span class="ink context">context</span>`;
const tuple = ([x, y]: Vector) => html`<span class="piece">[${said(x)}, ${said(y)}]</span>`;
const factor = (value: number) => (value < 0 ? `(${said(value)})` : said(value));
const fraction = (top: unknown, below: unknown) =>
  html`<span class="fraction piece"><span>${top}</span><span class="heard"> divided by </span><span>${below}</span></span>`;

const products = (a: Vector, b: Vector) =>
  html`<span class="piece">${said(a[0])} × ${factor(b[0])}</span> <span class="piece">+ ${factor(a[1])} × ${factor(b[1])}</span>`;

function scoreLines({ h, s, score, v }: Given, step: Step, row: Row, i: number) {
  if (score === "dot") {
    return html`<p class="sum"><span class="piece">${state(i)} · ${query} =</span> ${products(h[i]!, s)} ${is(row.score)}</p>`;
  }
  if (score === "scaled") {
    return html`<p class="sum"><span class="piece">${state(i)} · ${query} / √2 =</span> <span class="piece">(</span>${products(h[i]!, s)}<span class="piece">) / √2 =</span>
      ${fraction(said(row.product), "1.414")} ${is(row.score)}</p>`;
  }
  const sum = add(row.read, step.asked);
  return html`<div class="several">
    <p class="sum"><span class="piece">${letter("W")} ${state(i)} + ${letter("U")} ${query} =</span> ${tuple(row.read)} <span class="piece">+</span> ${tuple(step.asked)} <span class="piece">=</span> ${tuple(sum)}</p>
    <p class="sum"><span class="piece">tanh of it ≈</span> ${tuple(row.hidden)}</p>
    <p class="sum"><span class="piece">${letter("v")} · that =</span> ${products(v, row.hidden)} ${is(row.score)}</p></div>`;
} // prettier-ignore

function asked({ s, score, U, W, h }: Given, step: Step) {
  if (score !== "additive") return nothing;
  return html`
    <p class="sum"><span class="piece">${letter("U")} ${query} =</span> <span class="piece">[</span>${products(U[0], s)}<span class="piece">,</span> ${products(U[1], s)}<span class="piece">] =</span> ${tuple(step.asked)}</p>
    ${h.map((one, i) => html`<p class="sum"><span class="piece">${letter("W")} ${state(i)} =</span> <span class="piece">[</span>${products(W[0], one)}<span class="piece">,</span> ${products(W[1], one)}<span class="piece">] =</span> ${tuple(step.rows[i]!.read)}</p>`)}`;
} // prettier-ignore

const FORMULA = {
  dot: html`<i>h</i> · <i>s</i>`,
  scaled: html`<i>h</i> · <i>s</i> / √<i>d</i>, here <i>d</i> = 2`,
  additive: html`<i>v</i> · tanh(<i>W h</i> + <i>U s</i>)`,
};

export function arithmetic(given: Given, step: Step): TemplateResult {
  const { rows, sum } = step;
  const component = (place: 0 | 1) => html`<p class="sum">
    <span class="piece">${place ? "second" : "first"} number =</span>
    ${rows.map((row, i) => html`<span class="piece">${i ? "+ " : ""}${said(row.weight)} × ${factor(given.h[i]![place])}</span> `)}
    ${is(step.context[place])}</p>`; // prettier-ignore
  return html`<div class="arithmetic columns ${given.score}" .style=${"--least:19rem"}>
    <section><h4><span class="count">1</span> Scores <span class="muted">${FORMULA[given.score]}</span></h4>
      ${asked(given, step)}
      ${rows.map((row, i) => scoreLines(given, step, row, i))}</section>
    <section><h4><span class="count">2</span> Weights <span class="muted">softmax</span></h4>
      ${rows.map((row) => html`<p class="sum"><span class="piece"><i>e</i><sup>${said(row.score)}</sup></span> ${is(row.power)}</p>`)}
      <p class="sum"><span class="piece">sum =</span> ${rows.map((row, i) => html`<span class="piece">${i ? "+ " : ""}${said(row.power)}</span> `)} ${is(sum)}</p>
      ${rows.map((row, i) => html`<p class="sum"><span class="piece">weight of ${state(i)} =</span> ${fraction(said(row.power), said(sum))} ${is(row.weight)}</p>`)}</section>
    <section><h4><span class="count">3</span> Context <span class="muted">weighted average</span></h4>
      <p class="sum"><span class="piece">${context} =</span> ${rows.map((row, i) => html`<span class="piece">${i ? "+ " : ""}${said(row.weight)} ${state(i)}</span> `)}</p>
      ${component(0)}${component(1)}
      <p class="sum"><span class="piece">${context} ≈</span> <b>${tuple(step.context)}</b></p></section>
  </div>`; // prettier-ignore
}
