/** Back, next, play, to the end: by buttons, and by arrow keys while one of them has the focus. */
import { html } from "lit-html";
import { button } from "../../kit/button";

export interface StepperProps {
  step: number;
  last: number;
  playing: boolean;
  go: (step: number) => void;
  play: () => void;
}

export function stepper({ step, last, playing, go, play }: StepperProps) {
  const key = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const to = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  return html`
    <div class="stepper" role="group" aria-label="Steps; arrow keys work too" @keydown=${key}>
      ${button({ title: "Back", pressed: () => go(step - 1) })}
      ${button({ title: "Next step", look: "main", pressed: () => go(step + 1) })}
      ${button({ title: playing ? "Pause" : "Play", on: playing, pressed: play })}
      ${button({ title: "To the end", pressed: () => go(last) })}
      <p role="status"><b class="number">${step}</b> of <span class="number">${last}</span> steps</p>
    </div>`; // prettier-ignore
}
