import { SECOND_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import { type DriverInstance, ProviderRefusal } from '../drivers/driver';
import { fromWire, toWire } from '../drivers/web/wire';
import { whatsappSealer } from '../sealed';
import { sendError } from '../send-error';
import { findInstance } from '../system/connections';
import {
  beginSocketCalls,
  deleteSocketCall,
  insertSocketCall,
  ownerOfSocket,
  saveSocketResult,
  type SocketCallRow,
  consumeSocketResult,
} from '../system/sockets';
import type { SocketContext } from './types';

/** Interval of the check that the owner, which may have exited, still has the socket. */
const OWNER_CHECK_MS = 2 * SECOND_MS;
const FIRST_LOOK_MS = 25;
const MAX_LOOK_MS = 250;
/** A socket without a process gets another one within this time. */
const RETRY_MS = 5 * SECOND_MS;

interface Recipient {
  id: string;
  workspaceId: string;
  owner: string;
  timeoutMs: number;
}

interface CallOrder {
  name: string;
  input: unknown;
}
type CallResult = { value: unknown } | { refused: { kind: ProviderRefusal['kind']; error: SendError } };

const noSocket = (): ProviderRefusal =>
  new ProviderRefusal(
    'no_socket',
    sendError('provider_unavailable', {
      message: 'The connection of the instance is being opened. Try again later.',
      retry_after_ms: RETRY_MS,
    }),
  );

export function createSocketCalls(ctx: SocketContext) {
  const sealer = whatsappSealer(ctx.work.secretKey);

  async function call({ id, workspaceId, driver }: DriverInstance, name: string, input: unknown): Promise<unknown> {
    const own = ctx.held.has(id) ? ctx.driver(driver)?.socket : undefined;
    if (own !== undefined) return own.call(id, name, input);
    const owner = await ownerOfSocket(ctx.database, id, ctx.work.now());
    // A socket of this process that it does not have open is just being opened or closed.
    if (owner === undefined || owner === ctx.me) throw noSocket();
    const timeoutMs = ctx.driver(driver)?.socket?.timeoutMs(name) ?? 0;
    return pass({ id, workspaceId, owner, timeoutMs }, { name, input });
  }

  async function pass(to: Recipient, order: CallOrder): Promise<unknown> {
    const id = newId('wsc');
    const callSealed = sealer.seal('socketCall', id, toWire(order));
    const { id: instanceId, workspaceId, owner } = to;
    await insertSocketCall(ctx.database, { id, workspaceId, instanceId, owner, callSealed, createdAt: ctx.work.now() });
    const sealed = await resultOf(id, to);
    // Only `answer` writes it, which the seal proves.
    const result = fromWire(sealer.open('socketResult', id, sealed)) as CallResult;
    if ('value' in result) return result.value;
    throw new ProviderRefusal(result.refused.kind, result.refused.error);
  }

  async function resultOf(id: string, { id: instanceId, owner, timeoutMs }: Recipient): Promise<string> {
    const end = performance.now() + timeoutMs;
    let checkAt = performance.now() + OWNER_CHECK_MS;
    for (let pauseMs = FIRST_LOOK_MS; performance.now() < end; pauseMs = Math.min(MAX_LOOK_MS, pauseMs * 1.5)) {
      await Bun.sleep(pauseMs);
      const sealed = await consumeSocketResult(ctx.database, id);
      if (sealed !== undefined) return sealed;
      if (performance.now() < checkAt) continue;
      if ((await ownerOfSocket(ctx.database, instanceId, ctx.work.now())) !== owner) break;
      checkAt = performance.now() + OWNER_CHECK_MS;
    }
    throw (await deleteSocketCall(ctx.database, id))
      ? noSocket()
      : new ProviderRefusal('timeout', sendError('provider_unavailable'));
  }

  async function answer(row: SocketCallRow): Promise<void> {
    const order = fromWire(sealer.open('socketCall', row.id, row.callSealed)) as CallOrder;
    const result = await resultHere(row, order);
    await saveSocketResult(ctx.database, row.id, sealer.seal('socketResult', row.id, toWire(result)));
  }

  async function resultHere({ id, instanceId }: SocketCallRow, { name, input }: CallOrder): Promise<CallResult> {
    try {
      const instance = await findInstance(ctx.database, instanceId);
      const own = instance && ctx.held.has(instanceId) ? ctx.driver(instance.driver)?.socket : undefined;
      if (own === undefined) throw noSocket();
      return { value: await own.call(instanceId, name, input) };
    } catch (error) {
      if (error instanceof ProviderRefusal) return { refused: { kind: error.kind, error: error.error } };
      ctx.work.log.error({ err: error, call: id, name }, 'call of another process failed');
      return { refused: { kind: 'unavailable', error: sendError('provider_unavailable') } };
    }
  }

  const answering = new Set<Promise<void>>();
  return {
    call,
    async answerOthers(): Promise<void> {
      for (const row of await beginSocketCalls(ctx.database, ctx.me, ctx.work.now())) {
        const one = answer(row)
          .catch((error: unknown) => ctx.work.log.error({ err: error, call: row.id }, 'call result not saved'))
          .finally(() => answering.delete(one));
        answering.add(one);
      }
    },
    async settled(): Promise<void> {
      await Promise.all(answering);
    },
  };
}
