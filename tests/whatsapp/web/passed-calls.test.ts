import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { createLog } from '../../../server/log';
import {
  type DriverInstance,
  ProviderRefusal,
  type SocketCalls,
  type WaDriver,
} from '../../../server/whatsapp/drivers/driver';
import { waSocketCalls, waSockets } from '../../../server/whatsapp/schema/sockets';
import { createSocketCalls } from '../../../server/whatsapp/sockets/calls';
import { createHeldSockets } from '../../../server/whatsapp/sockets/held';
import type { SocketContext } from '../../../server/whatsapp/sockets/types';
import { database } from '../../support/app';
import { until } from '../../support/process';
import { seedWorkspace } from '../../support/seed';
import { insertInstance } from '../insert-instance';

const HOUR_MS = 3_600_000;
let owners = 0;

/** An instance whose socket one process has, and another process that passes calls on to it. */
async function twoProcesses({ timeoutMs, call }: { timeoutMs: number; call: SocketCalls['call'] }) {
  const instance = await insertInstance(await seedWorkspace(), { driver: 'web' });
  const { id: instanceId, workspaceId } = instance;
  const owner = `owner-${(owners += 1)}-${instanceId}`;
  const [now, leaseUntil] = [new Date(), new Date(Date.now() + HOUR_MS)];
  await queries(database)
    .insert(waSockets)
    .values({ instanceId, workspaceId, goal: 'open', leaseOwner: owner, leaseUntil, openedAt: now, createdAt: now });

  const driver = { socket: { timeoutMs: () => timeoutMs, call } } as unknown as WaDriver;
  const contextOf = (me: string, holds: boolean): SocketContext => {
    const held = createHeldSockets({ leaseMs: HOUR_MS, marginMs: 0 });
    if (holds) held.add({ id: instanceId, owner: me, fence: 1 }, instance, HOUR_MS);
    const work = { now: () => new Date(), secretKey: new Uint8Array(32), log: createLog('silent') };
    const others = { reveal: () => ({}), report: async () => {} };
    return { ...others, work, database, me, held, driver: () => driver } as unknown as SocketContext;
  };
  const atOwner = createSocketCalls(contextOf(owner, true));
  const elsewhere = createSocketCalls(contextOf(`${owner}-other`, false));
  return {
    atOwner,
    ask: () => elsewhere.call({ ...instance } as unknown as DriverInstance, 'fetchMedia', {}),
    isPassedOn: async () => {
      const calls = await queries(database)
        .select({ id: waSocketCalls.id })
        .from(waSocketCalls)
        .where(eq(waSocketCalls.instanceId, instanceId));
      return calls.length > 0;
    },
    /** Another process takes the socket over. */
    takeOver: () =>
      queries(database).update(waSockets).set({ leaseOwner: 'next' }).where(eq(waSockets.instanceId, instanceId)),
  };
}

const kindOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProviderRefusal ? error.kind : 'none';
};

test('a call that is passed on is waited for as long as its driver says', async () => {
  const work = Promise.withResolvers<string>();
  const slow = await twoProcesses({ timeoutMs: HOUR_MS, call: () => work.promise });
  const answer = slow.ask();
  let begun = 0;
  await until(async () => {
    await slow.atOwner.answerOthers();
    return (begun += 1) > 3;
  });
  work.resolve('done');
  expect(await answer).toBe('done');

  const never = await twoProcesses({ timeoutMs: 1000, call: () => new Promise(() => {}) });
  let kind: string | undefined;
  void kindOf(never.ask()).then((one) => (kind = one));
  await until(async () => {
    await never.atOwner.answerOthers();
    return kind !== undefined;
  });
  expect(kind).toBe('timeout');
});

test('a call whose process has lost the socket is not waited for: not begun, it can be made again', async () => {
  const lost = await twoProcesses({ timeoutMs: HOUR_MS, call: async () => 'done' });
  const asked = kindOf(lost.ask());
  await until(lost.isPassedOn);
  await lost.takeOver();
  expect(await asked).toBe('no_socket');
});
