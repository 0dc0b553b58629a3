import { MAX_CLICKS_PER_MINUTE } from '../../../shared/links/click-rate';

const MINUTE_MS = 60_000;

/** A visitor who clicks one link more often than `MAX_CLICKS_PER_MINUTE` is a bot. The counts start again at zero after a restart, which is harmless. */
export function createRate() {
  let minute = 0;
  let counts = new Map<bigint, number>();
  return {
    /** Counts a click of a visitor, who is a visitor of one link. */
    isTooFast(visitor: bigint, at: number): boolean {
      const own = Math.floor(at / MINUTE_MS);
      if (own > minute) [minute, counts] = [own, new Map()];
      const count = (counts.get(visitor) ?? 0) + 1;
      counts.set(visitor, count);
      return count > MAX_CLICKS_PER_MINUTE;
    },
    forget: () => counts.clear(),
  };
}
