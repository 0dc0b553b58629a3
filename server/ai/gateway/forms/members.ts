import type { Json } from '../form';

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member if it is an object. */
export function objectIn(data: Json | undefined, name: string): Json | undefined {
  const value = data?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects in a member that is a list. */
export function listIn(data: Json | undefined, name: string): Json[] {
  const value = data?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The member if it is a number that is not negative. */
export function numberIn(data: Json | undefined, name: string): number | undefined {
  const value = data?.[name];
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** The member if it is a whole number of tokens. */
export function tokensIn(data: Json | undefined, name: string): number | undefined {
  const value = numberIn(data, name);
  return value === undefined || !Number.isSafeInteger(value) ? undefined : value;
}
