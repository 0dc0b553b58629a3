import type { JsonValue } from '../../../../shared/automation/json';

/** The JSON object in a text; empty text is an empty object, invalid JSON undefined. */
export function objectIn(typed: string): Record<string, JsonValue> | undefined {
  if (typed.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, JsonValue>)
      : undefined;
  } catch {
    return undefined;
  }
}
