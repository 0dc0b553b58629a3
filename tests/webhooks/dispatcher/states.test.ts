import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { scoped } from '../../../server/db/scoped';
import { workspaces } from '../../../server/db/workspaces';
import { emit } from '../../../server/events/emit';
import { onDeliveriesFinal } from '../../../server/webhooks/dispatcher/delivery-handlers';
import { cancelForEndedWebhooks, disableExpiredAndFailing } from '../../../server/webhooks/dispatcher/jobs';
import { recoverLeases } from '../../../server/webhooks/dispatcher/recover-leases';
import { createWebhookSealer } from '../../../server/webhooks/dispatcher/sending/webhook-sealer';
import { advanceReplays } from '../../../server/webhooks/replays/advance-replays';
import { selectForReplay } from '../../../server/webhooks/replays/select-events';
import { webhookDeliveries, webhookReplays, webhooks, webhookStats } from '../../../server/webhooks/schema';
import { claimDeliveries } from '../../../server/webhooks/system/deliveries';
import { newId } from '../../../shared/ids';
import { until } from '../../support/process';
import { answer, failure, HOUR, MINUTE, openLab, SECOND } from './lab';

const types = { events: ['webhook.tested'] };
type Lab = Awaited<ReturnType<typeof openLab>>;

const change = async (lab: Lab, no: number, set: Partial<typeof webhooks.$inferInsert>) => {
  const row = await lab.row(no);
  await queries(lab.testDatabase.database)
    .update(webhooks)
    .set({ ...set, version: row.version + 1 })
    .where(eq(webhooks.no, no));
  lab.dispatcher.wakeWebhook(no);
};
const states = async (lab: Lab, no: number) => (await lab.deliveries(no)).map(({ state }) => state);

test.each(['paused', 'suspended'] as const)('deliveries wait while the webhook or its workspace is %s', async (how) => {
  await using lab = await openLab(() => answer(200));
  const webhook = await lab.webhook(types);
  const suspend = (status: 'active' | 'suspended') =>
    queries(lab.testDatabase.database).update(workspaces).set({ status }).where(eq(workspaces.id, lab.workspaceId));
  if (how === 'paused') await change(lab, webhook.no, { status: 'paused' });
  else await suspend('suspended');
  await lab.emit(3);
  await lab.advance(HOUR);
  expect([lab.calls.length, await states(lab, webhook.no)]).toEqual([0, [0, 0, 0]]);

  if (how === 'paused') await change(lab, webhook.no, { status: 'active' });
  else await suspend('active');
  await lab.idle();
  expect(await states(lab, webhook.no)).toEqual([2, 2, 2]);
});

test('changed settings apply to the next request, and custom headers are not in the log', async () => {
  // As receivers do that send back what they were sent.
  await using lab = await openLab(({ headers }) =>
    answer(200, { 'x-echo': headers['x-own'] ?? '' }, JSON.stringify(headers)),
  );
  const webhook = await lab.webhook(types);
  await lab.emit();
  await lab.idle();
  const headersSealed = createWebhookSealer(lab.services.secretKey).sealHeaders(webhook.id, {
    'x-own': 'hidden-value',
  });
  await change(lab, webhook.no, { url: 'https://new.example/', headersSealed, headerNames: ['x-own'] });
  await lab.emit();
  await lab.idle();
  expect(lab.calls.map(({ url, headers }) => [url, headers['x-own']])).toEqual([
    ['https://receiver.example/hook', undefined],
    ['https://new.example/', 'hidden-value'],
  ]);
  expect(JSON.stringify(await lab.attempts())).not.toContain('hidden-value');
});

test('a pause that is ended manually is over, in memory and in the row', async () => {
  await using lab = await openLab(() => answer(503, { 'retry-after': '7200' }));
  const webhook = await lab.webhook(types);
  await lab.emit(2);
  await lab.advance(HOUR);
  expect(lab.calls).toHaveLength(1);
  expect(await lab.row(webhook.no)).toMatchObject({ openReason: 'retry_after' });

  lab.behave(() => answer(200));
  await lab.testDatabase.database.transaction((tx) => lab.dispatcher.closeBreaker(tx, webhook.no));
  await lab.idle();
  expect(lab.calls).toHaveLength(2);
  expect((await lab.row(webhook.no)).openUntil).toBeNull();
});

test('a test and a resend are one immediate attempt each, without effect on the webhook’s health', async () => {
  await using lab = await openLab(() => failure('timeout'));
  const { database } = lab.testDatabase;
  const webhook = await lab.webhook({ ...types, retry: { preset: 'none' } });
  await lab.emit();
  await lab.advance(SECOND / 2);
  const before = await lab.row(webhook.no);
  const [original] = await lab.deliveries(webhook.no);
  if (!original) throw new Error('No delivery.');
  expect(original.state).toBe(3);
  const statistics = () => queries(database).select().from(webhookStats);
  const counted = await statistics();

  const order = { webhookNo: webhook.no, workspaceId: lab.workspaceId };
  const body = '{"id":"evt_x","sequence":0}';
  const send = (one: Parameters<typeof lab.dispatcher.sendOnce>[1]) =>
    database.transaction((tx) => lab.dispatcher.sendOnce(tx, one)).then(({ finished }) => finished);
  await change(lab, webhook.no, { status: 'paused' });
  const tested = await send({ ...order, trigger: 'test', event: { id: 'evt_x', type: 'webhook.tested', body } });
  expect(tested).toMatchObject({
    delivery: { state: 3, eventSequence: 0 },
    attempt: { code: 'timeout', requestBody: body },
  });
  const failed = await send({ ...order, trigger: 'resend', original });
  expect(failed.delivery).toMatchObject({ state: 3, resendOf: original.id, trigger: 'resend' });
  expect(await lab.row(webhook.no)).toMatchObject({ ...before, status: 'paused', version: 2 });
  expect(await statistics()).toEqual(counted);

  lab.behave(() => answer(200));
  const sent = await send({ ...order, trigger: 'resend', original });
  expect(sent.attempt).toMatchObject({ code: 'ok', requestBody: null });
  expect(lab.calls.at(-1)?.headers['webhook-id']).toBe(original.eventId);
  expect(await lab.row(webhook.no)).toMatchObject({ ...before, status: 'paused', version: 2 });
  const rows = await lab.deliveries(webhook.no);
  expect(rows.map(({ trigger, state }) => [trigger, state])).toEqual([
    ['event', 2],
    ['test', 3],
    ['resend', 2],
    ['resend', 2],
  ]);
});

test('deliveries in flight of a dead process are due at once, and the lost attempt does not count', async () => {
  await using lab = await openLab(() => answer(200));
  const webhook = await lab.webhook({ ...types, retry: { preset: 'none' } });
  await change(lab, webhook.no, { status: 'paused' });
  await lab.emit(2);
  const now = lab.wall().getTime();
  const gone = { owner: 'gone', webhookNo: webhook.no, now, leaseUntil: now + MINUTE, limit: 1 };
  await lab.testDatabase.database.transaction((tx) => claimDeliveries(tx, gone));
  await change(lab, webhook.no, { status: 'active' });
  await lab.restart();
  await lab.idle();
  expect((await lab.deliveries(webhook.no)).map((row) => [row.state, row.attempts, row.uncounted])).toEqual([
    [2, 2, 1],
    [2, 1, 0],
  ]);
  expect((await lab.attempts()).map(({ code }) => code).toSorted()).toEqual(['interrupted', 'ok', 'ok']);
});

test('a result that arrives after its delivery was continued is logged as late, and changes nothing', async () => {
  const first = Promise.withResolvers<void>();
  await using lab = await openLab(async ({ headers }) => {
    if (headers['switchboard-attempt'] !== '1') return answer(201);
    await first.promise;
    return answer(500);
  });
  const webhook = await lab.webhook({ ...types, maxInFlight: 2 });
  await lab.emit();
  await until(() => lab.calls.length > 0);
  const later = () => lab.wall().getTime() + 61 * SECOND;
  const ctx = { ...lab.services };
  await recoverLeases(ctx, lab.testDatabase.database, { now: () => later() - 2 * SECOND });
  expect(await states(lab, webhook.no)).toEqual([1]);
  await recoverLeases(ctx, lab.testDatabase.database, { now: later });
  expect((await lab.deliveries(webhook.no)).map((row) => [row.state, row.uncounted])).toEqual([[0, 1]]);
  expect((await lab.attempts()).map(({ code, number }) => [code, number])).toEqual([['interrupted', 1]]);

  // Somebody else takes it and succeeds.
  const other = { owner: 'other', webhookNo: webhook.no, now: later(), leaseUntil: later() + MINUTE, limit: 1 };
  await lab.testDatabase.database.transaction((tx) => claimDeliveries(tx, other));
  const before = await lab.row(webhook.no);
  first.resolve();
  await lab.idle();
  expect((await lab.deliveries(webhook.no)).map((row) => [row.state, row.attempts, row.leaseOwner])).toEqual([
    [1, 2, 'other'],
  ]);
  expect((await lab.attempts()).map(({ code, flags }) => [code, flags])).toEqual([['http_status', { late: true }]]);
  expect(await lab.row(webhook.no)).toEqual(before);
});

test('the inbox answers in process, as its URL says', async () => {
  await using lab = await openLab(() => failure('protocol_error'), { real: true });
  const good = await lab.webhook(types, 'switchboard://inbox');
  const bad = await lab.webhook(types, 'switchboard://inbox?status=503&delay_ms=20');
  await lab.emit();
  await lab.idle();
  expect(lab.calls).toEqual([]);
  expect(await states(lab, good.no)).toEqual([2]);
  expect((await lab.deliveries(bad.no)).map(({ state, lastStatus }) => [state, lastStatus])).toEqual([[0, 503]]);
  const logged = (await lab.attempts()).find(({ status }) => status === 200);
  expect(logged?.requestHeaders.map(([name]) => name)).toContain('webhook-signature');
  expect(logged?.responseBody).toContain('evt_');
});

test('the end of an addressed delivery is reported once, in its transaction', async () => {
  await using lab = await openLab(() => answer(500));
  const webhook = await lab.webhook({ events: [], retry: { delays_seconds: [5] } });
  const ended: string[] = [];
  const leave = onDeliveriesFinal('webhook.tested', async (_, deliveries) => {
    ended.push(...deliveries.map(({ id, state }) => `${id} ${state}`));
    return [];
  });
  const data = { webhook_id: webhook.id, message: 'Only for you.' };
  const ctx = { ...lab.services, requestId: newId('req') };
  await lab.testDatabase.database.transaction((tx) =>
    emit(ctx, scoped(tx, lab.workspaceId), [{ type: 'webhook.tested', data, addressedTo: webhook.id }]),
  );
  await lab.idle();
  expect(ended).toEqual([]);
  await lab.advance(10 * SECOND);
  leave();
  const [row] = await lab.deliveries(webhook.no);
  expect(ended).toEqual([`${row?.id} 3`]);
});

test('a webhook ends at its expiry, and pending deliveries of a deleted one are canceled', async () => {
  await using lab = await openLab(() => answer(500));
  const expiring = await lab.webhook({ ...types, expiresAt: new Date(lab.wall().getTime() + HOUR) });
  const deleted = await lab.webhook(types);
  await lab.emit(3);
  await lab.idle();
  await disableExpiredAndFailing(lab.services);
  expect((await lab.row(expiring.no)).status).toBe('active');
  await change(lab, deleted.no, { deletedAt: lab.wall() });
  await lab.advance(HOUR);

  await disableExpiredAndFailing(lab.services);
  expect(await lab.row(expiring.no)).toMatchObject({ status: 'disabled', disabledReason: 'expired' });
  await cancelForEndedWebhooks(lab.services, new AbortController().signal);
  expect(new Set((await lab.deliveries(deleted.no)).map((row) => row.cancelReason))).toEqual(
    new Set(['webhook_deleted']),
  );
  expect(await states(lab, expiring.no)).toEqual([0, 0, 0]);
});

test('a replay sends exactly what its mode names, at its rate, without repeat after a restart', async () => {
  await using lab = await openLab(({ body }) => answer(/Event [34]"/.test(body) ? 400 : 200));
  const { database } = lab.testDatabase;
  const webhook = await lab.webhook({ ...types, retry: { preset: 'none' } });
  await lab.emit(5);
  await lab.idle();
  await change(lab, webhook.no, { status: 'disabled' });
  await queries(database).update(webhooks).set({ events: [] }).where(eq(webhooks.no, webhook.no));
  await lab.testDatabase.database.transaction(async (tx) => {
    await (await import('../../../server/events/queries/events')).bumpWebhooksVersion(tx, lab.workspaceId);
  });
  await lab.emit(10);
  await change(lab, webhook.no, { status: 'active', events: ['webhook.tested'] });

  const row = await lab.row(webhook.no);
  const selection = { eventTypes: [], createdAfter: null, createdBefore: null, untilSequence: 15 };
  const found = async (mode: 'undelivered' | 'failed' | 'missing' | 'all', after = 0) => {
    const { events } = await selectForReplay(database, row, { ...selection, mode }, { after, limit: 100 });
    return events.map(({ sequence }) => sequence);
  };
  expect(await found('failed')).toEqual([4, 5]);
  expect(await found('missing')).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(await found('undelivered', 5)).toEqual(await found('missing'));
  expect((await found('undelivered')).length).toBe(12);
  expect((await found('all')).length).toBe(15);

  lab.behave(() => answer(200));
  // A dispatcher that runs advances replays each second by itself.
  await lab.dispatcher.stop();
  await queries(database)
    .insert(webhookReplays)
    .values({
      id: newId('rpl'),
      workspaceId: lab.workspaceId,
      webhookNo: webhook.no,
      webhookId: webhook.id,
      mode: 'undelivered',
      eventTypes: [],
      afterSequence: 0,
      untilSequence: 15,
      cursorSequence: 0,
      ratePerSecond: 5,
      status: 'queued',
      createdBy: { key_id: 'key_test' },
      createdAt: lab.wall(),
    });
  const replayed = () =>
    queries(database).select().from(webhookDeliveries).where(eq(webhookDeliveries.trigger, 'replay'));
  const tick = () => advanceReplays(database, { owns: () => true, now: () => lab.wall().getTime() });
  const replayRow = async () => (await queries(database).select().from(webhookReplays))[0];
  for (const count of [5, 10]) {
    await tick();
    expect(await replayed()).toHaveLength(count);
  }
  await lab.restart();
  await until(async () => (await replayRow())?.status === 'completed');
  await tick();
  await lab.idle();
  expect(await replayRow()).toMatchObject({ status: 'completed', createdCount: 12, cursorSequence: 15 });
  const rows = await lab.deliveries(webhook.no);
  expect(rows.every(({ state }) => state === 2)).toBe(true);
  expect(new Set((await replayed()).map(({ eventSequence }) => eventSequence)).size).toBe(12);
  expect(await found('all')).toHaveLength(15);
  expect(await found('undelivered')).toEqual([]);
});
