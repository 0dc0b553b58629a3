import { afterAll, beforeAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances, waSandboxTimers } from '../../server/whatsapp/schema/instances';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waContacts } from '../../server/whatsapp/schema/people';
import { DEFAULT_SANDBOX } from '../../shared/whatsapp/drivers/sandbox';
import { freshDatabase } from '../support/app';
import { engineOn, enqueue, eventsOf, type MessageRow, messageOf, messagesOf, seedInstance } from './queue-support';

const HOUR = 3_600_000;
let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

async function running(clock = { ms: Date.now() }) {
  const engine = engineOn(place.database, { clock });
  await engine.start();
  return { engine, clock, [Symbol.asyncDispose]: () => engine.stop() };
}
const sandbox = (settings: Partial<typeof DEFAULT_SANDBOX> = {}) =>
  seedInstance(place.database, { driver: 'sandbox', name: 'sandbox', sandbox: { ...DEFAULT_SANDBOX, ...settings } });

/** Sends to a magic number and lets a minute pass. */
async function sent(code: string, columns: Partial<MessageRow> = {}) {
  await using run = await running();
  const instance = await sandbox();
  const [id] = await enqueue(run.engine, place.database, instance, [{ to: `1555010${code}`, text: 'Hello', columns }]);
  await run.engine.sandbox.advance(instance, 60);
  const message = await messageOf(place.database, id);
  const rows = await messagesOf(place.database, instance.id);
  const inbound = rows.filter(({ direction }) => direction === 'inbound');
  return { instance, message, inbound, events: await eventsOf(place.database, instance.workspaceId) };
}
const statuses = ({ statusHistory }: MessageRow): string[] => statusHistory.map(({ status }) => status);

test('a message is sent, delivered and read after its delays, with events', async () => {
  await using run = await running();
  const instance = await sandbox();
  const [id] = await enqueue(run.engine, place.database, instance, [{ to: '15550100000', text: 'Hello' }]);
  const start = run.clock.ms;
  for (const [after, status] of [
    [0, 'sending'],
    [149, 'sending'],
    [150, 'sent'],
    [400, 'delivered'],
    [999, 'delivered'],
    [1000, 'read'],
  ] as const) {
    run.clock.ms = start + after;
    await run.engine.idle();
    expect((await messageOf(place.database, id)).status).toBe(status);
  }
  expect(await messageOf(place.database, id)).toMatchObject({
    acceptedAt: new Date(start),
    sentAt: new Date(start + 150),
    deliveredAt: new Date(start + 400),
    readAt: new Date(start + 1000),
  });
  expect(await eventsOf(place.database, instance.workspaceId)).toEqual([
    'whatsapp.message.sent',
    'whatsapp.message.delivered',
    'whatsapp.message.read',
  ]);
});

test.each([
  ['0001', 'not_on_whatsapp'],
  ['0004', 'reengagement_window_closed'],
  ['0006', 'recipient_opted_out'],
])('%s ends as %s', async (code, error) => {
  const { message, inbound } = await sent(code);
  expect(message).toMatchObject({ status: 'failed', error: { code: error } });
  expect(inbound).toEqual([]);
});

test('0002 never reads, 0003 leaves messages unconfirmed', async () => {
  expect((await sent('0002')).message.status).toBe('delivered');
  expect((await sent('0003')).message.status).toBe('unconfirmed');
});

test('0005 answers with a rate limit once, and gets the message once', async () => {
  const { message } = await sent('0005');
  expect(message).toMatchObject({ status: 'read', retries: 1, attempt: 1 });
  expect(statuses(message)).toEqual(['sending', 'queued', 'sending', 'sent', 'delivered', 'read']);
});

test('0007 replies with the same text, 0008 reacts', async () => {
  const echo = await sent('0007');
  expect(echo.inbound).toMatchObject([{ content: { type: 'text', text: 'Hello' }, status: 'received' }]);
  expect(echo.inbound[0]?.chatId).toBe(echo.message.chatId);
  const { message, events } = await sent('0008');
  expect(message.reactions).toMatchObject([{ emoji: '👍', contact_id: message.contactId }]);
  expect(events).toContain('whatsapp.message.reacted');
});

test('0009 hides the number: its reply comes from another address of the same contact', async () => {
  const { message, inbound } = await sent('0009');
  expect(inbound).toMatchObject([{ contactId: message.contactId, chatId: message.chatId }]);
  const [contact] = await queries(place.database)
    .select()
    .from(waContacts)
    .where(eq(waContacts.id, message.contactId ?? ''));
  expect(contact).toMatchObject({
    phone: '+15550100009',
    lid: expect.stringContaining('@lid'),
    bsuid: expect.any(String),
  });
});

test('0010 delivers each message twice and it is stored once, 0011 sends receipts out of order', async () => {
  const { inbound, events } = await sent('0010');
  expect(inbound.length).toBe(1);
  expect(events.filter((type) => type === 'whatsapp.message.received').length).toBe(1);

  const { message } = await sent('0011');
  expect(message.status).toBe('read');
  expect(message.statusHistory.slice(1).map(({ status, applied }) => [status, applied])).toEqual([
    ['read', true],
    ['delivered', false],
    ['sent', false],
  ]);
  expect(Number(message.readAt)).toBeGreaterThan(Number(message.sentAt));
});

test('0012 sends a picture whose first download fails', async () => {
  await using run = await running();
  const instance = await sandbox();
  await enqueue(run.engine, place.database, instance, [{ to: '15550100012', text: 'Hello' }]);
  await run.engine.sandbox.advance(instance, 2);
  const read = () => queries(place.database).select().from(waMedia).where(eq(waMedia.instanceId, instance.id));
  expect(await read()).toMatchObject([{ status: 'pending', tries: 1 }]);
  run.clock.ms += 1000;
  await run.engine.idle();
  expect(await read()).toMatchObject([{ status: 'ready', mimeType: 'image/png' }]);
});

test('advancing the clock runs all due steps in order', async () => {
  await using run = await running();
  const instance = await sandbox();
  const at = (hours: number) => new Date(run.clock.ms + hours * HOUR);
  const later = { status: 'scheduled', scheduledAt: at(1), dueAt: at(1) } as const;
  const tooLate = { status: 'scheduled', scheduledAt: at(3), dueAt: at(3), expiresAt: at(2) } as const;
  const [one, two, three] = await enqueue(run.engine, place.database, instance, [
    { to: '15550100000', text: 'one', columns: later },
    { to: '15550100000', text: 'two', columns: tooLate },
    { to: '15550100000', text: 'three', columns: { ...later, scheduledAt: at(5), dueAt: at(5), expiresAt: at(6) } },
  ]);
  await run.engine.sandbox.advance(instance, 3600 + 1);
  expect(await messageOf(place.database, one)).toMatchObject({ status: 'read', scheduledAt: at(1) });
  expect((await messageOf(place.database, two)).status).toBe('scheduled');
  await run.engine.sandbox.advance(instance, 2 * 3600);
  expect(await messageOf(place.database, two)).toMatchObject({ status: 'failed', error: { code: 'message_expired' } });
  expect((await messageOf(place.database, three)).status).toBe('scheduled');
  const [row] = await queries(place.database).select().from(waInstances).where(eq(waInstances.id, instance.id));
  expect(row?.sandbox?.clock_offset_seconds).toBe(3 * 3600 + 1);
});

test('pending steps of the network survive a restart', async () => {
  const clock = { ms: Date.now() };
  const instance = await sandbox();
  let id: string | undefined;
  {
    await using run = await running(clock);
    [id] = await enqueue(run.engine, place.database, instance, [{ to: '15550100007', text: 'Hello' }]);
    await run.engine.idle();
  }
  clock.ms += 5000;
  {
    await using run = await running(clock);
    await run.engine.idle();
  }
  expect((await messageOf(place.database, id)).status).toBe('read');
  expect((await messagesOf(place.database, instance.id)).length).toBe(2);
});

test('a reset cancels pending steps', async () => {
  await using run = await running();
  const instance = await sandbox();
  const [id] = await enqueue(run.engine, place.database, instance, [{ to: '15550100000', text: 'Hello' }]);
  await run.engine.idle();
  await run.engine.sandbox.reset(instance);
  const timers = await queries(place.database)
    .select()
    .from(waSandboxTimers)
    .where(eq(waSandboxTimers.instanceId, instance.id));
  expect(timers).toEqual([]);
  run.clock.ms += 119_000;
  await run.engine.idle();
  expect((await messageOf(place.database, id)).status).toBe('sending');
});
