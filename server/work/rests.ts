interface Rest {
  until: number;
  isFirm: boolean;
}

function count(of: Map<string, number>, lane: string): number {
  const times = (of.get(lane) ?? 0) + 1;
  of.set(lane, times);
  return times;
}

export function createRests() {
  const resting = new Map<string, Rest>();
  const failures = new Map<string, number>();
  const empties = new Map<string, number>();
  function leftMs(lane: string): number {
    const rest = resting.get(lane);
    if (rest === undefined) return 0;
    const left = rest.until - performance.now();
    if (left <= 0) resting.delete(lane);
    return Math.max(0, left);
  }

  const mustRest = (lane: string): boolean => leftMs(lane) > 0 && resting.get(lane)?.isFirm === true;

  return {
    mustRest,
    /** Milliseconds until the rest of the lane ends. */
    leftMs,
    rest(lane: string, { ms, isFirm }: { ms: number; isFirm: boolean }): number {
      resting.set(lane, { until: performance.now() + ms, isFirm });
      return ms;
    },
    fail: (lane: string): number => count(failures, lane),
    failures: (lane: string): number => failures.get(lane) ?? 1,
    empty: (lane: string): number => count(empties, lane),
    forget(lane: string): void {
      failures.delete(lane);
      empties.delete(lane);
    },
    wake(lane: string): boolean {
      if (mustRest(lane)) return false;
      resting.delete(lane);
      return true;
    },
    wakeAll(): void {
      for (const [lane, { isFirm }] of resting) if (!isFirm) resting.delete(lane);
      empties.clear();
    },
  };
}
