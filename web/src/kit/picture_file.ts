/** What is drawn on the page as a file that stands alone: SVG with its styles inlined, or PNG. */
import { htmlPicture } from "./html_picture";

/** What a viewer without our style sheets must be told; written where it differs from the parent's. */
const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline",
  "visibility", "image-rendering",
]; // prettier-ignore
/** The same for what is not inherited, with what it is unless said otherwise. */
const OWN: Record<string, RegExp> = { opacity: /^1$/, "text-decoration": /^none/ };
const MARGIN = 16;
const SVG = "http://www.w3.org/2000/svg";

/** All the drawings in `within`, where they stand, on one sheet of the page's colour; else its HTML. */
export function svgFile(within: Element, title: string): string {
  const drawings = [...within.querySelectorAll<SVGSVGElement>("svg[data-drawing]")];
  if (!drawings.length) return htmlFile(within, title);
  const boxes = drawings.map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top)); // prettier-ignore
  const size = (one: SVGSVGElement) => [Number(one.getAttribute("width")), Number(one.getAttribute("height"))] as const;
  const right = Math.max(...boxes.map((box, i) => box.left + size(drawings[i]!)[0]));
  const bottom = Math.max(...boxes.map((box, i) => box.top + size(drawings[i]!)[1]));
  const sheet = sheetOf(within, title, right - left, bottom - top);
  drawings.forEach((one, i) => {
    const copy = one.cloneNode(true) as SVGSVGElement;
    inline(one, copy);
    copy.setAttribute("x", String(boxes[i]!.left - left + MARGIN));
    copy.setAttribute("y", String(boxes[i]!.top - top + MARGIN));
    copy.setAttribute("overflow", "visible");
    sheet.append(copy);
  });
  return new XMLSerializer().serializeToString(sheet);
}

function htmlFile(within: Element, title: string): string {
  const { drawing, width, height } = htmlPicture(within); // more than is in sight, where it scrolls
  const sheet = sheetOf(within, title, width, height);
  drawing.setAttribute("transform", `translate(${MARGIN} ${MARGIN})`);
  sheet.append(drawing);
  return new XMLSerializer().serializeToString(sheet);
}

/** An empty sheet of the page's colour, with a margin around what is so wide and high. */
function sheetOf(within: Element, title: string, wide: number, high: number): SVGSVGElement {
  const look = getComputedStyle(within);
  const sheet = document.createElementNS(SVG, "svg");
  const [width, height] = [wide + 2 * MARGIN, high + 2 * MARGIN].map((one) => String(Math.ceil(one)));
  for (const [name, value] of Object.entries({
    xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "font-family": look.fontFamily,
    color: look.color,
  })) sheet.setAttribute(name, value!); // prettier-ignore
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  const paper = document.createElementNS(SVG, "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", paperBehind(within));
  sheet.append(name, paper);
  return sheet;
}

function inline(shown: Element, copy: Element, above?: CSSStyleDeclaration): void {
  const look = getComputedStyle(shown);
  for (const name of INHERITED) {
    const value = look.getPropertyValue(name);
    if (value && value !== above?.getPropertyValue(name)) copy.setAttribute(name, value);
    else copy.removeAttribute(name);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = look.getPropertyValue(name);
    if (value && !usual.test(value)) copy.setAttribute(name, value);
  }
  for (const name of ["class", "style", "tabindex", "data-drawing", "aria-hidden"]) copy.removeAttribute(name);
  // lit-html marks its places with comments; a picture has no use for them.
  for (const child of [...copy.childNodes]) if (child.nodeType === Node.COMMENT_NODE) child.remove();
  [...shown.children].forEach((child, i) => inline(child, copy.children[i]!, look));
}

/** The first colour behind it that is not transparent. */
function paperBehind(element: Element): string {
  for (let at: Element | null = element; at; at = parentThroughShadow(at)) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== "transparent" && !/, 0\)$|\/ 0\)$/.test(colour)) return colour;
  }
  return "#ffffff";
}

function parentThroughShadow(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Twice as many pixels as on the page, for slides and print. */
export async function pngFile(within: Element, title: string, scale = 2): Promise<Blob> {
  const text = svgFile(within, title);
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This picture is too large for PNG."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hand a file to the person. */
export function give(name: string, content: Blob | string, type = "text/plain"): void {
  const address = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser reads it after this call
}

/** A title as a file's name: lower case, plain letters. */
export const fileName = (title: string): string =>
  title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "picture";
