/** Where everything in a heat map stands: cells, labels, and which neighbours share a cell. */
import { fitted, textWidth } from "./ruler";
import { shown, type Sign } from "./symbol";

/** Up to here each cell is a shape of its own; above, the cells are one picture. */
export const MANY = 50;
/** Above this, neighbours share a cell, and the view says so. */
export const MOST = 200;

export interface Cell {
  row: number;
  column: number;
}

export interface Axis {
  /** The places that each row or column of cells stands for. */
  groups: number[][];
  labels: { text: string; whole: string; sign: Sign }[];
  /** Every how many there is room for a label. */
  every: number;
}

export interface Plan {
  rows: Axis;
  columns: Axis;
  cell: number;
  font: number;
  left: number;
  top: number;
  width: number;
  height: number;
  slanted: boolean;
}

function axis(signs: readonly Sign[], font: number, most: number): Axis {
  const size = Math.max(1, Math.ceil(signs.length / MOST));
  const groups = Array.from({ length: Math.ceil(signs.length / size) }, (_, g) =>
    Array.from({ length: Math.min(size, signs.length - g * size) }, (_, i) => g * size + i),
  );
  const labels = groups.map(([first]) => {
    const sign = signs[first!]!;
    const whole = shown(sign);
    return { text: fitted(whole, font, most), whole, sign };
  });
  return { groups, labels, every: 1 };
}

export function plan(rowSigns: readonly Sign[], columnSigns: readonly Sign[], width: number): Plan {
  const many = Math.max(rowSigns.length, columnSigns.length);
  const font = many <= 12 && width > 480 ? 16 : many <= 30 ? 14 : many <= MANY ? 13 : 11;
  const rows = axis(rowSigns, font, Math.min(170, width * 0.3));
  const columns = axis(columnSigns, font, 130);
  const left = Math.ceil(widest(rows, font)) + 12;
  const [usual, least] = many <= 6 ? [58, 30] : many <= 12 ? [46, 26] : many <= 30 ? [34, 20]
    : many <= MANY ? [22, 14] : [12, 4]; // prettier-ignore
  const count = Math.max(columns.groups.length, 1);
  const room = (width - left - 4) / count;
  const cell = Math.max(Math.min(usual, many > MANY ? Math.floor(room * 2) / 2 : Math.floor(room)), least);
  const broad = widest(columns, font);
  const upright = Math.ceil((broad + 5) / cell);
  // Every third label standing upright reads better than all of them slanted and small.
  const slanted = upright > (many > MANY ? 4 : 1);
  rows.every = Math.max(1, Math.ceil((font * 1.05) / cell));
  columns.every = slanted ? Math.max(1, Math.ceil((font * 1.25) / cell)) : upright;
  const top = Math.ceil(slanted ? broad * Math.sin(Math.PI / 3) + font : font + 12);
  const overhang = slanted ? Math.ceil(broad * Math.cos(Math.PI / 3)) : 2;
  return {
    rows, columns, cell, font, left, top, slanted,
    width: Math.ceil(left + count * cell + overhang) + 2,
    height: Math.ceil(top + rows.groups.length * cell) + 2,
  }; // prettier-ignore
}

const widest = ({ labels }: Axis, font: number): number =>
  labels.reduce((most, { text }) => Math.max(most, textWidth(text, font)), 0);

/** The cell under a point of the drawing, or null. */
export function cellAt({ left, top, cell, rows, columns }: Plan, x: number, y: number): Cell | null {
  const [row, column] = [Math.floor((y - top) / cell), Math.floor((x - left) / cell)];
  const inside = row >= 0 && column >= 0 && row < rows.groups.length && column < columns.groups.length;
  return inside ? { row, column } : null;
}

/** Where a key takes the cursor, or null for a key that is not ours. */
export function moved(at: Cell | null, key: string, ctrl: boolean, rows: number, columns: number): Cell | null {
  const { row, column } = at ?? { row: 0, column: 0 };
  const to = (r: number, c: number): Cell => ({
    row: Math.min(Math.max(r, 0), rows - 1),
    column: Math.min(Math.max(c, 0), columns - 1),
  });
  switch (key) {
    case "ArrowUp": return at ? to(row - 1, column) : to(0, 0);
    case "ArrowDown": return at ? to(row + 1, column) : to(0, 0);
    case "ArrowLeft": return at ? to(row, column - 1) : to(0, 0);
    case "ArrowRight": return at ? to(row, column + 1) : to(0, 0);
    case "Home": return to(ctrl ? 0 : row, 0);
    case "End": return to(ctrl ? rows - 1 : row, columns - 1);
    case "PageUp": return to(row - 5, column);
    case "PageDown": return to(row + 5, column);
    default: return null;
  }
} // prettier-ignore
