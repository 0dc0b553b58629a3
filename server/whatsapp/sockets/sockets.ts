import { MINUTE_MS, SECOND_MS } from '../../../shared/durations';
import { monotonic } from '../../clock';
import { repeat, type Repetition, ago } from '../../schedule';
import type { WorkQueues } from '../../work/work-queues';
import { instanceLane } from '../lanes';
import { findInstance } from '../system/connections';
import { driversWithSockets, dueOfOwner, purgeSocketCalls, releaseSockets, renewSockets } from '../system/sockets';
import { createSocketCalls } from './calls';
import { closeHere } from './close-here';
import { createHeldSockets, type HeldSocket } from './held';
import { createSocketQueue, SOCKET_LEASE_SECONDS } from './queue';
import type { SocketContext, Sockets } from './types';

const RENEW_MS = 5 * SECOND_MS;
/** A process closes its sockets this long before another one may open them. */
const MARGIN_MS = 5 * SECOND_MS;
/** Changes and calls by other processes are noticed within this time. */
const WATCH_MS = 250;
const MAX_CALL_AGE_MS = 10 * MINUTE_MS;

export function createSockets(options: Omit<SocketContext, 'held'>, queues: WorkQueues) {
  const held = createHeldSockets({ leaseMs: SOCKET_LEASE_SECONDS * SECOND_MS, marginMs: MARGIN_MS });
  const ctx: SocketContext = { ...options, held };
  const { database, me, work } = ctx;
  const queue = createSocketQueue(ctx, queues);
  const calls = createSocketCalls(ctx);
  let repetitions: Repetition[] = [];

  async function lose(instanceId: string): Promise<void> {
    work.log.warn({ instance: instanceId }, 'socket closed: its lease is lost');
    await closeHere(ctx, instanceId);
  }

  async function renew(): Promise<void> {
    const began = monotonic();
    const now = work.now();
    const until = new Date(now.getTime() + SOCKET_LEASE_SECONDS * SECOND_MS);
    const renewed = await renewSockets(database, { owner: me, ids: held.ids(), now, until });
    const fences = new Map(renewed.map(({ id, fence }) => [id, fence]));
    for (const { id, fence } of held.all()) {
      if (fences.get(id) === fence) held.extend(id, began);
      else await lose(id);
    }
  }

  /** Works without the database, whose outage may be the reason. */
  async function closeExpired(): Promise<void> {
    for (const { id } of held.expired()) await lose(id);
  }

  const isIdle = (): boolean => held.ids().length === 0;

  async function watch(): Promise<void> {
    if (isIdle()) return;
    await calls.answerOthers();
    for (const lane of await dueOfOwner(database, me, work.now())) queue.wake(lane);
  }

  async function reconnecting({ id, generation }: HeldSocket): Promise<void> {
    const instance = await findInstance(database, id);
    if (instance?.status !== 'connected') return;
    await ctx.report(id, [{ kind: 'connection', generation, status: 'reconnecting', reason: null }]);
  }

  /** Loads drivers of sockets that this process may take over, and of earlier ones that left events. */
  async function prepare(): Promise<void> {
    for (const name of await driversWithSockets(database)) ctx.driver(name)?.socket?.prepare();
  }

  const purge = (): Promise<void> => purgeSocketCalls(database, ago(work.now, MAX_CALL_AGE_MS));

  const sockets: Sockets = {
    wake: (of) => queue.wake(instanceLane(of)),
    holds: (instanceId) => held.has(instanceId),
    call: calls.call,
    interrupted(driver) {
      for (const socket of held.all().filter((one) => one.driver === driver)) {
        reconnecting(socket).catch((error: unknown) => {
          work.log.error({ err: error, instance: socket.id }, 'interrupted connection not reported');
        });
      }
    },
  };

  return {
    ...sockets,
    queue,
    start(): void {
      queue.start();
      const { log } = work;
      repetitions = [
        repeat({ name: 'leases of WhatsApp sockets', everyMs: RENEW_MS, jitter: 0.1, isUrgent: true, run: renew }, log),
        repeat({ name: 'drivers of WhatsApp sockets', everyMs: RENEW_MS, jitter: 0.1, run: prepare }, log),
        repeat({ name: 'expired WhatsApp sockets', everyMs: SECOND_MS, isUrgent: true, run: closeExpired }, log),
        repeat({ name: 'calls to WhatsApp sockets', everyMs: WATCH_MS, isUrgent: true, isIdle, run: watch }, log),
        repeat({ name: 'old calls to WhatsApp sockets', everyMs: MAX_CALL_AGE_MS, jitter: 0.2, run: purge }, log),
      ];
    },
    /** Lets other processes take over. `shutDown` closes the sockets of all drivers. */
    async stop(shutDown: () => Promise<void>): Promise<void> {
      await queue.stop();
      await Promise.all(repetitions.map((one) => one.stop()));
      await calls.settled();
      await shutDown();
      held.clear();
      await releaseSockets(database, me, work.now());
    },
  };
}
