import { steadyNow } from '../../../clock';

export interface Clock {
  readonly now: () => number;
  /** The returned function cancels it. */
  after(milliseconds: number, work: () => void): () => void;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

export const steadyClock: Clock = {
  now: steadyNow,
  after(milliseconds, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, milliseconds), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
