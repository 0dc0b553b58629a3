import { useMemo } from 'react';

import type { CallContext } from '../../trpc';

/**
 * For what creates or sends: one Idempotency-Key until it succeeded or the form was edited, so that a double click or
 * a retry after a lost answer makes one object. `mutationOptions({ trpc: { context: once.context } })`; call `renew`
 * on success and on edits.
 */
export function useSendOnce() {
  return useMemo(() => {
    const context: CallContext = { idempotencyKey: randomKey() };
    return {
      context,
      renew: () => {
        context.idempotencyKey = randomKey();
      },
    };
  }, []);
}

/** `crypto.randomUUID` exists only on https and localhost. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
