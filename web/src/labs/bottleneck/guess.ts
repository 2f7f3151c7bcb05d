/** The guess that comes before the curves; and what became of it. */
import { html } from "lit-html";
import { button } from "../../kit/button";
import { percent } from "../../kit/format";
import type { Curve } from "./curves";
import type { State } from "./state";

/** As the chapter asks it. */
export const ASKED = { length: 20, width: 32 };

export function guessing(guessed: (guess: State["guess"]) => void) {
  const choice = (guess: State["guess"]) => button({ title: `about ${guess}%`, pressed: () => guessed(guess) });
  return html`<div class="guess">
    <p class="overline">Guess before you look</p>
    <h3>The plain model, H = ${ASKED.width}, reverses 4 digits perfectly. Of new strings of ${ASKED.length} digits, how many does it get exactly right?</h3>
    <div class="choices">${choice("100")}${choice("50")}${choice("0")}
      ${button({ title: "Show the curves", look: "quiet", pressed: () => guessed("skipped") })}</div>
  </div>`;
}

/** The guess, and what was measured and published at that length. */
export function verdict(guess: State["guess"], plain: Curve | undefined): string {
  const here = plain?.points.find((one) => one.length === ASKED.length);
  const published = plain?.run.published.find((one) => one.length === ASKED.length);
  if (!here || guess === "" || guess === "skipped") return "";
  const nearest = [100, 50, 0].reduce((a, b) => (Math.abs(b - here.mean) < Math.abs(a - here.mean) ? b : a));
  const chapter = published ? `, and ${percent(published.accuracy / 100)} in the chapter` : "";
  return `You guessed about ${guess}%. ${Number(guess) === nearest ? "Right" : "No"}: it is ${percent(here.mean / 100)} here${chapter}.`;
}
