/** The numbers of a view: what "Show as table", CSV and JSON all give. */

export type Value = string | number | boolean | null;

export interface Numbers {
  /** What the rows are, in a sentence. */
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly Value[])[];
  /** Places after the point in the table; the files have every digit. */
  digits?: number;
}

/** As RFC 4180 has it. A cell that a spreadsheet would take for a formula gets an apostrophe first. */
export function csv({ columns, rows }: Numbers): string {
  const cell = (value: Value): string => {
    if (typeof value !== "string") return value === null ? "" : String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

export function json(title: string, { caption, columns, rows }: Numbers): string {
  return `${JSON.stringify({ title, caption, columns, rows }, null, 1)}\n`;
}

/** A matrix as numbers: a row for each of its rows, named in the first column. */
export function matrixNumbers(
  caption: string,
  corner: string,
  rowNames: readonly string[],
  columnNames: readonly string[],
  values: readonly (readonly Value[])[],
  digits = 4,
): Numbers {
  const rows = rowNames.map((name, r) => [name, ...columnNames.map((_, c) => values[r]?.[c] ?? null)]);
  return { caption, columns: [corner, ...columnNames], rows, digits };
}
