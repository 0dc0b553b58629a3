import type { JsonValue } from '../../../../shared/automation/json';

/** The JSON object in a text; an empty one where nothing is typed, undefined where it is none. */
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
