/** One symbol of a text so that all of it can be seen, and none of it can disturb its neighbours. */
import { html, type TemplateResult } from "lit-html";

/** As Python's `Symbol`, as far as drawing goes. */
export interface Sign {
  text: string;
  special?: boolean;
  unknown?: boolean;
}

export const SPACE = "␣";
export const UNKNOWN = "not in the model's vocabulary; it sees <unk> instead";
const JOINERS = "\u200c\u200d";
/** Can reorder or hide neighbours, look like a plain space, or have no agreed shape. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zs}\p{Zl}\p{Zp}]/u;

/** `␣`, `␊`, `\u200b`, `◌́`: as predictor/visible.py writes it. */
export function visible(text: string): string {
  if (!text) return "∅";
  const characters = [...text];
  const shown = characters.map((char, place) =>
    JOINERS.includes(char) && place > 0 && place < characters.length - 1 ? char : visibleCharacter(char),
  );
  return (/^\p{M}/u.test(text) ? "◌" : "") + shown.join("");
}

function visibleCharacter(char: string): string {
  const code = char.codePointAt(0)!;
  if (char === " ") return SPACE;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  if (!UNSEEN.test(char)) return char;
  const hex = code.toString(16);
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** A special symbol is written ‹eos›, so that it can never be taken for a text that spells it. */
export function shown(sign: Sign): string {
  return sign.special ? sign.text.replace(/^<(.*)>$/, "‹$1›") : visible(sign.text);
}

/** Spoken: "end of answer" says more than "eos". */
export function spoken(sign: Sign): string {
  if (!sign.special) return sign.text === " " ? "space" : shown(sign);
  return { "<eos>": "end", "<bos>": "start", "<pad>": "padding", "<unk>": "unknown" }[sign.text] ?? sign.text;
}

/** Cut to about `most` characters, never inside one that people see as one. */
export function short(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...new Intl.Segmenter().segment(text)].map((part) => part.segment);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

export const kind = (sign: Sign): string => (sign.special ? "special" : sign.unknown ? "unknown" : "");

/** A symbol in running text, set apart from text that runs the other way. */
export function symbol(sign: Sign): TemplateResult {
  return html`<bdi class="symbol ${kind(sign)}" title=${sign.unknown ? UNKNOWN : shown(sign)}>${shown(sign)}</bdi>`;
}

/** A whole source or answer: words keep their spaces, all other spaces are shown. */
export function line(signs: readonly Sign[], between = ""): TemplateResult {
  return html`<span class="line">${
    signs.length ? signs.map((sign, place) => html`${place ? between : ""}${symbol(sign)}`) : "∅"
  }</span>`;
}
