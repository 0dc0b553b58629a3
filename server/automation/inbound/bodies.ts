import { SHOWN_BODY_BYTES } from '../../../shared/automation/inbound-request';
import type { Json } from '../../../shared/automation/json';
import type { inboundBodies } from '../schema/inbound';
import { readValue } from './parse/parse';

type BodyRow = typeof inboundBodies.$inferSelect;
/** A body in the form in which it is kept. */
export type KeptBody = Pick<BodyRow, 'encoding' | 'body'>;

const DAY_MS = 86_400_000;
const LARGE_KEPT_MS = 7 * DAY_MS;

/** The bytes as they came; of a form with files, its other fields, since the files are media. */
export function keptBody(bytes: Uint8Array, fields: Json | undefined): KeptBody {
  if (fields !== undefined) return { encoding: 'fields', body: JSON.stringify(fields) };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // PostgreSQL stores no NUL, and what is not UTF-8 would not come back as it was.
  const isText = !text.includes('\0') && Buffer.from(text).equals(bytes);
  return isText
    ? { encoding: 'utf8', body: text }
    : { encoding: 'base64', body: Buffer.from(bytes).toString('base64') };
}

/** The bytes of a body; of a form with files undefined. */
export function bytesOf({ encoding, body }: KeptBody): Uint8Array | undefined {
  return encoding === 'fields' ? undefined : Buffer.from(body, encoding);
}

export interface ShownBody {
  body: Json;
  /** It is too large to be shown. */
  truncated: boolean;
}

/** What is shown of a body that was just understood as `body`; nothing of one that is not kept. */
export function shownAs(kept: KeptBody | undefined, body: Json): ShownBody {
  const truncated = kept !== undefined && kept.body.length > SHOWN_BODY_BYTES;
  return { body: kept === undefined || truncated ? null : body, truncated };
}

/** The body as it was understood; text that is not what its media type says stays text. */
export function shownBody(
  kept: KeptBody | undefined,
  contentType: string | null,
  most: number = SHOWN_BODY_BYTES,
): ShownBody {
  if (!kept) return { body: null, truncated: false };
  if (kept.body.length > most) return { body: null, truncated: true };
  const bytes = bytesOf(kept);
  if (!bytes) return { body: JSON.parse(kept.body) as Json, truncated: false };
  try {
    return { body: readValue(bytes, contentType ?? ''), truncated: false };
  } catch {
    return { body: kept.encoding === 'utf8' ? kept.body : null, truncated: false };
  }
}

/** Until when a body is kept: a large one for a week, others as long as their request. */
export const bodyEnd = (size: number, now: Date, requestDays: number): Date =>
  new Date(
    now.getTime() + (size > SHOWN_BODY_BYTES ? Math.min(LARGE_KEPT_MS, requestDays * DAY_MS) : requestDays * DAY_MS),
  );
