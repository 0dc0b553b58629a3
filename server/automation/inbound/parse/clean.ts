import type { Json } from '../../../../shared/automation/json';
import { withoutMarks } from '../../templates/marks';

/** Text that every database stores and that forges no mark of ours. */
export const cleanText = (text: string): string => withoutMarks(text).replaceAll('\0', '').toWellFormed();

/** A value of a stranger’s, with clean texts and names; `__proto__` is none. */
export function clean(value: unknown): Json {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([name]) => name !== '__proto__');
    return Object.fromEntries(entries.map(([name, inner]) => [cleanText(name), clean(inner)]));
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
