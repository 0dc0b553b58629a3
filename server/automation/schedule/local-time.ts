import { isTimezone } from '../../../shared/timezone';

const DEFAULT_ZONE = 'UTC';

/** A stored zone that the runtime no longer knows counts as UTC, so that other work continues. */
export const zoneOf = ({ timezone }: { timezone?: string | undefined }): string =>
  timezone !== undefined && isTimezone(timezone) ? timezone : DEFAULT_ZONE;

/** A local time in a gap is the instant after it, and a repeated one is the first. */
export function instantOf(text: string, timezone: string): Date {
  if (/(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(text)) return new Date(text);
  return instantOfLocal(Temporal.PlainDateTime.from(text), timezone);
}

export function instantOfLocal(local: Temporal.PlainDateTime, timezone: string): Date {
  const earlier = local.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return dateOf(earlier);
  // `earlier` lies before the gap, so the next transition is its end.
  return dateOf(earlier.getTimeZoneTransition('next') ?? earlier);
}

export const zonedAt = (at: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);

const dateOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
