export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const recordsOf = (value: unknown): Json[] => listOf(value).filter(isRecord);

/** Ids and times may be numbers or strings. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A length in bytes. */
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
