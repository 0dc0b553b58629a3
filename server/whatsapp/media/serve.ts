import { timingSafeEqual } from 'node:crypto';

import type { Config } from '../../config/config';
import { ApiError } from '../../errors';
import type { RawAnswer } from '../../raw';
import { fileNameOf, fileSignature } from '../present/media';
import { isThere, pathOf } from './disk';
import { attachment } from './names';
import { UNKNOWN_TYPE } from './sniff';
import type { MediaRow } from './types';

/** What a browser would run, were it ever shown. */
const ACTIVE = /html|\bxml|\+xml|svg|script|flash/;

/** Nothing of a file is ever shown or run in our name, whatever its bytes are. */
const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'private, max-age=3600',
  'Accept-Ranges': 'bytes',
};

/** The bytes of a file that is `ready`, or the part that is asked for. Throws 404 when they are gone, 416. */
export async function fileAnswer(
  config: Pick<Config, 'mediaFolder'>,
  row: MediaRow,
  asked: Headers,
): Promise<RawAnswer> {
  const path = row.sha256 === null ? undefined : pathOf(config, row.workspaceId, row.sha256);
  if (path === undefined || row.status !== 'ready' || !(await isThere(path, row.size))) throw new ApiError('not_found');

  const headers = {
    ...INERT,
    'Content-Type': ACTIVE.test(row.mimeType) ? UNKNOWN_TYPE : row.mimeType,
    'Content-Disposition': attachment(fileNameOf(row)),
    ETag: `"${row.sha256}"`,
  };
  const range = rangeOf(asked, row.size, headers.ETag);
  if (range === 'unsatisfiable') {
    throw new ApiError('range_not_satisfiable', {
      detail: `The file has ${row.size} bytes.`,
      headers: { 'Content-Range': `bytes */${row.size}` },
    });
  }
  const file = Bun.file(path);
  if (range !== undefined) {
    const [first, last] = range;
    const told = { ...headers, 'Content-Range': `bytes ${first}-${last}/${row.size}` };
    return { status: 206, headers: told, body: file.slice(first, last + 1) };
  }
  if (!asked.has('range')) return { headers, body: file };
  // Of a file the server would judge a `Range` that was left aside once more, by rules of its own.
  return { headers, body: () => file.stream().pipeThrough(new TransformStream()) };
}

type Range = [first: number, last: number];

/** The one part that is asked for; undefined for all of it, as for what is no range of bytes, and for several parts. */
export function rangeOf(asked: Headers, size: number, etag: string): Range | 'unsatisfiable' | undefined {
  const ifRange = asked.get('if-range');
  if (ifRange !== null && ifRange !== etag) return undefined;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(asked.get('range')?.trim() ?? '');
  if (!found) return undefined;
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return undefined;
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : [Math.max(0, size - Number(to)), size - 1];
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : [first, last];
}

interface FileLink {
  mediaId: string;
  filename: string;
  expires: string;
  signature: string;
}

/** Whether a link is ours and has not ended; it takes as long for any wrong one. */
export function isOurLink(
  secretKey: Uint8Array,
  { mediaId, filename, expires, signature }: FileLink,
  now: Date,
): boolean {
  if (!/^[1-9]\d{0,11}$/.test(expires)) return false;
  const given = Buffer.from(signature);
  const wanted = Buffer.from(fileSignature(secretKey, mediaId, filename, Number(expires)));
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(expires) * 1000 > now.getTime();
}
