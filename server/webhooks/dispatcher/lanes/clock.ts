import { steadyNow } from '../../../clock';

/** Time of what is scheduled; tests put their own in its place. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `work` after so many milliseconds; the returned function takes that back. */
  after(milliseconds: number, work: () => void): () => void;
}

/** Longest that a timer of the engine takes. */
const LONGEST_MS = 2 ** 31 - 1;

export const steadyClock: Clock = {
  now: steadyNow,
  after(milliseconds, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, milliseconds), LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
