import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { parseNotification } from '../../server/whatsapp/drivers/cloud/notification';
import { waCloudApps, waProviderRaw } from '../../server/whatsapp/schema/instances';
import { claimRaw, insertRaw, workspacesWithRaw } from '../../server/whatsapp/system/ingress';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { seedWorkspace } from '../support/seed';
import { ARRIVED, itemsOf, messageEvents, eventOf } from './notifications';

/** What Meta’s app secret signs is still not all to be trusted: whoever has an app has its secret. */
test('profiles beside messages are found by key, not by a scan for each message', () => {
  // Item by item it would take longer than any test may.
  const contacts = Array.from({ length: 40_000 }, (_, index) => ({ wa_id: String(1_000_000_000 + index) }));
  const statuses = Array.from({ length: 5000 }, (_, index) => ({
    id: `wamid.${index}`,
    status: 'sent',
    recipient_id: '1',
    recipient_user_id: 'US.1349120865',
  }));
  expect(eventOf('messages', { contacts, statuses })).toHaveLength(5000);
});

test('items beyond the number that Meta bundles are recorded as one unreadable item', () => {
  const calls = [{ entry: Array(100_000).fill(1) }, { entry: [{ id: '1', changes: Array(100_000).fill(1) }] }];
  for (const body of calls) {
    const items = parseNotification(JSON.stringify(body), ARRIVED);
    expect(items).toHaveLength(5001);
    expect(items.at(-1)).toMatchObject({ kind: 'malformed', reason: 'It has more than 5000 items.' });
  }
  expect(
    itemsOf('messages', { statuses: Array.from({ length: 5000 }, () => ({ id: 'wamid.1', status: 'sent' })) }),
  ).toHaveLength(5000);
});

test('one notification adds no more people than a group can have', () => {
  const added_participants = Array.from({ length: 3000 }, (_, index) => ({ wa_id: String(1_000_000_000 + index) }));
  const groups = [{ type: 'group_participants_add', group_id: 'crew', added_participants }];
  const [driverEvent] = eventOf('group_participants_update', { groups });
  if (driverEvent?.kind !== 'group' || driverEvent.change.action !== 'added') throw new Error('People were added.');
  expect(driverEvent.change.people).toHaveLength(1024);
});

test('content that is too large for an event is stored with its type', () => {
  const cards = (count: number) =>
    Array.from({ length: count }, () => ({ name: { formatted_name: 'Ada' }, phones: [{ phone: '1' }] }));
  expect(messageEvents({ type: 'contacts', contacts: cards(250) })).toMatchObject([{ content: { type: 'contacts' } }]);
  expect(messageEvents({ type: 'contacts', contacts: cards(30_000) })).toMatchObject([
    { content: { type: 'unsupported', provider_type: 'contacts', reason: 'It is too large to be kept.' } },
  ]);
});

test('a time outside the years 0 to 9999 counts as missing', () => {
  const at = (timestamp: unknown) =>
    messageEvents({ type: 'text', text: { body: 'Hello' }, timestamp }).map(
      (driverEvent) => 'at' in driverEvent && driverEvent.at,
    );
  for (const timestamp of ['8640000000000', 8_640_000_000_000, '-1', '253402300800', '1e400', [], {}]) {
    expect([timestamp, ...at(timestamp)]).toEqual([timestamp, ARRIVED]);
  }
  expect(at('253402300799')).toEqual([new Date('9999-12-31T23:59:59.000Z')]);
});

test('many apps of one workspace share one claim', async () => {
  await using fresh = await freshDatabase().then((made) => ({ ...made, [Symbol.asyncDispose]: () => made.close() }));
  const { database } = fresh;
  const at = new Date();
  const appIn = async (workspaceId: string) => {
    const id = newId('wca');
    const secrets = { secretHash: id, secretSealed: '', verifyTokenSealed: '', verifyTokenHint: '', ingressToken: id };
    await queries(database)
      .insert(waCloudApps)
      .values({ id, workspaceId, ...secrets, createdAt: at, updatedAt: at });
    await insertRaw(database, [{ workspaceId, appId: id, bodyHash: id, sealed: 'x', at }]);
    return id;
  };
  const greedy = await seedWorkspace('Greedy', database);
  const [first, second] = [await appIn(greedy), await appIn(greedy)];
  const other = await appIn(await seedWorkspace('Other', database));
  const claim = async () => {
    const times = { owner: 'nod_gone', now: at, until: new Date(at.getTime() + 20_000), limit: 1 };
    const claimed: string[] = [];
    for (const { lane, at: due } of await workspacesWithRaw(database, at.getTime())) {
      if (due <= at.getTime()) claimed.push(...(await claimRaw(database, lane, times)).map(({ appId }) => appId));
    }
    return claimed;
  };

  expect((await claim()).toSorted()).toEqual([first, other].toSorted());
  expect(await claim()).toEqual([]);
  // Nor where a hint asks for it.
  expect(
    await claimRaw(database, greedy, { owner: 'nod_gone', now: at, until: new Date(at.getTime() + 1), limit: 9 }),
  ).toEqual([]);
  await queries(database).update(waProviderRaw).set({ parsedAt: at }).where(eq(waProviderRaw.appId, first));
  expect(await claim()).toEqual([second]);
});
