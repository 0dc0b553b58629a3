import type { InferSelectModel } from 'drizzle-orm';

import type { EventData, EventType } from '../../shared/events/events';
import type { ScopedDb } from '../db/scoped';
import { emit, type NewEvent } from '../events/emit';
import type { WhatsAppServices } from './context';
import { waInstances } from './schema/instances';

export type InstanceRow = InferSelectModel<typeof waInstances>;

/** What a request and the engine itself both have. */
export type WorkContext = Pick<WhatsAppServices, 'config' | 'hub' | 'metrics' | 'now' | 'secretKey' | 'log'> & {
  requestId: string;
};

/** Of each member of a union by itself: `Omit` of the whole keeps only what all have. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type WhatsAppEvent = Extract<EventType, `whatsapp.${string}`>;

/** One transaction on one instance: what it changes, and the events that it raises at its end. */
export interface Work {
  ctx: WorkContext;
  tx: ScopedDb;
  instance: InstanceRow;
  /** When it takes place, the same for all that it writes. */
  now: Date;
  /** How the row of the instance is held; `holdInstance` takes it for this work alone. */
  lock: boolean | 'share';
  /** Notes an event; `data` is the object as it is then, to which the instance is added. */
  raise: <T extends WhatsAppEvent>(
    type: T,
    data: Without<EventData<T>, 'instance'>,
    options?: Pick<NewEvent, 'dedupeKey' | 'cause'>,
  ) => void;
}

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
    await emit(ctx, tx.store, tx.workspaceId, events);
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
  const told = { id, name, driver, livemode: driver !== 'sandbox', metadata };
  return {
    ctx,
    tx,
    instance,
    now: ctx.now(),
    lock,
    raise(type, data, options = {}) {
      raise({ ...options, type, data: { ...data, instance: told } } as unknown as NewEvent);
    },
  };
}

/**
 * Holds the instance until the end: people, chats and groups of it change in one transaction at a time. Whoever needs
 * it asks for `lock: true` at once, before any row of a message is held.
 */
export async function holdInstance(work: Work): Promise<void> {
  if (work.lock === true) return;
  await work.tx.require(waInstances, work.instance.id, { lock: true });
  work.lock = true;
}
