import { html, render as draw } from "lit-html";
import type { Answer, LabModule } from "../src/contract";
import { answered, bars, field, isMade, shadow, view } from "../src/kit";
import type { AlignmentTrace } from "../src/traces";

export const render: LabModule["render"] = ({ model, el }) => {
  const root = shadow(el);
  const text = () => String(model.get("state")["text"] ?? "427");
  const ask = (typed: string) => {
    const reader = model.get("models").find(isMade);
    if (!reader) return;
    model.set("state", { ...model.get("state"), text: typed });
    model.set("requests", { main: { ask: "explain", model: reader.id, text: typed } });
    model.save_changes();
  };
  const picture = ({ hypotheses: [best] }: AlignmentTrace) => {
    const title = "How sure of each symbol";
    const [signs, values] = [best!.steps.map((step) => step.symbol), best!.steps.map((step) => step.probability)];
    const rows = signs.map((sign, i) => [sign.text, values[i]!]);
    return view({ title, picture: bars({ title, signs, values }), numbers: () => ({ caption: title, columns: ["symbol", "probability"], rows }) });
  };
  const redraw = () =>
    draw(html`<div class="stack">
      ${field({ label: "Text", value: text(), changed: ask })}
      ${answered(model.get("answers")["main"] as Answer<AlignmentTrace> | undefined, picture)}</div>`, root); // prettier-ignore
  const begin = () => (model.get("requests")["main"] ? redraw() : ask(text()));
  model.on("change:answers", redraw);
  model.on("change:models", begin);
  begin();
  redraw();
  return () => (model.off("change:answers", redraw), model.off("change:models", begin), root.host.remove());
};
