import type { JsonValue } from '../../../../shared/automation/json';
import { pathOf, shortValue } from './paths';

export interface FieldOption {
  /** As templates and conditions read it: `event.data.content.text`. */
  path: string;
  /** The value of the sample. */
  value: JsonValue;
  /** The same, short. */
  shown: string;
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 300;

/** Every value below a root. Of a list, its first item: the others have the same shape. */
export function fieldsOf(root: string, value: unknown): FieldOption[] {
  const found: FieldOption[] = [];
  const walk = (at: JsonValue, keys: readonly (string | number)[]): void => {
    if (found.length >= MAX_FIELDS) return;
    if (typeof at !== 'object' || at === null) {
      found.push({ path: pathOf(root, keys), value: at, shown: shortValue(at) });
      return;
    }
    if (keys.length >= MAX_DEPTH) return;
    const entries: [string | number, JsonValue][] = Array.isArray(at)
      ? at.slice(0, 1).map((item) => [0, item])
      : Object.entries(at);
    for (const [key, item] of entries) walk(item, [...keys, key]);
  };
  if (typeof value === 'object' && value !== null) walk(value as JsonValue, []);
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const READ_BY_PEOPLE = /(?:^|[._])(?:text|name|title|url|phone|email|status|type|reason|amount|slug)$/;

/** What people look for first, then values, then ids, then what is empty. */
function rankOf({ path, value }: FieldOption): number {
  if (value === null || value === '') return 3;
  if (/(?:^|[._])(?:id|object|sequence)$/.test(path)) return 2;
  return READ_BY_PEOPLE.test(path) ? 0 : 1;
}

/** Those with every word that was typed in their path or value. */
export function matchingFields(fields: readonly FieldOption[], typed: string): FieldOption[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return fields.filter(({ path, shown }) => words.every((word) => `${path} ${shown}`.toLowerCase().includes(word)));
}
