import { ID_PREFIXES, newId } from '../../shared/ids';

const BYTES = 1024;
/** A larger body is stored whole and sent in its reduced form. */
const SENT_BYTES = 64 * BYTES;
/** A larger body is not stored at all, only the address of the object. */
const KEPT_BYTES = 256 * BYTES;

interface Head {
  type: string;
  workspaceId: string;
  sequence: number;
  createdAt: Date;
  id?: string;
}

/** The exact text that is stored, streamed and signed: it is never parsed and serialised again. */
export interface Envelope {
  id: string;
  body: string;
  /** Sent instead of a large body. */
  thinBody: string | null;
}

/** Adds the head to `data`, which is JSON already. `baseUrl` is for the address in a reduced body. */
export function envelopeOf(head: Head, data: string, baseUrl: string): Envelope & { isOversize: boolean } {
  const id = head.id ?? newId(ID_PREFIXES.event);
  const around = (inner: string): string =>
    `{"id":"${id}","type":"${head.type}","created_at":"${head.createdAt.toISOString()}","workspace_id":"${head.workspaceId}","sequence":${head.sequence},"data":${inner}}`;

  const body = around(data);
  // A character is one to three bytes in UTF-8, so most bodies need no count.
  if (body.length * 3 <= SENT_BYTES) return { id, body, thinBody: null, isOversize: false };
  const bytes = Buffer.byteLength(body);
  if (bytes <= SENT_BYTES) return { id, body, thinBody: null, isOversize: false };

  const objectId = idIn(data);
  const url = `${baseUrl}/api/v1/events/${id}`;
  const thinBody = around(JSON.stringify({ id: objectId, data_url: url }));
  return bytes <= KEPT_BYTES
    ? { id, body, thinBody, isOversize: false }
    : { id, body: thinBody, thinBody: null, isOversize: true };
}

function idIn(data: string): string | null {
  const { id } = JSON.parse(data) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
