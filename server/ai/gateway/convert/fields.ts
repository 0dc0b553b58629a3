import { isJsonObject, asObject, parseObject, type JsonObject } from '../../../json-object';
import { pointerPart } from '../../../json-pointer';

/** `pointer` is a JSON pointer into the body. */
export interface BodyRefusal {
  pointer: string;
  reason: string;
}

export type Converted<T> = { ok: true; value: T } | { ok: false; refused: readonly BodyRefusal[] };

/** A value of a body with its location. Refusals are collected, so that a caller reads all of them at once. */
export interface BodyField {
  readonly value: unknown;
  readonly pointer: string;
  readonly refused: BodyRefusal[];
}

const MAX_REFUSED = 50;
const MAX_ITEMS = 100_000;

/** A list of a million faults would block the server for seconds. */
class RefusedEnough extends Error {}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function convertBody<T>(body: unknown, convert: (field: BodyField) => T): Converted<T> {
  const refused: BodyRefusal[] = [];
  const field: BodyField = { value: body, pointer: '', refused };
  if (!isJsonObject(body)) return { ok: false, refused: [{ pointer: '', reason: 'Must be a JSON object.' }] };

  try {
    const value = convert(field);
    return refused.length === 0 ? { ok: true, value } : { ok: false, refused };
  } catch (error) {
    if (error instanceof RefusedEnough) return { ok: false, refused };
    throw error;
  }
}

export const at = (field: BodyField, key: string | number): BodyField => ({
  value: (field.value as JsonObject | null | undefined)?.[key],
  pointer: field.pointer + pointerPart(key),
  refused: field.refused,
});

export function refuse(field: BodyField, reason: string): undefined {
  field.refused.push({ pointer: field.pointer, reason });
  if (field.refused.length >= MAX_REFUSED) throw new RefusedEnough();
  return undefined;
}

export const isAbsent = ({ value }: BodyField): boolean => value === undefined || value === null;

/** The text of a field, or `''` with a refusal. */
export function requireText(field: BodyField): string {
  if (typeof field.value === 'string') return field.value;
  refuse(field, isAbsent(field) ? 'Is required.' : 'Must be a string.');
  return '';
}

export function requireItems(field: BodyField): BodyField[] {
  if (Array.isArray(field.value)) {
    if (field.value.length <= MAX_ITEMS) return field.value.map((_, index) => at(field, index));
    refuse(field, `Must have at most ${MAX_ITEMS} items.`);
    return [];
  }
  refuse(field, isAbsent(field) ? 'Is required.' : 'Must be an array.');
  return [];
}

export function requireObject(field: BodyField): JsonObject | undefined {
  return isJsonObject(field.value) ? field.value : refuse(field, 'Must be an object.');
}

const asksNothing = (value: unknown): boolean =>
  !value || (Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0);

export function refuseMembers(field: BodyField, reasons: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(reasons)) {
    const member = at(field, name);
    if (!asksNothing(member.value)) refuse(member, reason);
  }
}

/** Refuses members of a nested object that the conversion does not know, since nothing is dropped silently. */
export function allowMembers(field: BodyField, ...known: string[]): void {
  for (const [name, value] of Object.entries(asObject(field.value)))
    if (!known.includes(name) && !asksNothing(value)) refuse(at(field, name), 'Cannot be converted for this provider.');
}

/** Members that no conversion knows: they are the provider’s own, and it decides on them. */
export function unknownMembers(field: BodyField, known: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(asObject(field.value)).filter(([name]) => !known.has(name)));
}

export function present<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** Calls without arguments are sent as empty text. */
export const parseArguments = (text: string): JsonObject | undefined => (text.trim() === '' ? {} : parseObject(text));
