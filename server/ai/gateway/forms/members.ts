import { isJsonObject, type JsonObject, asObjects } from '../../../json-object';
import type { StreamEvent } from '../form';

export function objectIn(data: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = data?.[name];
  return isJsonObject(value) ? value : undefined;
}

export const listIn = (data: JsonObject | undefined, name: string): JsonObject[] => asObjects(data?.[name]);

export function numberIn(data: JsonObject | undefined, name: string): number | undefined {
  const value = data?.[name];
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Far more than a call can have, and so few that the sums of all calls stay exact. */
const MAX_TOKENS = 1e9;

export function tokensIn(data: JsonObject | undefined, name: string): number | undefined {
  const value = numberIn(data, name);
  return value === undefined || !Number.isInteger(value) || value > MAX_TOKENS ? undefined : value;
}

export const changed = ({ event }: StreamEvent, json: JsonObject): Pick<StreamEvent, 'event' | 'data'> => ({
  event,
  data: JSON.stringify(json),
});
