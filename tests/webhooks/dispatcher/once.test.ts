import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { nextTurn } from '../../../server/next-turn';
import { recoverLeases } from '../../../server/webhooks/dispatcher/recover-leases';
import { webhooks } from '../../../server/webhooks/schema';
import { claimDeliveries } from '../../../server/webhooks/system/deliveries';
import { answer, openLab } from './lab';

const types = { events: ['webhook.tested'] };

test('a resend waits for a slot, and keeps it', async () => {
  await using lab = await openLab(() => answer(200), { config: { deliveryFastSlots: 1, deliveryMaxSockets: 1 } });
  const webhook = await lab.webhook(types);
  await lab.emit();
  await lab.idle();
  const [original] = await lab.deliveries(webhook.no);
  if (!original) throw new Error('No delivery.');

  const held = Promise.withResolvers<void>();
  const running = { now: 0, most: 0 };
  lab.behave(async () => {
    running.most = Math.max(running.most, (running.now += 1));
    await held.promise;
    running.now -= 1;
    return answer(200);
  });
  const resend = () =>
    lab.testDatabase.database.transaction((tx) =>
      lab.dispatcher.sendOnce(tx, { webhookNo: webhook.no, workspaceId: lab.workspaceId, trigger: 'resend', original }),
    );
  const sent = [await resend(), await resend()];
  await lab.emit();
  while (running.now === 0) await nextTurn();
  held.resolve();
  await Promise.all(sent.map(({ finished }) => finished));
  await lab.idle();
  expect([lab.calls.length, running.most]).toEqual([4, 1]);
});

test('a resend waits for the rate limit of its webhook, and counts against it', async () => {
  await using lab = await openLab(() => answer(200), { real: true });
  const webhook = await lab.webhook({ ...types, rateLimitPerSecond: 2 });
  await lab.emit(2);
  await lab.idle();
  const [original] = await lab.deliveries(webhook.no);
  if (!original) throw new Error('No delivery.');
  const order = { webhookNo: webhook.no, workspaceId: lab.workspaceId, trigger: 'resend' as const, original };
  const { finished } = await lab.testDatabase.database.transaction((tx) => lab.dispatcher.sendOnce(tx, order));
  await finished;
  const [first, , third] = lab.calls.map(({ at }) => at);
  expect((third ?? 0) - (first ?? 0)).toBeGreaterThan(400);
});

test('deliveries in flight of a dead process for a deleted webhook are canceled', async () => {
  await using lab = await openLab(() => answer(200));
  const { database } = lab.testDatabase;
  const webhook = await lab.webhook({ ...types, status: 'paused' });
  await lab.emit();
  const claim = { webhookNo: webhook.no, owner: 'nod_gone', now: lab.wall().getTime(), leaseUntil: 1, limit: 5 };
  // At once, since the dispatcher looks for lost leases by itself too.
  await database.transaction(async (tx) => {
    await claimDeliveries(tx, claim);
    await queries(tx).update(webhooks).set({ deletedAt: lab.wall() }).where(eq(webhooks.no, webhook.no));
  });
  await recoverLeases(lab.services, database, { now: () => lab.wall().getTime() });
  const [row] = await lab.deliveries(webhook.no);
  expect(row).toMatchObject({ state: 4, cancelReason: 'webhook_deleted', lastCode: 'interrupted' });
});
