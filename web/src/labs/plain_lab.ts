/** What a lab shows before its own module draws anything: the models there are, in the contract's way. */
import { html, render as draw } from "lit-html";
import type { LabModule } from "../contract";
import { shadow } from "../kit/sheet";

export const plainLab: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el);
  const redraw = () =>
    draw(html`<ul>${model.get("models").map((one) => html`<li>${one.title}: ${one.status}</li>`)}</ul>`, root);
  model.on("change:models", redraw);
  redraw();
  return () => {
    model.off("change:models", redraw);
    draw(null, root);
  };
};
