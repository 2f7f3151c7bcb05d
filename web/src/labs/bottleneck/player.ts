/** Writing again, symbol by symbol; at once for those who asked for less motion. */

/** Milliseconds a symbol: slow enough to read, quick enough for 24 of them. */
const STEP = 180;

export interface Player {
  /** Symbols written; null for all. */
  readonly at: number | null;
  readonly playing: boolean;
  start: (longest: number) => void;
  to: (at: number) => void;
  /** All is written, and nothing moves. */
  whole: () => void;
}

export function player(moved: () => void, isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches): Player {
  let at: number | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const set = (to: number | null) => {
    at = to;
    moved();
  };
  return {
    get at() {
      return at;
    },
    get playing() {
      return timer !== undefined;
    },
    start(longest) {
      stop();
      if (isCalm()) return set(null);
      timer = setInterval(() => {
        if ((at ?? 0) + 1 >= longest) stop();
        set(timer ? (at ?? 0) + 1 : null);
      }, STEP);
      set(0);
    },
    to(to) {
      stop();
      set(to);
    },
    whole() {
      stop();
      if (at !== null) set(null);
    },
  };
}
