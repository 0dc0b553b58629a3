import type { JsonRecord, StreamEvent } from '../form';

export const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member if it is an object. */
export function objectIn(data: JsonRecord | undefined, name: string): JsonRecord | undefined {
  const value = data?.[name];
  return isJsonRecord(value) ? value : undefined;
}

/** The objects in a member that is a list. */
export function listIn(data: JsonRecord | undefined, name: string): JsonRecord[] {
  const value = data?.[name];
  return Array.isArray(value) ? value.filter(isJsonRecord) : [];
}

/** The member if it is a number that is not negative. */
export function numberIn(data: JsonRecord | undefined, name: string): number | undefined {
  const value = data?.[name];
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Far more than a call can have, and so few that the sums of all calls stay exact. */
const MAX_TOKENS = 1e9;

/** The member if it is a whole number of tokens that a call can have. */
export function tokensIn(data: JsonRecord | undefined, name: string): number | undefined {
  const value = numberIn(data, name);
  return value === undefined || !Number.isInteger(value) || value > MAX_TOKENS ? undefined : value;
}

/** The event with other data. */
export const changed = ({ event }: StreamEvent, json: JsonRecord): Pick<StreamEvent, 'event' | 'data'> => ({
  event,
  data: JSON.stringify(json),
});
