import type { InferSelectModel } from 'drizzle-orm';

import type { EventData, EventType } from '../../shared/events/events';
import type { Platform } from '../context';
import type { ScopedDb } from '../db/scoped';
import type { NewEvent } from '../events/emit';
import type { waInstances } from './schema/instances';

export type InstanceRow = InferSelectModel<typeof waInstances>;

export type WorkContext = Pick<Platform, 'config' | 'hub' | 'metrics' | 'now' | 'secretKey' | 'log'> & {
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
