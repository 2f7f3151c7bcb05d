/** What can be pressed. */
import { html, nothing, type TemplateResult } from "lit-html";

export interface ButtonProps {
  title: unknown;
  pressed: (event: Event) => void;
  /** The one thing to do next on its page is the main one. */
  look?: "main" | "plain" | "quiet";
  disabled?: boolean;
  /** Spoken instead of its title, where a picture stands for words. */
  says?: string;
  /** Whether it is on, for a button that stays down. */
  on?: boolean;
}

export function button(props: ButtonProps): TemplateResult {
  return html`<button type="button" class=${props.look ?? "plain"} ?disabled=${props.disabled ?? false}
    aria-label=${props.says ?? nothing} aria-pressed=${props.on ?? nothing}
    @click=${props.pressed}>${props.title}</button>`;
}
