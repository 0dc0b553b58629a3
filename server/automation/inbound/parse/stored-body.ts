import { SHOWN_BODY_BYTES } from '../../../../shared/automation/inbound-request';
import type { JsonValue } from '../../../../shared/automation/json';
import { DAY_MS } from '../../../../shared/durations';
import type { inboundBodies } from '../../schema/inbound';
import { readValue } from './parse';

type BodyRow = typeof inboundBodies.$inferSelect;
export type StoredBody = Pick<BodyRow, 'encoding' | 'body'>;

const LARGE_RETENTION_MS = 7 * DAY_MS;

/** The exact bytes; for a form with files only its fields, since the files are stored as media. */
export function toStoredBody(bytes: Uint8Array, fields: JsonValue | undefined): StoredBody {
  if (fields !== undefined) return { encoding: 'fields', body: JSON.stringify(fields) };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // PostgreSQL cannot store NUL, and invalid UTF-8 would not survive as text.
  const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
  return isText
    ? { encoding: 'utf8', body: text }
    : { encoding: 'base64', body: Buffer.from(bytes).toString('base64') };
}

export function bytesOf({ encoding, body }: StoredBody): Uint8Array | undefined {
  return encoding === 'fields' ? undefined : Buffer.from(body, encoding);
}

export interface BodyPreview {
  body: JsonValue;
  truncated: boolean;
}

/** Empty when the body is not stored. */
export function previewParsed(stored: StoredBody | undefined, body: JsonValue): BodyPreview {
  const truncated = stored !== undefined && stored.body.length > SHOWN_BODY_BYTES;
  return { body: stored === undefined || truncated ? null : body, truncated };
}

/** Invalid content of a media type is shown as text. */
export function previewStored(
  stored: StoredBody | undefined,
  contentType: string | null,
  max: number = SHOWN_BODY_BYTES,
): BodyPreview {
  if (!stored) return { body: null, truncated: false };
  if (stored.body.length > max) return { body: null, truncated: true };
  const bytes = bytesOf(stored);
  if (!bytes) return { body: JSON.parse(stored.body) as JsonValue, truncated: false };
  try {
    return { body: readValue(bytes, contentType ?? ''), truncated: false };
  } catch {
    return { body: stored.encoding === 'utf8' ? stored.body : null, truncated: false };
  }
}

export const bodyEnd = (size: number, now: Date, requestDays: number): Date =>
  new Date(
    now.getTime() +
      (size > SHOWN_BODY_BYTES ? Math.min(LARGE_RETENTION_MS, requestDays * DAY_MS) : requestDays * DAY_MS),
  );
