/** Style sheets made in code, so that a strict content policy holds and shadow roots share them. */
import base from "./base.css?inline";
import controls from "./controls.css?inline";
import tokens from "./tokens.css?inline";
import views from "./views.css?inline";

const made = new Map<string, CSSStyleSheet>();

function sheet(css: string): CSSStyleSheet {
  let one = made.get(css);
  if (!one) {
    one = new CSSStyleSheet();
    one.replaceSync(css);
    made.set(css, one);
  }
  return one;
}

/** Give a document or a shadow root the kit's look, and what it adds of its own. */
export function dress(root: Document | ShadowRoot, ...more: string[]): void {
  root.adoptedStyleSheets = [tokens, base, controls, views, ...more].map(sheet);
}

/**
 * A shadow root of a lab's own inside `el`, dressed. Cleaning up is `root.host.remove()`.
 * It hangs in an element made here, so that one `el` can be drawn into twice.
 */
export function shadow(el: HTMLElement, ...more: string[]): ShadowRoot {
  const box = document.createElement("div");
  el.append(box);
  const root = box.attachShadow({ mode: "open" });
  dress(root, ...more);
  return root;
}
