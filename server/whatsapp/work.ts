import type { Database } from '../db/database';
import { type ScopedDb, scoped } from '../db/scoped';
import { emit, type NewEvent } from '../events/emit';
import { traitsOf } from './drivers/registry';
import { waInstances } from './schema/instances';
import type { InstanceRow, Work, WorkContext } from './work-types';

/** Uses an open transaction if there is one, and emits the raised events. Throws 404. */
export async function workOn<T>(
  ctx: WorkContext,
  db: ScopedDb,
  instanceId: string,
  run: (work: Work) => Promise<T>,
  { lock = false }: { lock?: boolean | 'share' } = {},
): Promise<T> {
  return db.transaction(async (tx) => {
    const instance = await tx.require(waInstances, instanceId, { lock });
    const events: NewEvent[] = [];
    const result = await run(workIn(ctx, tx, instance, { lock, raise: (event) => events.push(event) }));
    await emit(ctx, tx, events);
    return result;
  });
}

/** Locks the instance, in a transaction of its own. Throws 404. */
export const workLocked = <T>(
  ctx: WorkContext,
  database: Database,
  { id, workspaceId }: Pick<InstanceRow, 'id' | 'workspaceId'>,
  run: (work: Work) => Promise<T>,
): Promise<T> => workOn(ctx, scoped(database, workspaceId), id, run, { lock: true });

/** For the transaction of a caller, which emits the raised events. */
export function workIn(
  ctx: WorkContext,
  tx: ScopedDb,
  instance: InstanceRow,
  { lock, raise }: { lock: boolean | 'share'; raise: (event: NewEvent) => unknown },
): Work {
  const { id, name, driver, metadata } = instance;
  const summary = { id, name, driver, livemode: !traitsOf(driver).isSimulated, metadata };
  return {
    ctx,
    tx,
    instance,
    now: ctx.now(),
    lock,
    raise(type, data, options = {}) {
      raise({ ...options, type, data: { ...data, instance: summary } } as unknown as NewEvent);
    },
  };
}

/** Serialises changes of people, chats and groups. Lock it before any message. */
export async function lockInstance(work: Work): Promise<void> {
  if (work.lock === true) return;
  await work.tx.require(waInstances, work.instance.id, { lock: true });
  work.lock = true;
}
