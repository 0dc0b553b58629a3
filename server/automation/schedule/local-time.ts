const DEFAULT_ZONE = 'UTC';

export const zoneOf = ({ timezone }: { timezone?: string | undefined }): string => timezone ?? DEFAULT_ZONE;

/**
 * The instant of a time that a caller gave. One without an offset is read in the zone: where the clock skips it, the
 * instant after the gap; where it comes twice, the first.
 */
export function instantOf(text: string, timezone: string): Date {
  if (/(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(text)) return new Date(text);
  return instantOfLocal(Temporal.PlainDateTime.from(text), timezone);
}

/** As `instantOf`, of a time of the wall clock. */
export function instantOfLocal(local: Temporal.PlainDateTime, timezone: string): Date {
  const earlier = local.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return dateOf(earlier);
  // Within a gap `earlier` lies before it: the next change of the clock is its end.
  return dateOf(earlier.getTimeZoneTransition('next') ?? earlier);
}

export const zonedAt = (at: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);

const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
