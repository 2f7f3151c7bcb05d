/** Everything a person sets and presses, live. */
import { html } from "lit-html";
import { button } from "../../kit/button";
import { segments, select, toggle } from "../../kit/choice";
import { area, field } from "../../kit/field";
import { menu } from "../../kit/menu";
import { numberField, slider, vector } from "../../kit/number";

const set = { text: "427", wrong: "4a7", view: "heat map", layer: 2, special: true, plain: false, width: 4, steps: 12, h: [1, 0], lines: "427\n896", pressed: 0 };

export function controls(redraw: () => void) {
  const put = <K extends keyof typeof set>(key: K) => (value: (typeof set)[K]) => {
    set[key] = value;
    redraw();
  };
  return html`
    <div class="columns">
      <div class="card stack">
        <h3>Text</h3>
        ${field({ label: "A number to read", value: set.text, changed: put("text"), hint: "It acts while you type.", examples: ["427", "896", "742"] })}
        ${field({ label: "With a mistake", value: set.wrong, changed: put("wrong"), problem: /\D/.test(set.wrong) ? "Digits only: this model never saw a letter." : "" })}
        ${area({ label: "Several lines", value: set.lines, changed: put("lines"), rows: 3 })}
      </div>
      <div class="card stack">
        <h3>Choices</h3>
        ${segments({ label: "Picture", value: set.view, changed: put("view"), options: [{ value: "heat map", title: "Heat map" }, { value: "arcs", title: "Arcs" }, { value: "bars", title: "Bars", disabled: true, note: "Not for this model" }] })}
        ${select({ label: "Layer", value: set.layer, changed: put("layer"), options: [1, 2, 3].map((value) => ({ value, title: `Layer ${value} of 3` })) })}
        ${toggle({ label: "Show special symbols", on: set.special, changed: put("special") })}
        ${toggle({ label: "Off", on: set.plain, changed: put("plain") })}
      </div>
      <div class="card stack">
        <h3>Numbers</h3>
        ${slider({ label: "Beam", value: set.width, min: 1, max: 8, step: 1, changed: put("width") })}
        ${numberField({ label: "Steps", value: set.steps, min: 1, max: 99, step: 1, changed: put("steps") })}
        <div>${vector({ label: "h₀", values: set.h, changed: put("h"), colour: "var(--one)" })}</div>
        <h3>Buttons</h3>
        <div class="row">
          ${button({ title: "Next step", look: "main", pressed: () => put("pressed")(set.pressed + 1) })}
          ${button({ title: "Back", pressed: () => put("pressed")(Math.max(set.pressed - 1, 0)) })}
          ${button({ title: "Pressed", on: true, pressed: () => undefined })}
          ${button({ title: "Not now", disabled: true, pressed: () => undefined })}
          ${menu({ title: "Save", items: [{ title: "SVG", note: "picture", chosen: () => undefined }, { title: "CSV", note: "numbers", chosen: () => undefined }] })}
        </div>
        <p class="small muted">Step ${set.pressed}</p>
      </div>
    </div>`; // prettier-ignore
}
