export const timeText = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A client that sends the whole object back does not set a new time. */
export const isSameTime = (given: string | null, current: Date | null): boolean =>
  given !== null && new Date(given).getTime() === current?.getTime();
