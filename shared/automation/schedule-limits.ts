export const SCHEDULE_LIMITS = {
  delaySeconds: 31_536_000,
  jitterSeconds: 3600,
  slots: 24,
  /** Occurrences to check for a free one. */
  occurrences: 500,
  /** Instants up to this long ago count as now. */
  lateSeconds: 60,
} as const;
