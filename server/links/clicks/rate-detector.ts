import { MINUTE_MS } from '../../../shared/durations';
import { MAX_CLICKS_PER_MINUTE } from '../../../shared/links/click-rate';

export function createRateDetector() {
  let minute = 0;
  let counts = new Map<bigint, number>();
  return {
    isOverLimit(visitor: bigint, at: number): boolean {
      const own = Math.floor(at / MINUTE_MS);
      if (own > minute) [minute, counts] = [own, new Map()];
      const count = (counts.get(visitor) ?? 0) + 1;
      counts.set(visitor, count);
      return count > MAX_CLICKS_PER_MINUTE;
    },
    forget: () => counts.clear(),
  };
}
