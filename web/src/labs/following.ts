/** What every lab does with its model: follow it from the first drawing to the last. */
import { nothing, render } from "lit-html";
import type { LabModel } from "../contract";

/** Ask and draw now and whenever something changes; gives how to stop and leave nothing behind. */
export function following(model: LabModel, root: ShadowRoot, ask: () => void, redraw: () => void): () => void {
  const arrived = () => {
    ask();
    model.save_changes();
    redraw();
  };
  model.on("change:answers", redraw);
  model.on("change:models", arrived);
  model.on("change:making", redraw);
  arrived();
  return () => {
    model.off("change:answers", redraw);
    model.off("change:models", arrived);
    model.off("change:making", redraw);
    render(nothing, root);
    root.host.remove();
  };
}
