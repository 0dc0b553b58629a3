import { ApiError } from '../errors';
import { sha256Hex } from '../secrets/tokens';
import type { WhatsAppContext } from './context';

type Caller = Pick<WhatsAppContext, 'reply' | 'ifMatch'>;

/**
 * Answers with an object under its tag. The tag holds the version, to which changes are held, and a hash: what an
 * object tells of its surroundings, such as its queue, moves no version.
 */
export function tagged<T>(ctx: Pick<Caller, 'reply'>, version: number, object: T): T {
  ctx.reply.etag = `"${version}-${sha256Hex(JSON.stringify(object)).slice(0, 16)}"`;
  return object;
}

/** Holds a change to the version that `If-Match` names. Call it in the transaction, on the locked row. Throws 412. */
export function requireTag({ ifMatch }: Pick<Caller, 'ifMatch'>, version: number): void {
  if (ifMatch === null) return;
  const matches = ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || /^"(\d+)(?:-[0-9a-f]+)?"$/.exec(tag)?.[1] === String(version));
  if (!matches) throw new ApiError('precondition_failed');
}
