import { expect, test } from "vitest";
import { entropyChart, lossChart, measureChart, measuresOf } from "../src/pages/run/curves";
import { askFrom, joined, NOTHING, type Entry, type Log } from "../src/pages/run/follow";
import { samplesOf, span } from "../src/pages/run/samples";
import { story } from "../src/pages/run/story";
import type { EpochEnd, RunEnd, RunLines, RunStart } from "../src/traces";

const start = (update = 0): RunStart => ({
  event: "start", recipe: "g2p", parameters: 1234, training_pairs: 100, held_out_pairs: 10, epochs: 10, updates: 100,
  update, seed: 1, device: "cpu", threads: 1, seq2see: "0", torch: "2",
}); // prettier-ignore
const epoch = (number: number, more: Partial<EpochEnd> = {}): EpochEnd => ({
  event: "epoch", epoch: number, update: number * 10, loss: 3 / number, held_out_accuracy: number / 10, held_out_loss: 4 / number,
  learning_rate: 0.001, seconds: number * 2, measures: { accuracy: number / 10, loss: 1 }, ...more,
}); // prettier-ignore
const end = (more: Partial<RunEnd> = {}): RunEnd => ({
  event: "end", update: 100, kept_epochs: [8, 9], held_out_accuracy: 0.9, held_out_loss: 1, measures: {}, out_of_patience: false,
  seconds: 20, ...more,
}); // prettier-ignore
const log = (entries: Entry[], status: Log["status"] = "training"): Log => ({ ...NOTHING, title: "mine", status, entries });
const reply = (lines: Entry[], first: number, more: Partial<RunLines> = {}): RunLines => ({
  id: "mine", title: "mine", status: "training", lines, first, next: first + lines.length, unreadable: 0,
  loss_floor: null, ...more,
}); // prettier-ignore

test("new lines are joined to those that are known", () => {
  const known = log([start(), epoch(1)]);
  expect(askFrom(known)).toBe(1);
  expect(joined(known, 1, reply([epoch(1), epoch(2)], 1))?.entries).toEqual([start(), epoch(1), epoch(2)]);
  expect(joined(known, 1, reply([epoch(1)], 1))?.entries).toEqual(known.entries);
});

test("a log that was cut back and went on otherwise is read anew", () => {
  const known = log([start(), epoch(1), epoch(2)]);
  expect(joined(known, 2, reply([epoch(2, { loss: 7 }), epoch(3)], 2))).toBeNull();
  expect(joined(known, 2, reply([], 2))).toBeNull();
  expect(joined(known, 2, reply([start()], 0))?.entries).toEqual([start()]);
});

test("with lines that cannot be read, all is asked for each time", () => {
  expect(askFrom({ ...log([start(), epoch(1)]), unreadable: 1 })).toBe(0);
});

test("a run under way: its rate, and the time that is left", () => {
  const found = story(log([start(), epoch(1), epoch(2)]));
  expect(found).toMatchObject({ update: 20, rate: 5, left: 16, seconds: 4, end: null });
  expect(found.happenings.map((one) => one.title)).toEqual(["Started"]);
});

test("a run that was taken up again, whose epochs happened twice", () => {
  const found = story(log([start(), epoch(1), epoch(2), epoch(3), start(20), epoch(3, { loss: 9 })]));
  expect(found.epochs.map((one) => one.loss)).toEqual([3, 1.5, 9]);
  expect(found.happenings[1]).toMatchObject({ title: "Taken up again", at: 2, mark: "resumed" });
});

test("how it ended", () => {
  const finished = story(log([start(), epoch(10), end()], "trained"));
  expect(finished.left).toBeNull();
  expect(finished.happenings.at(-1)).toMatchObject({ title: "Finished", text: expect.stringContaining("epochs 8 and 9: 90.0%") });
  expect(story(log([start(), epoch(9), end({ out_of_patience: true })], "trained")).happenings.at(-1)?.title).toBe("Out of patience");
  expect(story(log([start(), epoch(4)], "stopped")).happenings.at(-1)).toMatchObject({ title: "Stopped before its end", at: 4 });
  expect(story(log([start(), epoch(9), end({ came_apart: true })], "trained")).happenings.at(-1)?.title).toBe("Ended worse than it began");
  const interrupted: Entry = { event: "stop", update: 35, why: null };
  expect(story(log([start(), epoch(3), interrupted], "stopped")).happenings.at(-1)).toMatchObject({ title: "Interrupted", at: 3 });
  const broken: Entry = { event: "stop", update: 35, why: "the training came apart: loss nan" };
  expect(story(log([start(), epoch(3), broken], "stopped")).happenings.at(-1)?.text).toContain("The training came apart: loss nan");
  expect(story(log([start(), epoch(3), interrupted, start(30), epoch(4)])).happenings.map((one) => one.title)).toEqual(["Started", "Taken up again"]);
});

test("nothing yet, and nothing usable, is no fault", () => {
  for (const one of [log([]), log([start()]), log([end()], "trained"), log([epoch(1)])]) {
    const told = [{ name: "a", story: story(one), floor: null }];
    expect(lossChart(told, "epochs", false).series.length).toBeLessThanOrEqual(2);
    expect(entropyChart(told, "minutes")).toBeNull();
  }
});

test("curves of one run and of two", () => {
  const one = { name: "a", story: story(log([start(), epoch(1), epoch(2, { held_out_loss: null })])), floor: 0.6 };
  const alone = lossChart([one], "minutes", false);
  expect(alone.series.map((series) => [series.name, series.points.length])).toEqual([["training", 2], ["held out", 1]]);
  expect(alone.series[0]!.points[1]).toEqual({ x: 4 / 60, y: 1.5 });
  expect(alone.levels).toEqual([{ y: 0.6, title: "no lower than 0.600" }]);
  const both = measureChart([one, { ...one, name: "b" }], "epochs", "accuracy");
  expect(both.series.map((series) => [series.name, series.colour])).toEqual([["a, answers that are right", 1], ["b, answers that are right", 2]]);
  expect(measuresOf([one])).toEqual(["accuracy"]);
}); // prettier-ignore

test("few heads are lines, many are bands over each layer", () => {
  const told = (entropy: number[][]) => [{ name: "a", story: story(log([epoch(1, { attention_entropy: entropy })])), floor: null }];
  expect(entropyChart(told([[1, 2]]), "epochs")?.series.map((one) => one.name)).toEqual(["head 1", "head 2"]);
  const many = entropyChart(told([[1, 2, 3], [4, 5, 9]]), "epochs")!; // prettier-ignore
  expect(many.series[1]).toMatchObject({ name: "layer 2", points: [{ x: 1, y: 6, low: 4, high: 9 }] });
});

test("answers that stay the same are one stretch", () => {
  const said = (number: number, answer: string) =>
    epoch(number, { samples: [{ source: "7", target: "seven", answer, log_probability: -1 }] });
  const [sample] = samplesOf([said(1, "six"), said(2, "six"), epoch(3), said(4, "seven")]);
  expect(sample!.stretches.map((one) => [span(one), one.answer, one.isRight])).toEqual([
    ["1–2", "six", false], ["4", "seven", true],
  ]); // prettier-ignore
});
