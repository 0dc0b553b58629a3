import { authenticateKey } from '../../server/access/guard/key';
import type { RequestOrigin } from '../../server/actor';
import type { CallContext, Services } from '../../server/call-context';
import { newId } from '../../shared/ids';

/** The context of a caller with a key, as a door would make it. */
export async function contextOf(services: Services, secret: string): Promise<CallContext> {
  const origin: RequestOrigin = { ip: '127.0.0.1', peer: '127.0.0.1', userAgent: 'test', headers: new Headers() };
  return {
    ...services,
    actor: await authenticateKey(services, origin, `Bearer ${secret}`),
    requestId: newId('req'),
    origin,
    idempotencyKey: null,
    ifMatch: null,
    reply: {},
    byKey: true,
    workspaceAsked: undefined,
    signal: undefined,
  };
}
