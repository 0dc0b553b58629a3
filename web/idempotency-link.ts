import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';

import type { AppRouter } from '../server/router';
import type { CallContext } from './call-context';
import { problemOf } from './ui/problem';

/** Refusals that the server keeps under the key: the same key would get them again, whatever has changed since. */
const REPLAYED_STATUSES = new Set([404, 409, 412, 422]);

/**
 * Gives every write an Idempotency-Key, because a browser repeats a request by itself when a reused connection closes
 * without an answer, and the server may have acted on the first one. A key from the call’s context outlives the call:
 * `onAnswered` reports when it is used up.
 */
export const addIdempotencyKeys: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const { keyOf, onAnswered, ...context } = op.context as CallContext;
    const idempotencyKey = keyOf?.(op.input) ?? context.idempotencyKey ?? randomKey();
    return next({ ...op, context: { ...context, idempotencyKey } }).pipe(
      tap({
        next: () => onAnswered?.(),
        error: (error) => {
          const problem = problemOf(error);
          if (problem && REPLAYED_STATUSES.has(problem.status) && problem.code !== 'idempotency_in_progress')
            onAnswered?.();
        },
      }),
    );
  };

/** `crypto.randomUUID` exists only on https and localhost. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
