import type { ErrorCode } from '../../shared/errors';
import type { RequestContext, WorkspaceContext } from '../context';
import { ApiError, type ErrorDetails } from '../errors';
import { actorIdOf, fingerprint, idempotencyKey, once, onceApart, withoutSecret } from '../idempotency';
import type { Meta } from './meta';

/** The key of a call that is kept for replays: of the same procedures that keep theirs at the REST door. */
export function idempotencyKeyOf(
  ctx: RequestContext,
  type: 'query' | 'mutation' | 'subscription',
  meta: Meta | undefined,
): string | undefined {
  if (type !== 'mutation' || meta?.access?.type !== 'scope' || meta.idempotency === 'none') return undefined;
  return idempotencyKey(ctx.idempotencyKey);
}

/**
 * A call at the typed door under an Idempotency-Key. `work` runs it, in one transaction unless it `isApart`, and
 * returns its value, or throws; `replayed` makes the result of a value that an earlier call stored. An error that was stored is thrown.
 */
export async function onceAtTypedDoor<T extends { data: unknown }>(
  ctx: WorkspaceContext,
  { key, path, input, isApart }: { key: string; path: string; input: unknown; isApart: boolean },
  work: (ctx: WorkspaceContext) => Promise<T>,
  replayed: (data: unknown) => T,
): Promise<T> {
  const actorId = actorIdOf(ctx.actor);
  const result = await (isApart ? onceApart : once)(
    ctx,
    {
      key,
      operationId: path,
      actorId,
      fingerprint: fingerprint(['trpc', path, JSON.stringify(input) ?? '', ctx.ifMatch ?? '', actorId]),
    },
    async (inner) => {
      const answer = await work(inner);
      // Of nothing there is no text, whatever the type says.
      const body = (JSON.stringify(answer.data) as string | undefined) ?? null;
      return { answer, stored: withoutSecret({ status: 200, headers: { ...ctx.reply.headers }, body }, answer.data) };
    },
    ({ code, status, details }) => ({ status, headers: {}, body: JSON.stringify({ code, details }) }),
  );
  if ('answer' in result) return result.answer;

  const { status, headers, body } = result.replay;
  ctx.reply.headers = { ...ctx.reply.headers, ...headers, 'Idempotent-Replayed': 'true' };
  if (status < 400) return replayed(body === null ? undefined : JSON.parse(body));
  const { code, details } = JSON.parse(body ?? '') as { code: ErrorCode; details: ErrorDetails };
  throw new ApiError(code, details);
}
