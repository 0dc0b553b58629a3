import type { Config } from '../../config/config';
import { ApiError } from '../../errors';
import type { RawAnswer } from '../../raw';
import { areSameTexts } from '../../secrets/constant-time';
import { fileNameOf, fileSignature, type MediaRow } from '../present/media';
import { isThere, mediaPath } from './disk';
import { attachment } from './names';
import { UNKNOWN_TYPE } from './sniff';

const ACTIVE = /html|\bxml|\+xml|svg|script|flash/;

/** Browsers must not render or run files on this origin. */
const INERT = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cache-Control': 'private, max-age=3600',
  'Accept-Ranges': 'bytes',
};

/** Undefined if the bytes are missing. */
export async function storedFile(config: Pick<Config, 'mediaFolder'>, row: MediaRow): Promise<Bun.BunFile | undefined> {
  if (row.status !== 'ready' || row.sha256 === null) return undefined;
  const path = mediaPath(config, row.workspaceId, row.sha256);
  return (await isThere(path, row.size)) ? Bun.file(path) : undefined;
}

/** Answers the requested range. Throws 404 for missing bytes, and 416. */
export async function fileAnswer(
  config: Pick<Config, 'mediaFolder'>,
  row: MediaRow,
  requestHeaders: Headers,
): Promise<RawAnswer> {
  const file = await storedFile(config, row);
  if (!file) throw new ApiError('not_found');

  const headers = {
    ...INERT,
    'Content-Type': ACTIVE.test(row.mimeType) ? UNKNOWN_TYPE : row.mimeType,
    'Content-Disposition': attachment(fileNameOf(row)),
    ETag: `"${row.sha256}"`,
  };
  const range = byteRange(requestHeaders, row.size, headers.ETag);
  if (range === 'unsatisfiable') {
    throw new ApiError('range_not_satisfiable', {
      detail: `The file has ${row.size} bytes.`,
      headers: { 'Content-Range': `bytes */${row.size}` },
    });
  }
  if (range !== undefined) {
    const [first, last] = range;
    const partialHeaders = { ...headers, 'Content-Range': `bytes ${first}-${last}/${row.size}` };
    return { status: 206, headers: partialHeaders, body: file.slice(first, last + 1) };
  }
  if (!requestHeaders.has('range')) return { headers, body: file };
  // A stream keeps the server from evaluating an ignored `Range` again.
  return { headers, body: () => file.stream().pipeThrough(new TransformStream()) };
}

type Range = [first: number, last: number];

/** Undefined for the whole file, when there is no valid single byte range. */
export function byteRange(requestHeaders: Headers, size: number, etag: string): Range | 'unsatisfiable' | undefined {
  const ifRange = requestHeaders.get('if-range');
  if (ifRange !== null && ifRange !== etag) return undefined;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(requestHeaders.get('range')?.trim() ?? '');
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

/** Constant-time check of signature and expiry. */
export function isOurLink(
  secretKey: Uint8Array,
  { mediaId, filename, expires, signature }: FileLink,
  now: Date,
): boolean {
  if (!/^[1-9]\d{0,11}$/.test(expires)) return false;
  const isSigned = areSameTexts(signature, fileSignature(secretKey, mediaId, filename, Number(expires)));
  return isSigned && Number(expires) * 1000 > now.getTime();
}
