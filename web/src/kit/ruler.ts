/** How wide a text will be, before it is drawn. */

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

let context: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string, size: number, weight = 600): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return [...text].length * size * 0.6;
  context.font = `${weight} ${size}px ${FONT}`;
  return context.measureText(text).width;
}

/** Cut to `most` pixels, with an ellipsis. */
export function fitted(text: string, size: number, most: number): string {
  if (textWidth(text, size) <= most) return text;
  const parts = [...new Intl.Segmenter().segment(text.slice(0, 400))].map((part) => part.segment);
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textWidth(`${parts.slice(0, middle).join("")}…`, size) <= most) low = middle;
    else high = middle - 1;
  }
  return `${parts.slice(0, low).join("")}…`;
}
