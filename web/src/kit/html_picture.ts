/**
 * A view made of HTML, drawn again as SVG: each box with a colour or a border, each word where it
 * stands. So its file stands alone like any drawing's, in every program, and needs no style sheet.
 */
const SVG = "http://www.w3.org/2000/svg";
const CLEAR = /^(transparent|rgba\(.*, 0\))$/;
const SIDES = ["top", "right", "bottom", "left"] as const;

/** What `within` shows, its upper left corner at the origin; `size` is that of all of it. */
export function htmlPicture(within: Element): { drawing: SVGGElement; width: number; height: number } {
  const drawing = document.createElementNS(SVG, "g");
  const origin = within.getBoundingClientRect();
  const from = { left: origin.left - within.scrollLeft, top: origin.top - within.scrollTop };
  draw(within, drawing, from);
  return { drawing, width: within.scrollWidth, height: within.scrollHeight };
}

interface Corner {
  left: number;
  top: number;
}

function draw(element: Element, onto: SVGGElement, from: Corner): void {
  const look = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isHeardOnly = look.clipPath !== "none"; // base.css: for those who listen
  if (look.display === "none" || look.visibility === "hidden" || isHeardOnly) return;
  boxes(look, box, onto, from);
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
    const shown = element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text : element.value;
    const left = parseFloat(look.borderLeftWidth) + parseFloat(look.paddingLeft);
    if (element.type !== "checkbox" && element.type !== "range") {
      write(shown ?? "", box.left + left, box.top + box.height / 2, look, onto, from);
    }
    return;
  }
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) words(node as Text, look, onto, from);
    else if (node.nodeType === Node.ELEMENT_NODE) draw(node as Element, onto, from);
  }
}

function boxes(look: CSSStyleDeclaration, box: DOMRect, onto: SVGGElement, from: Corner): void {
  const [x, y] = [box.left - from.left, box.top - from.top];
  const { width, height } = box;
  const borders = SIDES.map((side) => ({
    wide: look.getPropertyValue(`border-${side}-style`) === "none" ? 0 : parseFloat(look.getPropertyValue(`border-${side}-width`)),
    colour: look.getPropertyValue(`border-${side}-color`),
  }));
  const all = borders.every((one) => one.wide > 0 && one.wide === borders[0]!.wide);
  const dashes: Record<string, string> = /dashed|dotted/.test(look.borderTopStyle) ? { "stroke-dasharray": "3 2" } : {};
  const filled = !CLEAR.test(look.backgroundColor);
  if (filled || all) {
    add(onto, "rect", {
      x, y, width, height, rx: Math.min(parseFloat(look.borderTopLeftRadius) || 0, height / 2),
      fill: filled ? look.backgroundColor : "none",
      ...(all ? { stroke: borders[0]!.colour, "stroke-width": borders[0]!.wide, ...dashes } : {}),
    }); // prettier-ignore
  }
  const share = /^([\d.]+)% 100%/.exec(look.backgroundSize); // a bar is a gradient of one colour so wide
  const colour = /rgba?\([^)]*\)|color\([^)]*\)/.exec(look.backgroundImage);
  if (share && colour) add(onto, "rect", { x, y, width: (width * Number(share[1])) / 100, height, fill: colour[0] });
  if (all) return;
  const ends = [[0, 0, 1, 0], [1, 0, 1, 1], [0, 1, 1, 1], [0, 0, 0, 1]]; // prettier-ignore
  borders.forEach(({ wide, colour }, i) => {
    const [x1, y1, x2, y2] = ends[i]! as [number, number, number, number];
    const line = { x1: x + x1 * width, y1: y + y1 * height, x2: x + x2 * width, y2: y + y2 * height };
    if (wide > 0 && !CLEAR.test(colour)) add(onto, "line", { ...line, stroke: colour, "stroke-width": wide });
  });
}

/** Word by word, because a browser breaks lines and we do not. */
function words(node: Text, look: CSSStyleDeclaration, onto: SVGGElement, from: Corner): void {
  for (const found of node.data.matchAll(/\S+/gu)) {
    const range = document.createRange();
    range.setStart(node, found.index);
    range.setEnd(node, found.index + found[0].length);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    write(found[0], box.left, box.top + box.height / 2, look, onto, from);
  }
}

function write(said: string, left: number, middle: number, look: CSSStyleDeclaration, onto: SVGGElement, from: Corner): void {
  const text = add(onto, "text", {
    x: left - from.left, y: middle - from.top, "dominant-baseline": "central", fill: look.color,
    "font-family": look.fontFamily, "font-size": look.fontSize, "font-weight": look.fontWeight, "font-style": look.fontStyle,
    ...(look.textDecorationLine === "none" ? {} : { "text-decoration": look.textDecorationLine }),
  }); // prettier-ignore
  text.textContent = said;
}

function add(onto: SVGGElement, name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  onto.append(made);
  return made;
}
