import { asc, eq } from 'drizzle-orm';

import { readConfig } from '../../server/config/config';
import { type Database, queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { createEgress } from '../../server/egress/egress';
import { EVENT_PORTS } from '../../server/event-ports';
import { createHub } from '../../server/events/hub';
import { workspaceCounter } from '../../server/events/schema';
import { events } from '../../server/events/schema';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import type { SendJob, SendResult, WaDriver } from '../../server/whatsapp/drivers/driver';
import { createWhatsApp } from '../../server/whatsapp/engine';
import type { WhatsApp } from '../../server/whatsapp/engine-types';
import { chatWith } from '../../server/whatsapp/identity/chat';
import { contactFor } from '../../server/whatsapp/identity/contact';
import type { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { workOn } from '../../server/whatsapp/work';
import { createWorkQueues } from '../../server/work/work-queues';
import { newId } from '../../shared/ids';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { SEND_ERRORS, type SendError, type SendErrorCode } from '../../shared/whatsapp/send-errors';
import { seedWorkspace } from '../support/seed';
import { insertInstance, type InstanceColumns } from './insert-instance';

export type MessageRow = typeof waMessages.$inferSelect;
type InstanceRow = typeof waInstances.$inferSelect;

export const errorOf = (code: SendErrorCode, more: Partial<SendError> = {}): SendError => ({
  code,
  ...SEND_ERRORS[code],
  retry_after_ms: null,
  provider: null,
  ...more,
});

/** A driver that does what the test says, and tells what it was given. */
export function fakeDriver(answer: (job: SendJob) => SendResult | Promise<SendResult>) {
  const jobs: SendJob[] = [];
  const driver = {
    kind: 'cloud',
    connect: async () => ({ status: 'connected', reason: null }) as const,
    disconnect: async () => {},
    logout: async () => {},
    async send(_instance: unknown, job: SendJob) {
      jobs.push(job);
      return answer(job);
    },
  } as unknown as WaDriver;
  return { driver, jobs, texts: () => jobs.map(textOf) };
}

export const textOf = ({ content }: Pick<SendJob, 'content'>): string => (content.type === 'text' ? content.text : '');
export const accepted = ({ messageId, attempt }: SendJob): SendResult => ({
  outcome: 'accepted',
  providerMessageId: `wamid.${messageId}.${attempt}`,
});

/** A driver whose provider stands at an address, so that it outlives the process. */
export const postingDriver = (url: string): WaDriver =>
  fakeDriver(async ({ messageId }) => {
    await fetch(`${url}${messageId}`, { method: 'POST' });
    return { outcome: 'sent', providerMessageId: `wamid.${messageId}` };
  }).driver;

interface EngineOptions {
  clock?: { ms: number };
  /** Null: the server does not have the driver `cloud`. */
  driver?: WaDriver | null;
  random?: () => number;
}

/** An engine by itself on a database of its own, at a time that the test sets. */
export const engineOn = (database: Database, options: EngineOptions = {}): WhatsApp =>
  engineAndQueues(database, options).engine;

export function engineAndQueues(
  database: Database,
  { clock = { ms: Date.now() }, driver, random = () => 0.5 }: EngineOptions = {},
) {
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
  const place = { database, log: createLog('silent'), now: () => new Date(clock.ms), metrics: createMetrics() };
  const queues = createWorkQueues(place);
  const engine = createWhatsApp({
    config,
    ...place,
    queues,
    hub: createHub(EVENT_PORTS),
    secretKey: new Uint8Array(32).fill(7),
    egress: createEgress(config),
    random,
    ...(driver === undefined ? {} : { drivers: { cloud: driver === null ? undefined : () => driver } }),
  });
  return { engine, queues };
}

/** The same, started, with a driver that accepts unless it is given another; it stops with its scope. */
export async function runningOn(database: Database, fake = fakeDriver(accepted), clock = { ms: Date.now() }) {
  const engine = engineOn(database, { clock, driver: fake.driver });
  await engine.start();
  return { engine, fake, clock, [Symbol.asyncDispose]: () => engine.stop() };
}

/** Orders of a text to so many people. */
export const people = (count: number, text = 'Hello') =>
  Array.from({ length: count }, (_, index) => ({ to: `1555030${1000 + index}`, text }));

/** A connected instance in a workspace of its own. */
export async function seedInstance(database: Database, columns: InstanceColumns = {}): Promise<InstanceRow> {
  const workspaceId = await seedWorkspace('Test', database);
  await queries(database).insert(workspaceCounter).values({ workspaceId }).onConflictDoNothing();
  const sandbox = columns.driver === 'sandbox' ? { sandbox: DEFAULT_SANDBOX } : {};
  return insertInstance(
    workspaceId,
    { name: 'one', driver: 'cloud', phone: '+15550109999', ...sandbox, ...columns },
    database,
  );
}

/** Accepts messages as the service does: each with its chat, in one transaction. */
export async function enqueue(
  engine: WhatsApp,
  database: Database,
  instance: InstanceRow,
  orders: readonly { to: string; text: string; columns?: Partial<MessageRow> }[],
): Promise<string[]> {
  const ids: string[] = [];
  await workOn(
    engine.work,
    scoped(database, instance.workspaceId),
    instance.id,
    async (work) => {
      for (const { to, text, columns } of orders) {
        const contact = await contactFor(work, { phone: to });
        const chat = await chatWith(work, contact);
        const id = newId('msg');
        ids.push(id);
        await work.tx.insert(waMessages, {
          id,
          instanceId: instance.id,
          chatId: chat.id,
          direction: 'outbound',
          origin: 'api',
          type: 'text',
          status: 'queued',
          statusHistory: [],
          senderKey: 'me',
          contactId: contact.id,
          mentions: [],
          content: { type: 'text', text },
          reactions: [],
          metadata: {},
          edits: [],
          dueAt: work.now,
          expiresAt: new Date(work.now.getTime() + 86_400_000),
          search: text,
          createdAt: work.now,
          updatedAt: work.now,
          ...columns,
        });
      }
      work.tx.store.afterCommit(() => engine.wake(instance));
    },
    { lock: true },
  );
  return ids;
}

export const messagesOf = (database: Database, instanceId: string): Promise<MessageRow[]> =>
  queries(database).select().from(waMessages).where(eq(waMessages.instanceId, instanceId)).orderBy(asc(waMessages.id));

export async function messageOf(database: Database, id: string | undefined): Promise<MessageRow> {
  const [row] = await queries(database)
    .select()
    .from(waMessages)
    .where(eq(waMessages.id, id ?? ''));
  if (!row) throw new Error('The message is gone.');
  return row;
}

/** Types of the events of a workspace, in their order. */
export const eventsOf = async (database: Database, workspaceId: string): Promise<string[]> => {
  const rows = await queries(database)
    .select({ type: events.type })
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence));
  return rows.map(({ type }) => type);
};
