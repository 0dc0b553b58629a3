import { ID_PREFIXES, newId } from '../../shared/ids';

/** A larger body is stored whole, but sent in its reduced form. */
const SENT_BYTES = 64 * 1024;
/** A larger body is not stored; only the address of the object is. */
const STORED_BYTES = 256 * 1024;

interface Head {
  type: string;
  workspaceId: string;
  sequence: number;
  createdAt: Date;
  id?: string | undefined;
}

/** `body` is stored, streamed and signed as it is, and never serialised again. */
interface Envelope {
  id: string;
  body: string;
  thinBody: string | null;
  /** Larger than what is stored. */
  isOversize: boolean;
}

export function envelopeOf(head: Head, data: string, baseUrl: string): Envelope {
  const id = head.id ?? newId(ID_PREFIXES.event);
  const around = (inner: string): string =>
    `{"id":"${id}","type":"${head.type}","created_at":"${head.createdAt.toISOString()}","workspace_id":"${head.workspaceId}","sequence":${head.sequence},"data":${inner}}`;

  const body = around(data);
  // A character is one to three bytes in UTF-8, so most bodies need no count.
  if (body.length * 3 <= SENT_BYTES || Buffer.byteLength(body) <= SENT_BYTES) {
    return { id, body, thinBody: null, isOversize: false };
  }

  const objectId = idIn(data);
  const url = `${baseUrl}/api/v1/events/${id}`;
  const thinBody = around(JSON.stringify({ id: objectId, data_url: url }));
  return Buffer.byteLength(body) <= STORED_BYTES
    ? { id, body, thinBody, isOversize: false }
    : { id, body: thinBody, thinBody: null, isOversize: true };
}

function idIn(data: string): string | null {
  const { id } = JSON.parse(data) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
