import { useState } from 'react';

import type { CallContext } from '../../call-context';
import { randomKey } from '../../idempotency-link';

/**
 * For calls that create or send: one Idempotency-Key until an answer came or the form was edited, so that a double
 * click or a retry makes one object. `mutationOptions({ trpc: { context: once.context } })`. Call `renew` on edits, and
 * on success when the typed client does not make the call.
 */
export function useSendOnce() {
  const [once] = useState(sendOnce);
  return once;
}

function sendOnce() {
  let tried: { at: number; input?: string } | undefined;
  const renew = () => {
    tried = undefined;
    context.idempotencyKey = randomKey();
  };
  /** Milliseconds since 1970. Times of the input count from it, or a retry would be another request. */
  const firstTry = () => (tried ??= { at: Date.now() }).at;
  const context: CallContext = {
    idempotencyKey: randomKey(),
    keyOf: (input) => {
      const text = JSON.stringify(input);
      if (tried?.input !== undefined && tried.input !== text) renew();
      tried = { at: firstTry(), input: text };
      return context.idempotencyKey ?? '';
    },
    onAnswered: renew,
  };
  return { context, renew, firstTry };
}
