/** From numbers to places on a chart's axis, and the numbers worth writing beside it. */

export interface AxisProps {
  label: string;
  /** The ends; else those of the data. */
  low?: number;
  high?: number;
  log?: boolean;
  /** How a number on the axis is written. */
  written?: (value: number) => string;
}

export interface ChartScale {
  /** 0…1 along the axis. */
  place: (value: number) => number;
  ticks: number[];
}

export function chartScale({ low, high, log }: AxisProps, data: readonly number[]): ChartScale {
  const usable = data.filter((value) => Number.isFinite(value) && (!log || value > 0));
  let from = low ?? (usable.length ? Math.min(...usable) : log ? 0.1 : 0);
  let to = high ?? (usable.length ? Math.max(...usable) : 1);
  if (from === to) [from, to] = log ? [from / 2, to * 2] : [from - 0.5, to + 0.5];
  if (log) return logScale(from, to);
  const ticks = roundNumbers(from, to);
  if (low === undefined) from = Math.min(from, ticks[0]!);
  if (high === undefined) to = Math.max(to, ticks.at(-1)!);
  return { place: (value) => (value - from) / (to - from), ticks: ticks.filter((one) => one >= from && one <= to) };
}

function logScale(from: number, to: number): ChartScale {
  const [a, b] = [Math.log10(from), Math.log10(to)];
  const ticks: number[] = [];
  for (let power = Math.floor(a); power <= Math.ceil(b); power++) {
    for (const digit of b - a > 3 ? [1] : b - a > 1 ? [1, 3] : [1, 2, 5]) {
      const value = Number((digit * 10 ** power).toPrecision(6));
      if (value >= from * 0.999 && value <= to * 1.001) ticks.push(value);
    }
  }
  return { place: (value) => (Math.log10(Math.max(value, from / 10)) - a) / (b - a || 1), ticks };
}

/** Four to seven numbers, each a 1, 2 or 5 times a power of ten. */
export function roundNumbers(from: number, to: number, about = 5): number[] {
  const rough = (to - from) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999)!;
  const ticks: number[] = [];
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  for (let i = Math.floor(from / step + 1e-9); i * step <= to + step * 0.999; i++) ticks.push(Number((i * step).toFixed(digits + 1)));
  return ticks;
}
