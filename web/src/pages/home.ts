import { html, render } from "lit-html";
import type { Page } from "../host/router";
import type { Studio } from "../host/studio";

export const homePage = (studio: Studio): Page => (el) => {
  const draw = () => render(html`<h1>See a model at work</h1>${studio.home?.version ?? ""}`, el);
  draw();
  return studio.on(draw);
};
