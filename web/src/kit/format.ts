/** Numbers as people read them: the same precision everywhere, a true minus, no "-0.00". */

const MINUS = "\u2212";

/** `digits` places after the point. What is not a number is an en dash. */
export function fixed(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** A weight or probability in a cell: ".79". "0" and "1" are exact; ".00" and "1.00" are rounded. */
export function weight(value: number, digits = 2): string {
  if (value === 0 || value === 1) return String(value);
  return fixed(value, digits).replace(/^(\u2212?)0\./, "$1.");
}

/** 0.7213 → "72.1%". A share that is not all never reads 100%, one that is not nothing never 0%. */
export function percent(share: number | null | undefined, digits = 1): string {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  const step = 10 ** -digits;
  const shown = share > 0 && share < 1 ? Math.min(Math.max(share * 100, step), 100 - step) : share * 100;
  return `${fixed(shown, shown === 0 || shown === 100 ? 0 : digits)}%`;
}

/** 171232 → "171,232". */
export const count = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 6 });

/** Some digits that matter, for values of any size: 0.000123 → "0.000123", 12345 → "12,345". */
export function significant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return fixed(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    const [mantissa = "", power = ""] = value.toExponential(digits - 1).split("e");
    return `${mantissa.replace("-", MINUS)} × 10${raised(Number(power))}`;
  }
  return Number(value.toPrecision(digits)).toLocaleString("en-US", { maximumFractionDigits: 10 }).replace("-", MINUS);
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
export const raised = (power: number): string =>
  [...String(power)].map((sign) => (sign === "-" ? "⁻" : RAISED[Number(sign)])).join("");

const LOWERED = "₀₁₂₃₄₅₆₇₈₉";
export const lowered = (index: number): string => [...String(index)].map((sign) => LOWERED[Number(sign)]).join("");

/** "1 layer", "2 layers". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Seconds as one would say them: "8 s", "3 min 20 s", "2 h 5 min". */
export function duration(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${s / 60} min`;
  const minutes = Math.round(s / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
