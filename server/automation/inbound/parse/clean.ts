import type { JsonValue } from '../../../../shared/automation/json';
import { withoutMarks } from '../../templates/marks';

export const cleanText = (text: string): string =>
  SUSPECT.test(text) ? withoutMarks(text).replaceAll('\0', '').toWellFormed() : text;

/** Candidates for removal: NUL, marks, and surrogates, which may be unpaired. */
// oxlint-disable-next-line no-control-regex
const SUSPECT = /[\0\uD800-\uDFFF\uE000-\uE0FF]/;

/** Also removes `__proto__`. */
export function clean(value: unknown): JsonValue {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === 'object' && value !== null) {
    const cleaned: { [name: string]: JsonValue } = {};
    for (const [given, inner] of Object.entries(value)) {
      const name = cleanText(given);
      if (name !== '__proto__') cleaned[name] = clean(inner);
    }
    return cleaned;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
