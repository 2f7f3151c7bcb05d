/** The whole design system on one page: colours, type, every part in every state. */
import { html, render } from "lit-html";
import type { Page } from "../host/router";
import { dress } from "../kit/sheet";
import { colours, type } from "./design/look";
import { controls } from "./design/controls";
import design from "./design/design.css?inline";
import { pictures } from "./design/pictures";
import { states } from "./design/states";
import shell from "./shell.css?inline";

export const designPage: Page = (el) => {
  dress(document, shell, design);
  const draw = () =>
    render(
      html`
        <header class="page-head">
          <h1>One look for every number</h1>
          <p class="lead">Type, space and colour are chosen once. Labs and pages are put together from
            the parts below, so that a weight of 0.3 looks and reads the same everywhere.</p>
        </header>
        <section><h2>Colour</h2>${colours()}</section>
        <section><h2>Type</h2>${type()}</section>
        <section><h2>Controls</h2>${controls(draw)}</section>
        <section><h2>Pictures</h2>${pictures(draw)}</section>
        <section><h2>States</h2>${states()}</section>`,
      el,
    );
  draw();
  return () => dress(document, shell);
};
