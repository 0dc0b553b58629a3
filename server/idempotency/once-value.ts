import type { ErrorCode } from '../../shared/errors';
import type { RequestContext } from '../context';
import { ApiError, type ErrorDetails } from '../errors';
import { once, type StoredAnswer, withoutSecret } from './idempotency';
import type { IdempotentRequest } from './request';

export const storedError = ({ code, status, details }: ApiError): StoredAnswer => ({
  status,
  headers: {},
  body: JSON.stringify({ code, details }),
});

export function errorIn({ body }: StoredAnswer): ApiError {
  const { code, details } = JSON.parse(body ?? '') as { code: ErrorCode; details: ErrorDetails };
  return new ApiError(code, details);
}

export function replayedValue(ctx: Pick<RequestContext, 'reply'>, stored: StoredAnswer): unknown {
  ctx.reply.headers = { ...ctx.reply.headers, ...stored.headers, 'Idempotent-Replayed': 'true' };
  if (stored.status >= 400) throw errorIn(stored);
  return stored.body === null ? undefined : JSON.parse(stored.body);
}

/** Stores the value as JSON. Without a request, only runs `work`. */
export async function onceValue<C extends RequestContext, T>(
  ctx: C,
  request: IdempotentRequest | undefined,
  work: (ctx: C) => Promise<T>,
  shownOnce: readonly string[] = [],
): Promise<T> {
  if (!request) return work(ctx);
  const result = await once(
    ctx,
    request,
    async (inner) => {
      const answer = await work(inner);
      // `JSON.stringify` returns undefined for undefined, despite its type.
      const body = (JSON.stringify(answer) as string | undefined) ?? null;
      return {
        answer,
        stored: withoutSecret({ status: 200, headers: { ...ctx.reply.headers }, body }, answer, shownOnce),
      };
    },
    storedError,
  );
  return 'answer' in result ? result.answer : (replayedValue(ctx, result.replay) as T);
}
