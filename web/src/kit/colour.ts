/** Colours of numbers: Cividis for 0…1, blue to orange around 0; and the ink that reads on them. */

export type Rgb = readonly [number, number, number];

// Seventeen even steps (Nuñez, Anderton and Renslow 2018), as predictor/visible.py has them.
const CIVIDIS = [
  "00224e", "002e6a", "1a386f", "32436d", "434e6c", "535a6d", "61656f", "6f7073", "7d7c78",
  "8c8878", "9b9476", "aba072", "bcae6c", "cdbb63", "dec958", "f0d846", "fee838",
].map(bytes); // prettier-ignore

const VIRIDIS = [
  "440154", "481769", "472a7a", "433d84", "3d4e8a", "355e8d", "2e6d8e", "297b8e", "23898e",
  "1f978b", "21a585", "2eb37c", "46c06f", "65cb5e", "89d548", "b0dd2f", "fde725",
].map(bytes); // prettier-ignore

// Blue below zero, orange above, a light middle: even steps in lightness on both sides.
const DIVERGING = [
  "0b4a8f", "2f6cb0", "5f92cb", "96b9e0", "c9dcef", "f4f2ee", "f7d7bb", "f0b183", "e08a4c",
  "c4641f", "983f00",
].map(bytes); // prettier-ignore

function bytes(hex: string): Rgb {
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function between(scale: Rgb[], share: number): Rgb {
  const place = Math.min(Math.max(share, 0), 1) * (scale.length - 1);
  const left = Math.min(Math.floor(place), scale.length - 2);
  const [low, high] = [scale[left]!, scale[left + 1]!];
  return low.map((a, i) => Math.round(a + (high[i]! - a) * (place - left))) as unknown as Rgb;
}

export const cividis = (share: number): Rgb => between(CIVIDIS, share);
export const viridis = (share: number): Rgb => between(VIRIDIS, share);

/** −1…1 around 0. */
export const diverging = (value: number): Rgb => between(DIVERGING, (value + 1) / 2);

export const css = ([r, g, b]: Rgb): string => `rgb(${r} ${g} ${b})`;

export const hex = (colour: Rgb): string => `#${colour.map((one) => one.toString(16).padStart(2, "0")).join("")}`;

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((level) => {
    const part = level / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Black or white, whichever reads better (WCAG's contrast). */
export const inkOn = (colour: Rgb): string => (luminance(colour) > 0.179 ? "#000000" : "#ffffff");

/** How a kind of number is coloured; the range comes from the kind, not from what happens to be there. */
export interface Scale {
  low: number;
  high: number;
  colour: (value: number) => Rgb;
  /** What its colours mean, for the legend. */
  name: string;
}

/** Weights and probabilities. */
export const weights: Scale = { low: 0, high: 1, colour: cividis, name: "weight" };

export const probabilities: Scale = { low: 0, high: 1, colour: cividis, name: "probability" };

/** Numbers around zero, alike on both sides: the range is given, or the largest of them. */
export function signed(most: number, name = "value"): Scale {
  const range = most > 0 ? most : 1;
  return { low: -range, high: range, colour: (value) => diverging(value / range), name };
}
