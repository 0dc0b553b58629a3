import { ApiError } from '../errors';
import { sha256Hex } from '../secrets/tokens';
import type { WhatsAppContext } from './context';

type Caller = Pick<WhatsAppContext, 'reply' | 'ifMatch'>;

/** The ETag contains version and a hash, since values such as the queue change without a new version. */
export function tagged<T>(ctx: Pick<Caller, 'reply'>, version: number, object: T): T {
  ctx.reply.etag = `"${version}-${sha256Hex(JSON.stringify(object)).slice(0, 16)}"`;
  return object;
}

/** Requires the lock on the row. Throws 412. */
export function requireTag({ ifMatch }: Pick<Caller, 'ifMatch'>, version: number): void {
  if (ifMatch === null) return;
  const matches = ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || /^"(\d+)(?:-[0-9a-f]+)?"$/.exec(tag)?.[1] === String(version));
  if (!matches) throw new ApiError('precondition_failed');
}
