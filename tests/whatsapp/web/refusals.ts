import { expect } from 'bun:test';

import { CallError } from '../../../server/whatsapp/drivers/web/worker/call-error';

/** The call is not performed, with this code of ours. */
export async function refusedWith(call: Promise<unknown>, code: string, kind = 'refused'): Promise<void> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallError);
  expect(error instanceof CallError && error.failure).toMatchObject({ kind, code });
}
