import { MINUTE_MS } from '../../../shared/durations';

/** `2026-11-21T09:30` here, as date fields have it. */
export function localTime(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
