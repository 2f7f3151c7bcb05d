/** The lab's task: find the word that looks furthest ahead of the word before it. */
import { furthest, jump, jumpInWords } from "./looking";
import { task } from "../../kit/status";
import { short, spoken } from "../../kit/symbol";
import type { Picture } from "./weights";

/** What is asked, and whether the row chosen answers it. */
export function verdict(picture: Picture, chosen: number | null): { done: boolean; says: string; asks: string } {
  const sought = furthest(picture);
  if (!sought) {
    return { done: false, asks: even(picture), says: "" };
  }
  const [way, more] = sought.by > 0 ? ["ahead", "further ahead"] : ["back", "further back"];
  const asks = `From one word to the next, the look moves along the source. Find the word where it moves furthest ${way}. Click it, or move to it and press Enter.`;
  const row = chosen === null ? -1 : picture.places.indexOf(chosen);
  if (row < 0) return { done: false, asks, says: "" };
  const name = short(spoken(picture.rows[row]!), 30);
  if (sought.rows.includes(row)) return { done: true, asks, says: `Found: ${name} looks ${jumpInWords(picture, row)}.` };
  const far = jump(picture, row) === null ? "has no word before it" : `looks ${jumpInWords(picture, row)}`;
  return { done: false, asks, says: `Not yet: ${name} ${far}. Another one looks ${more}.` };
}

/** Why there is nothing to find. */
function even(picture: Picture): string {
  const step = picture.rows.map((_, row) => jump(picture, row)).find((one) => one !== null) ?? 0;
  const all = step === 0 ? "Here no word looks elsewhere than the word before it."
    : `Here each word looks ${step > 0 ? "ahead" : "back"} by the same step: ${Math.abs(step)}.`; // prettier-ignore
  return `${all} Try another text, in which one of them stands out.`;
}

export function taskOf(picture: Picture, chosen: number | null) {
  const { done, says, asks } = verdict(picture, chosen);
  return task(asks, says, done);
}
