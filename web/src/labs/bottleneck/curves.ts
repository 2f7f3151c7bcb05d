/** From the trace to what the chart draws and says: measured here, and published in the chapter. */
import { matrix } from "../../arrays";
import type { Series } from "../../kit/chart";
import { counted, percent } from "../../kit/format";
import type { Numbers } from "../../kit/numbers";
import type { BottleneckRun, BottleneckTrace } from "../../traces";

export interface Curve {
  run: BottleneckRun;
  points: { length: number; mean: number; low: number; high: number }[];
}

/** The plain model first, then the one with attention. */
export function curves(trace: BottleneckTrace, width: number): Curve[] {
  const [means, lows, highs] = ["mean", "lowest", "highest"].map((name) => matrix(trace.arrays[name]!, trace.axes, {}));
  const both = trace.runs.map((run, r) => ({
    run,
    points: trace.lengths.map((length, l) => ({ length, mean: means![r]![l]!, low: lows![r]![l]!, high: highs![r]![l]! })),
  }));
  return both.filter(({ run }) => run.width === width).sort((a, b) => Number(a.run.attention) - Number(b.run.attention));
}

export const widths = (trace: BottleneckTrace): number[] =>
  [...new Set(trace.runs.map((run) => run.width))].sort((a, b) => a - b);

export const kindOf = (run: BottleneckRun): string => (run.attention ? "with attention" : "plain");
const colour = (run: BottleneckRun) => (run.attention ? 1 : 2);

export const series = (both: readonly Curve[]): Series[] => [
  ...both.map(({ run, points }) => ({
    name: `${kindOf(run)}, measured here`,
    colour: colour(run) as 1 | 2,
    points: points.map(({ length, mean, low, high }) => ({ x: length, y: mean / 100, low: low / 100, high: high / 100 })),
  })),
  ...both.map(({ run }) => ({
    name: `${kindOf(run)}, the chapter's`,
    colour: colour(run) as 1 | 2,
    look: "points" as const,
    points: run.published.map(({ length, accuracy }) => ({ x: length, y: accuracy / 100 })),
  })),
];

const share = (percents: number): string => percent(percents / 100);

/** "With attention: the chapter 72%; here 89.9%, 3 seeds, lowest 86.3%, highest 94%." */
function told({ run, points }: Curve, length: number, seeds: number): string {
  const here = points.find((one) => one.length === length);
  const published = run.published.find((one) => one.length === length);
  const parts = [
    ...(published ? [`the chapter ${share(published.accuracy)}`] : []),
    ...(here ? [`here ${share(here.mean)}, ${counted(seeds, "seed")}, lowest ${share(here.low)}, highest ${share(here.high)}`] : []),
  ];
  return `${run.attention ? "With attention" : "Plain"}: ${parts.join("; ") || "not measured"}.`;
}

export const says = (both: readonly Curve[], length: number, seeds: number): string =>
  `${counted(length, "digit")}. ${both.map((one) => told(one, length, seeds)).join(" ")}`;

export function numbers(both: readonly Curve[], width: number): Numbers {
  const lengths = [...new Set(both.flatMap((one) => one.points.map((point) => point.length)))];
  return {
    caption: `Strings reversed without a mistake, in percent, H = ${width}`,
    columns: ["digits", ...both.flatMap(({ run }) => ["mean", "lowest", "highest", "chapter"].map((what) => `${kindOf(run)}, ${what}`))],
    rows: lengths.map((length) => [
      length,
      ...both.flatMap(({ run, points }) => {
        const here = points.find((one) => one.length === length);
        const published = run.published.find((one) => one.length === length);
        return [here?.mean ?? null, here?.low ?? null, here?.high ?? null, published?.accuracy ?? null];
      }),
    ]),
    digits: 1,
  };
}

/** The length up to which a string is asked for: there the plain model fails one in four. */
export function bound(both: readonly Curve[], fails = 25): number {
  const points = both.find(({ run }) => !run.attention)?.points ?? [];
  return points.find((one) => one.mean <= 100 - fails)?.length ?? points.at(-1)?.length ?? 0;
}
