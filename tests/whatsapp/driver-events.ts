import { asc, eq } from 'drizzle-orm';

import { readConfig } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { events } from '../../server/events/schema';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { type AppliedDriverEvent, applyDriverEvent } from '../../server/whatsapp/apply/apply';
import type { DriverMessageEvent, Person, Place } from '../../server/whatsapp/drivers/driver-events';
import type { IncomingMedia } from '../../server/whatsapp/media/types';
import type { MediaRow } from '../../server/whatsapp/present/media';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waChats, waContacts } from '../../server/whatsapp/schema/people';
import { workOn } from '../../server/whatsapp/work';
import type { Work } from '../../server/whatsapp/work-types';
import type { EventEnvelope } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { database } from '../support/app';
import { seedWorkspace } from '../support/seed';
import { insertInstance, type InstanceColumns } from './insert-instance';

const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
const services = createServices(config, database, createLog('silent'));
/** What the engine’s transactions run with; nothing of it is started. */
export const workContext = { ...services, requestId: newId('req') };

/** An instance that is connected, in a workspace of its own. */
export async function seedInstance(columns: InstanceColumns = {}, context = workContext) {
  const workspaceId = await seedWorkspace();
  const db = scoped(database, workspaceId);
  const instance = await insertInstance(workspaceId, {
    name: 'Support',
    phone: '+15550109999',
    metadata: { team: 'support' },
    sandbox: DEFAULT_SANDBOX,
    ...columns,
  });

  const work = <T>(run: (work: Work) => Promise<T>): Promise<T> =>
    workOn(context, db, instance.id, run, { lock: true });
  return {
    id: instance.id,
    db,
    work,
    /** Applies driverEvent one after another, each in a transaction of its own. */
    async report(...driverEvents: AppliedDriverEvent[]) {
      const rows = [];
      for (const one of driverEvents) rows.push(await work((open) => applyDriverEvent(open, one, { receive })));
      return rows;
    },
    contacts: () => db.select(waContacts, { orderBy: [asc(waContacts.id)] }),
    chats: () => db.select(waChats, { orderBy: [asc(waChats.id)] }),
    messages: () => db.select(waMessages, { orderBy: [asc(waMessages.id)] }),
    /** Events in their order; of the one type that is named. */
    async events(type?: string): Promise<EventEnvelope[]> {
      const rows = await queries(database)
        .select()
        .from(events)
        .where(eq(events.workspaceId, workspaceId))
        .orderBy(asc(events.sequence));
      const told = rows.map(({ body }) => JSON.parse(body) as EventEnvelope);
      return type === undefined ? told : told.filter((event) => event.type === type);
    },
  };
}
export type SeededInstance = Awaited<ReturnType<typeof seedInstance>>;

/** A file that waits with the provider. */
async function receive(work: Work, { remote, kind, messageId }: IncomingMedia): Promise<MediaRow> {
  return work.tx.insert(waMedia, {
    id: newId('med'),
    instanceId: work.instance.id,
    messageId,
    kind: kind === 'voice' ? 'audio' : kind,
    status: 'pending',
    mimeType: remote.mimeType,
    providerMediaId: remote.providerMediaId,
    createdAt: work.now,
    updatedAt: work.now,
  });
}

/** Somebody’s own message to us. */
export function textFrom(person: Person, text: string, more: Partial<DriverMessageEvent> = {}): DriverMessageEvent {
  const place: Place = { type: 'direct', person };
  return {
    kind: 'message',
    place,
    sender: person,
    isEcho: false,
    providerMessageId: `wamid.${newId('msg')}`,
    at: new Date(),
    content: { type: 'text', text },
    ...more,
  };
}

/** A message of ours that was given to the provider. */
export async function seedSent(
  instance: SeededInstance,
  place: { chatId: string; contactId?: string | null; groupId?: string | null },
  columns: Partial<typeof waMessages.$inferInsert> = {},
) {
  const now = new Date();
  const at = now.toISOString();
  return instance.db.insert(waMessages, {
    id: newId('msg'),
    instanceId: instance.id,
    direction: 'outbound',
    origin: 'api',
    type: 'text',
    status: 'sending',
    statusHistory: [{ status: 'sending', at, source: 'api', error: null, applied: true }],
    senderKey: 'me',
    mentions: [],
    content: { type: 'text', text: 'Hello' },
    reactions: [],
    metadata: {},
    edits: [],
    search: 'hello',
    createdAt: now,
    updatedAt: now,
    ...place,
    ...columns,
  });
}
