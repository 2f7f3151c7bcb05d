/** One page at a time: shows the one that the address names, and cleans up the one before. */
import { parsed, type Place } from "./address";

/** Draws a page into `el`; returns how to clean up. */
export type Page = (el: HTMLElement, place: Place) => () => void;

export class Router {
  private cleanup: () => void = () => undefined;
  private shown = "";

  constructor(
    private el: HTMLElement,
    private pageFor: (place: Place) => { title: string; page: Page },
    private arrived: (place: Place, title: string) => void = () => undefined,
  ) {
    addEventListener("hashchange", this.go);
    this.go();
  }

  /** A lab writes its state with `replaceState`, which is no change of page and no event. */
  private go = (): void => {
    const hash = location.hash;
    if (/^#[^/]/.test(hash)) return; // the skip link and its like
    if (hash === this.shown && hash !== "") return;
    const place = parsed(hash);
    const first = this.shown === "";
    this.shown = hash || "#/";
    this.cleanup();
    this.el.replaceChildren();
    const { title, page } = this.pageFor(place);
    document.title = title === "seq2see studio" ? title : `${title} · seq2see studio`;
    // Pages live in an element of their own, so that what a page left behind cannot reach the next.
    const box = document.createElement("div");
    this.el.append(box);
    this.cleanup = page(box, place);
    this.arrived(place, title);
    if (!first) {
      scrollTo(0, 0);
      this.el.focus({ preventScroll: true });
    }
  };

  stop(): void {
    removeEventListener("hashchange", this.go);
    this.cleanup();
  }
}
