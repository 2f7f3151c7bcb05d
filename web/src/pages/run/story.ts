/** What a log tells: where the run stands, how fast it is, and what happened on the way. */
import { count, counted, duration, percent } from "../../kit/format";
import type { EpochEnd, RunEnd, RunStart, RunStop } from "../../traces";
import type { Log } from "./follow";

export interface Happening {
  /** In epochs, a part of one where it came in between. */
  at: number;
  title: string;
  text: string;
  /** The word for it in a chart; none where a mark would only be in the way. */
  mark?: string;
}

export interface Story {
  /** The latest start; earlier ones are among what happened. */
  start: RunStart | null;
  epochs: EpochEnd[];
  end: RunEnd | null;
  update: number;
  /** Updates a second, of late. */
  rate: number | null;
  /** Seconds of training so far, pauses left out. */
  seconds: number;
  /** Seconds that are left at this rate. */
  left: number | null;
  happenings: Happening[];
}

/** As many epochs as the rate is taken over: it is to follow a machine that gets busy. */
const OF_LATE = 5;

export function story(log: Log): Story {
  const epochs: EpochEnd[] = [];
  const starts: RunStart[] = [];
  let end: RunEnd | null = null;
  let stop: RunStop | null = null;
  for (const entry of log.entries) {
    if (entry.event === "start") {
      starts.push(entry);
      end = stop = null;
    } else if (entry.event === "epoch") {
      while (epochs.length && epochs.at(-1)!.epoch >= entry.epoch) epochs.pop();
      epochs.push(entry);
    } else if (entry.event === "end") end = entry;
    else stop = entry;
  }
  const start = starts.at(-1) ?? null;
  const last = epochs.at(-1);
  const update = Math.max(last?.update ?? 0, start?.update ?? 0);
  const rate = rateOf(epochs);
  const left = rate && start && !end ? Math.max(start.updates - update, 0) / rate : null;
  const seconds = end?.seconds ?? last?.seconds ?? 0;
  return { start, epochs, end, update, rate, seconds, left, happenings: happenings(log, starts, epochs, end ?? stop) };
}

function rateOf(epochs: readonly EpochEnd[]): number | null {
  const last = epochs.at(-1);
  if (!last) return null;
  const before = epochs.at(-1 - OF_LATE) ?? { update: 0, seconds: 0 };
  const [updates, seconds] = [last.update - before.update, last.seconds - before.seconds];
  return updates > 0 && seconds > 0 ? updates / seconds : null;
}

function happenings(log: Log, starts: RunStart[], epochs: EpochEnd[], over: RunEnd | RunStop | null): Happening[] {
  const found: Happening[] = starts.map((one, i) => {
    const at = one.updates ? (one.update / one.updates) * one.epochs : 0;
    if (i === 0 && one.update === 0) return { at: 0, title: "Started", text: begun(one) };
    return { at, title: "Taken up again", mark: "resumed", text: `After ${counted(one.update, "update")}. ${where(one)}` };
  });
  const last = epochs.at(-1)?.epoch ?? found.at(-1)?.at ?? 0;
  if (over?.event === "end") found.push(...ended(over, last));
  else if (over?.why) found.push({ at: last, title: "Came apart", mark: "came apart", text: `${sentence(over.why)} ${SAVED}` });
  else if (over) found.push({ at: last, title: "Interrupted", mark: "interrupted", text: `${SAVED} ${RESUMED}` });
  else if (log.status === "stopped") {
    found.push({ at: last, title: "Stopped before its end", mark: "stopped", text: `It was killed. ${SAVED} ${RESUMED}` });
  }
  return found;
}

function ended(end: RunEnd, last: number): Happening[] {
  const kept = end.kept_epochs;
  const which = kept.length > 1 ? `The model has the mean of the weights of epochs ${listed(kept)}` : `The model has the weights of epoch ${listed(kept)}`;
  const good = end.held_out_accuracy === null ? "" : `: ${percent(end.held_out_accuracy)} of held-out pairs right`;
  const text = `${kept.length ? `${which}${good}.` : ""} It took ${duration(end.seconds)}.`.trim();
  return [
    ...kept.filter((one) => one !== last).map((one, i): Happening => ({ at: one, title: "", text: "", mark: i ? " " : "kept" })),
    end.out_of_patience
      ? { at: last, title: "Out of patience", mark: "out of patience", text: `No better for a while, so it stopped by itself. ${text}` }
      : end.came_apart
        ? { at: last, title: "Ended worse than it began", mark: "came apart", text: `Its loss is above where it began, or above what guessing costs. ${text}` }
        : { at: last, title: "Finished", text },
  ];
}

const SAVED = "What was saved last is kept.";
const RESUMED = "seq2see train … --resume goes on from there.";
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const listed = (numbers: readonly number[]): string =>
  numbers.length > 1 ? `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}` : String(numbers[0] ?? "–");

const where = (one: RunStart): string => `On ${one.device}, ${counted(one.threads, "thread")}.`;

function begun(one: RunStart): string {
  const pairs = `${counted(one.training_pairs, "pair")} to learn from, ${count(one.held_out_pairs)} held out`;
  return `${one.recipe}: ${counted(one.parameters, "parameter")}; ${pairs}; seed ${one.seed}. ${where(one)}`;
}
