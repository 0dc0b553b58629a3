import type { InferSelectModel } from 'drizzle-orm';

import type { EventData, EventType } from '../../shared/events/events';
import type { Platform } from '../context';
import type { ScopedDb } from '../db/scoped';
import type { EventsDeps } from '../events/context';
import type { NewEvent } from '../events/emit';
import type { waInstances } from './schema/instances';
import type { waMessages } from './schema/messages';
import type { waContacts } from './schema/people';

export type InstanceRow = InferSelectModel<typeof waInstances>;

interface KnownRows {
  messages: Map<string, InferSelectModel<typeof waMessages>>;
  contacts: ReadonlyMap<string, InferSelectModel<typeof waContacts>>;
}

export type WorkContext = Pick<Platform & EventsDeps, 'config' | 'hub' | 'metrics' | 'now' | 'secretKey' | 'log'> & {
  requestId: string;
};

/** Applies to each member of a union: `Omit` of the whole keeps only the common fields. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type WhatsAppEvent = Extract<EventType, `whatsapp.${string}`>;

/** One transaction on one instance: its changes, and the events that it emits at its end. */
export interface Work {
  ctx: WorkContext;
  tx: ScopedDb;
  instance: InstanceRow;
  /** Locked messages and the people whom they name, read for several statuses at once; undefined once anything but `changeMessage` may have changed them. */
  known?: KnownRows | undefined;
  /** One time for everything that the work writes. */
  now: Date;
  /** The lock on the instance’s row; `lockInstance` acquires it for this work alone. */
  lock: boolean | 'share';
  /** Emitted at the end, with `data` as it is now; the instance is added. */
  raise: <T extends WhatsAppEvent>(
    type: T,
    data: Without<EventData<T>, 'instance'>,
    options?: Pick<NewEvent, 'dedupeKey' | 'cause'>,
  ) => void;
}
