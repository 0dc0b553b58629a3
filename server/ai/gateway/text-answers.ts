import { badAnswer } from './failure';

/** A browser renders none of them as a page. */
const TEXT_TYPES = new Set(['text/plain', 'text/vtt', 'application/x-subrip', 'application/srt', 'text/srt']);

/** Undefined for JSON. Throws for types that are not allowed. */
export function textTypeOf(contentType: string | null): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'text/plain';
  if (type === 'application/json') return undefined;
  if (!TEXT_TYPES.has(type)) throw badAnswer('The provider answered with something that is no transcript.');
  return type === 'text/vtt' ? 'text/vtt; charset=utf-8' : 'text/plain; charset=utf-8';
}
