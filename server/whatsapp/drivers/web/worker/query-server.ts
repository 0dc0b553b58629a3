import type { BinaryNode } from 'baileys';

import { errorOfCode, type OwnCodes, performed, timedOut } from './errors';
import { attrNumber, element } from './nodes';
import type { WebSession } from './session-types';

const SERVER = 's.whatsapp.net';

interface ServerRequest {
  /** Subject of the request, an XML namespace. */
  about: string;
  type: 'get' | 'set';
  to?: string;
  target?: string | undefined;
  content?: BinaryNode[];
  codes?: OwnCodes;
}

export function queryServer(session: Pick<WebSession, 'socket'>, request: ServerRequest): Promise<BinaryNode> {
  const { about: xmlns, type, to = SERVER, target, content, codes } = request;
  const attrs = { xmlns, type, to, ...(target === undefined ? {} : { target }) };
  return sendQuery(session, element('iq', attrs, content), codes);
}

/** The library’s own calls return as after a success when no answer comes in time; this one throws. */
export async function sendQuery(
  { socket }: Pick<WebSession, 'socket'>,
  node: BinaryNode,
  codes?: OwnCodes,
): Promise<BinaryNode> {
  const answer: unknown = await performed(() => socket.query(node), codes);
  if (!isNode(answer)) throw timedOut();
  // An acknowledgement carries its error as an attribute.
  const error = attrNumber(answer.attrs['error']);
  if (error !== undefined) throw errorOfCode(error, null, codes);
  return answer;
}

const isNode = (answer: unknown): answer is BinaryNode =>
  typeof answer === 'object' && answer !== null && 'tag' in answer && 'attrs' in answer;
