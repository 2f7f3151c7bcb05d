/** A button that opens a short list of things to do. Arrow keys move, Escape closes. */
import { html } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { Stateful } from "./stateful";

export interface MenuProps {
  title: string;
  items: readonly { title: string; note?: string; chosen: () => void }[];
}

class Menu extends Stateful<MenuProps> {
  private open = false;
  private box: HTMLElement | undefined;

  protected draw() {
    const { title, items } = this.props;
    return html`
      <div class="menu" ${ref((el) => (this.box = el as HTMLElement | undefined))} @keydown=${this.key} @focusout=${this.left}>
        <button type="button" class="quiet" aria-haspopup="menu" aria-expanded=${this.open}
          @click=${() => this.show(!this.open)}>${title}</button>
        <div role="menu" aria-label=${title} ?hidden=${!this.open}>
          ${items.map(
            (item) => html`<button type="button" role="menuitem" tabindex="-1" @click=${() => this.choose(item.chosen)}>
              ${item.title}${item.note ? html` <span class="muted">${item.note}</span>` : ""}</button>`,
          )}
        </div>
      </div>`;
  }

  private show(open: boolean): void {
    this.open = open;
    this.redraw();
    if (open) this.entries[0]?.focus();
  }

  private choose(chosen: () => void): void {
    this.show(false);
    this.box?.querySelector("button")?.focus();
    chosen();
  }

  private get entries(): HTMLElement[] {
    return [...(this.box?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  }

  private key = (event: KeyboardEvent): void => {
    if (!this.open) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      return this.show(true);
    }
    const entries = this.entries;
    const root = this.box!.getRootNode() as Document | ShadowRoot;
    const at = entries.indexOf(root.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) entries.at(to % entries.length)?.focus();
    else if (event.key === "Escape") {
      this.show(false);
      this.box?.querySelector("button")?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private left = (event: FocusEvent): void => {
    if (this.open && !this.box?.contains(event.relatedTarget as Node | null)) this.show(false);
  };
}

export const menu = directive(Menu);
