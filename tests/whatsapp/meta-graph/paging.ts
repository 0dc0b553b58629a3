import { Refusal } from './graph-error';
import type { Json } from './world';

/** A page of a list, with cursors as the Graph API writes them. */
export function page(items: Json[], url: URL, most = 100): Json {
  const limit = Number(url.searchParams.get('limit') ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new Refusal(100, { details: `limit must be 1 to ${most}.` });
  const [after, before] = [positionOf(url, 'after'), positionOf(url, 'before')];
  const start = after === undefined ? Math.max(0, (before ?? 0) - limit) : after + 1;
  const end = before === undefined ? start + limit : before;
  const data = items.slice(start, Math.min(end, start + limit));
  if (data.length === 0) return { data };

  const last = start + data.length - 1;
  const to = (name: 'after' | 'before', position: number): string => {
    const next = new URL(url);
    next.searchParams.delete('after');
    next.searchParams.delete('before');
    next.searchParams.set(name, cursorOf(position));
    return next.href;
  };
  return {
    data,
    paging: {
      cursors: { before: cursorOf(start), after: cursorOf(last) },
      ...(start > 0 ? { previous: to('before', start) } : {}),
      ...(last + 1 < items.length ? { next: to('after', last) } : {}),
    },
  };
}

const cursorOf = (position: number): string => Buffer.from(`at:${position}`).toString('base64url');

function positionOf(url: URL, name: string): number | undefined {
  const cursor = url.searchParams.get(name);
  if (cursor === null) return undefined;
  const position = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (position === undefined) throw new Refusal(131059, { details: 'The cursor is not valid.' });
  return Number(position);
}
