export const timeText = (time: Date | null): string | null => time?.toISOString() ?? null;

export const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

/** A client that sends the whole object back does not set a new time. */
export const isSameTime = (given: string | null, current: Date | null): boolean =>
  given !== null && new Date(given).getTime() === current?.getTime();
