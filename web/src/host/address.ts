/** The page's address: which page, and a lab's state, in the part after `#`. */
import type { Json } from "../contract";

export type Place = { page: string; id: string; state: Record<string, Json> };

/** `#/lab/alignment?text=427&layer=!2`: a text stands as it is, anything else is JSON after `!`. */
export function parsed(hash: string): Place {
  const [path = "", query = ""] = splitOnce(hash.replace(/^#\/?/, ""), "?");
  const [page = "", id = ""] = splitOnce(path, "/");
  const state: Record<string, Json> = {};
  for (const [key, value] of new URLSearchParams(query)) state[key] = read(value);
  return { page: page || "home", id: safely(decodeURIComponent, id), state };
}

export function written({ page, id, state }: Place): string {
  const path = page === "home" ? "" : id ? `${page}/${encodeURIComponent(id)}` : page;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) {
    query.set(key, typeof value === "string" && !value.startsWith("!") ? value : `!${JSON.stringify(value)}`);
  }
  const text = query.toString();
  return `#/${path}${text && `?${text}`}`;
}

function read(value: string): Json {
  return value.startsWith("!") ? safely((text) => JSON.parse(text) as Json, value.slice(1), value) : value;
}

/** An address may be typed or cut by hand: what cannot be read stays a text. */
function safely<T>(reader: (text: string) => T, text: string, otherwise: T | string = text): T {
  try {
    return reader(text);
  } catch {
    return otherwise as T;
  }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
