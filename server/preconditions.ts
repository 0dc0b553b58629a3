import type { RequestContext } from './context';
import { ApiError } from './errors';

/** Compares with `If-Match`. Call it in the transaction, on the locked row. Throws 412. */
export function requireVersion(ctx: Pick<RequestContext, 'ifMatch'>, version: number): void {
  if (ctx.ifMatch === null) return;
  const matches = ctx.ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === `"${version}"`);
  if (!matches) throw new ApiError('precondition_failed');
}
