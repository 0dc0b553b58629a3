import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../../server/db/database';
import { workspaces } from '../../../server/db/workspaces';
import { purgeDeliveryLog } from '../../../server/webhooks/dispatcher/jobs';
import { webhooks } from '../../../server/webhooks/schema';
import { answer, HOUR, openLab } from './lab';

const types = { events: ['webhook.tested'] };
type Lab = Awaited<ReturnType<typeof openLab>>;
const states = async (lab: Lab, no: number) => (await lab.deliveries(no)).map(({ state }) => state);

test('old deliveries are deleted, and pending ones end first', async () => {
  await using lab = await openLab(() => answer(200));
  const webhook = await lab.webhook(types);
  await lab.emit(2);
  await lab.idle();
  await queries(lab.testDatabase.database)
    .update(webhooks)
    .set({ status: 'paused' })
    .where(eq(webhooks.no, webhook.no));
  await lab.emit(2);
  const purge = () => purgeDeliveryLog(lab.services, new AbortController().signal);
  await lab.advance(29 * 24 * HOUR);
  await purge();
  expect([await states(lab, webhook.no), (await lab.attempts()).length]).toEqual([[2, 2, 0, 0], 2]);
  await lab.advance(2 * 24 * HOUR);
  await purge();
  expect([await states(lab, webhook.no), (await lab.attempts()).length]).toEqual([[2, 2, 4, 4], 0]);
  expect((await lab.deliveries(webhook.no)).at(-1)?.cancelReason).toBe('expired');
  await lab.advance(60 * 24 * HOUR);
  await purge();
  expect(await lab.deliveries(webhook.no)).toEqual([]);
});

test('each workspace keeps attempts and deliveries as long as its setting says', async () => {
  await using lab = await openLab(() => answer(200));
  const days = { eventRetentionDays: 2, deliveryRetentionDays: 5 };
  await queries(lab.testDatabase.database).update(workspaces).set(days).where(eq(workspaces.id, lab.workspaceId));
  const webhook = await lab.webhook(types);
  await lab.emit(2);
  await lab.idle();
  const left = async () => {
    await purgeDeliveryLog(lab.services, new AbortController().signal);
    return [(await lab.attempts()).length, (await lab.deliveries(webhook.no)).length];
  };
  await lab.advance(47 * HOUR);
  expect(await left()).toEqual([2, 2]);
  await lab.advance(2 * HOUR);
  expect(await left()).toEqual([0, 2]);
  await lab.advance(3 * 24 * HOUR);
  expect(await left()).toEqual([0, 0]);
});
