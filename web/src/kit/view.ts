/**
 * The frame around every picture: its title, "Show as table", "Save", the picture, and what is said
 * about it. All drawings inside that carry `data-drawing` are saved together; without one, the HTML.
 */
import { html, nothing } from "lit-html";
import { directive } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";
import { button } from "./button";
import { menu } from "./menu";
import { csv, json, type Numbers } from "./numbers";
import { fileName, give, pngFile, svgFile } from "./picture_file";
import { Stateful } from "./stateful";
import { table } from "./table";

export interface ViewProps {
  title: string;
  picture: unknown;
  /** Asked for only when they are needed. */
  numbers: () => Numbers;
  /** Under the picture: how to read it, what was left out. */
  caption?: unknown;
  /** Beside the title: controls of this picture alone. */
  controls?: unknown;
  /** The heading's level, 2 or 3. */
  level?: 2 | 3;
}

class View extends Stateful<ViewProps> {
  private asTable = false;
  private stage: Element | undefined;
  private trouble = "";

  protected draw() {
    const { title, picture, numbers, caption, controls, level = 3 } = this.props;
    const heading = level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
    const flip = () => {
      this.asTable = !this.asTable;
      this.redraw();
    };
    return html`
      <figure class="view" aria-label=${title}>
        <header>
          ${heading}
          <div class="tools">
            ${controls ?? nothing}
            ${button({ title: "Show as table", look: "quiet", on: this.asTable, pressed: flip })}
            ${menu({ title: "Save", items: [...this.pictures(), ...this.files()] })}
          </div>
        </header>
        ${this.asTable ? table(numbers()) : nothing}
        <div class="picture" ?hidden=${this.asTable} ${ref((el) => (this.stage = el))}>${picture}</div>
        <p class="wrong" role="status">${this.trouble || nothing}</p>
        ${caption ? html`<figcaption>${caption}</figcaption>` : nothing}
      </figure>`;
  }

  private pictures() {
    const { title } = this.props;
    return [
      { title: "SVG", note: "picture, any size", chosen: () => this.seen(() => give(`${fileName(title)}.svg`, svgFile(this.stage!, title), "image/svg+xml")) },
      { title: "PNG", note: "picture, pixels", chosen: () => this.seen(async () => give(`${fileName(title)}.png`, await pngFile(this.stage!, title))) },
    ]; // prettier-ignore
  }

  private files() {
    const { title, numbers } = this.props;
    return [
      { title: "CSV", note: "numbers, for a spreadsheet", chosen: () => give(`${fileName(title)}.csv`, csv(numbers()), "text/csv") },
      { title: "JSON", note: "numbers, for a program", chosen: () => give(`${fileName(title)}.json`, json(title, numbers()), "application/json") },
    ]; // prettier-ignore
  }

  /** A picture has a place and a size only while it is on the page. */
  private async seen(save: () => void | Promise<void>): Promise<void> {
    const hidden = this.asTable;
    this.trouble = "";
    this.asTable = false;
    this.redraw();
    try {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      await save();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.asTable = hidden;
    this.redraw();
  }
}

export const view = directive(View);
