/** Ids and times may be numbers or strings. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function sizeOf(value: unknown): number | undefined {
  const size = numberOf(value);
  return size !== undefined && Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}

const LAST_SECOND = 253_402_300_799;

/** Unix seconds. */
export function timeOf(value: unknown): Date | undefined {
  const seconds = numberOf(value);
  // Times without a four-digit year cannot be stored.
  return seconds === undefined || seconds < 0 || seconds > LAST_SECOND ? undefined : new Date(seconds * 1000);
}
