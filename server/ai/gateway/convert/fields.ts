/** What of a body cannot be said in the other form, and why; `pointer` is a JSON pointer into that body. */
export interface BodyRefusal {
  pointer: string;
  reason: string;
}

export type Converted<T> = { ok: true; value: T } | { ok: false; refused: readonly BodyRefusal[] };

export type JsonMembers = Readonly<Record<string, unknown>>;

/** A value of a body with its place. What is refused is collected, so that a caller reads all of it at once. */
export interface BodyField {
  readonly value: unknown;
  readonly pointer: string;
  readonly refused: BodyRefusal[];
}

const MAX_REFUSED = 50;

export const isMembers = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): JsonMembers => (isMembers(value) ? value : {});

export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function convertBody<T>(body: unknown, convert: (field: BodyField) => T): Converted<T> {
  const refused: BodyRefusal[] = [];
  const field: BodyField = { value: body, pointer: '', refused };
  if (!isMembers(body)) return { ok: false, refused: [{ pointer: '', reason: 'Must be a JSON object.' }] };

  const value = convert(field);
  return refused.length === 0 ? { ok: true, value } : { ok: false, refused: refused.slice(0, MAX_REFUSED) };
}

export const at = (field: BodyField, key: string | number): BodyField => ({
  value: (field.value as JsonMembers | null | undefined)?.[key],
  pointer: `${field.pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
  refused: field.refused,
});

export function refuse(field: BodyField, reason: string): undefined {
  field.refused.push({ pointer: field.pointer, reason });
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
  if (Array.isArray(field.value)) return field.value.map((_, index) => at(field, index));
  refuse(field, isAbsent(field) ? 'Is required.' : 'Must be an array.');
  return [];
}

export function requireObject(field: BodyField): JsonMembers | undefined {
  return isMembers(field.value) ? field.value : refuse(field, 'Must be an object.');
}

/** Whether a member asks for nothing: absent, off, zero or empty. */
const asksNothing = (value: unknown): boolean =>
  !value || (Array.isArray(value) ? value.length === 0 : isMembers(value) && Object.keys(value).length === 0);

/** Refuses each member that asks for something, with its reason. */
export function refuseMembers(field: BodyField, reasons: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(reasons)) {
    const member = at(field, name);
    if (!asksNothing(member.value)) refuse(member, reason);
  }
}

/** Refuses members of a nested object that the conversion does not know, since nothing is left out unsaid. */
export function allowMembers(field: BodyField, ...known: string[]): void {
  for (const [name, value] of Object.entries(membersOf(field.value)))
    if (!known.includes(name) && !asksNothing(value)) refuse(at(field, name), 'Cannot be converted for this provider.');
}

/** Members that no conversion knows: they are the provider’s own, and it decides on them. */
export function unknownMembers(field: BodyField, known: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(membersOf(field.value)).filter(([name]) => !known.has(name)));
}

/** An object without its members that are `undefined`. */
export function present<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}

/** A JSON object from text; empty text is an empty object, as calls without arguments are sent. */
export function parseObject(text: string): JsonMembers | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
