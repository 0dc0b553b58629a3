import type { ScopedDb } from '../db/scoped';
import { emit, type NewEvent } from '../events/emit';
import { traitsOf } from './drivers/registry';
import { waInstances } from './schema/instances';
import type { InstanceRow, Work, WorkContext } from './work-types';

/** Runs `run` in a transaction of the workspace, or in the one that is open, and emits what it raised. Throws 404. */
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

/** Work in a transaction of somebody else’s, who emits what it raises. */
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
export async function holdInstance(work: Work): Promise<void> {
  if (work.lock === true) return;
  await work.tx.require(waInstances, work.instance.id, { lock: true });
  work.lock = true;
}
