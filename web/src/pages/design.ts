import { html, render } from "lit-html";
import type { Page } from "../host/router";

export const designPage: Page = (el) => {
  render(html`<h1>Design</h1>`, el);
  return () => undefined;
};
