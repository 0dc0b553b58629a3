const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Who clicks one link more than thirty times a minute is no human. It forgets at a restart, which does no harm. */
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
      return count > MOST_A_MINUTE;
    },
    forget: () => counts.clear(),
  };
}
