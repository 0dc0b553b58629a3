interface Rest {
  until: number;
  /** A hint does not cut it short. */
  isFirm: boolean;
}

function count(of: Map<string, number>, lane: string): number {
  const times = (of.get(lane) ?? 0) + 1;
  of.set(lane, times);
  return times;
}

/** Lanes that are left alone for a while, by a clock that does not jump. */
export function createRests() {
  const resting = new Map<string, Rest>();
  const failures = new Map<string, number>();
  const empties = new Map<string, number>();
  function isResting(lane: string): boolean {
    const rest = resting.get(lane);
    if (rest === undefined) return false;
    if (rest.until > performance.now()) return true;
    resting.delete(lane);
    return false;
  }

  return {
    isResting,
    /** Returns for how long. */
    rest(lane: string, { ms, isFirm }: { ms: number; isFirm: boolean }): number {
      resting.set(lane, { until: performance.now() + ms, isFirm });
      return ms;
    },
    fail: (lane: string): number => count(failures, lane),
    failures: (lane: string): number => failures.get(lane) ?? 1,
    /** How often a sweep has found work of the lane of which nothing could be claimed. */
    empty: (lane: string): number => count(empties, lane),
    forget(lane: string): void {
      failures.delete(lane);
      empties.delete(lane);
    },
    /** True when the lane may run now. */
    wake(lane: string): boolean {
      if (isResting(lane) && resting.get(lane)?.isFirm) return false;
      resting.delete(lane);
      return true;
    },
    wakeAll(): void {
      for (const [lane, { isFirm }] of resting) if (!isFirm) resting.delete(lane);
      empties.clear();
    },
    /** Until the first rest is over. */
    nextMs(): number {
      let next = Infinity;
      for (const [lane, { until }] of resting) {
        if (isResting(lane)) next = Math.min(next, until - performance.now());
      }
      return next;
    },
  };
}
