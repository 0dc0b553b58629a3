interface Attempts {
  succeeded: number;
  failed: number;
}

/** What counts as recent: the last hours until there are that many attempts. */
const RECENT_ATTEMPTS = 20;
/** Fewer say nothing about a receiver. */
const FEWEST_ATTEMPTS = 10;
const STABLE_RATE = 0.9;

const sumOf = (hours: readonly Attempts[]): Attempts => ({
  succeeded: hours.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: hours.reduce((sum, { failed }) => sum + failed, 0),
});

/** Share of the attempts that succeeded, 0 to 1; null without attempts. */
export function successRate(hours: readonly Attempts[]): number | null {
  const { succeeded, failed } = sumOf(hours);
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

/** Whether too many of the recent attempts failed. `hours` are those of the last day, oldest first. */
export function isUnstable(hours: readonly Attempts[]): boolean {
  const recent: Attempts[] = [];
  let attempts = 0;
  for (const hour of hours.toReversed()) {
    if (attempts >= RECENT_ATTEMPTS) break;
    recent.push(hour);
    attempts += hour.succeeded + hour.failed;
  }
  const rate = successRate(recent);
  return attempts >= FEWEST_ATTEMPTS && rate !== null && rate < STABLE_RATE;
}
