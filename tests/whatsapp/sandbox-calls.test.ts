import { afterAll, beforeAll, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import type { DriverInstance, WaDriver } from '../../server/whatsapp/drivers/driver';
import { asking } from '../../server/whatsapp/provider';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { freshDatabase } from '../support/app';
import { engineOn, seedInstance } from './queue-support';

let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => (place = await freshDatabase()));
afterAll(() => place.close());

async function open(): Promise<{ driver: WaDriver; instance: DriverInstance }> {
  const engine = engineOn(place.database);
  const driver = engine.driver('sandbox');
  if (!driver) throw new Error('There is no sandbox.');
  return { driver, instance: engine.reveal(await seedInstance(place.database, { driver: 'sandbox' })) };
}

test('a group is created, changed, joined by its link and left, and another process sees it', async () => {
  const { driver, instance } = await open();
  const { groups } = driver;
  const people = ['15550100000', '15550100001', '15550100006', '15550100000'].map((phone) => ({ phone }));
  const order = { subject: 'Team', description: null, participants: people, joinApproval: false };
  const made = await groups?.create?.(instance, order);
  const id = made?.providerGroupId ?? '';
  expect(id).toMatch(/^\d+@g\.us$/);
  expect(made?.results.map(({ code }) => code)).toEqual(['ok', 'not_on_whatsapp', 'invite_required', 'already_member']);

  await groups?.update?.(instance, id, { subject: 'Crew', adminsOnlySettings: true });
  const results = await groups?.participants?.(instance, id, 'promote', [{ phone: '15550100000' }]);
  expect(results).toEqual([{ ok: true, code: 'ok' }]);
  const elsewhere = engineOn(place.database).driver('sandbox')?.groups;
  const details = await elsewhere?.get?.(instance, id);
  expect(details).toMatchObject({ subject: 'Crew', adminsOnlySettings: true, owner: { phone: '15550109999' } });
  expect(details?.participants?.map(({ role }) => role)).toEqual(['owner', 'admin']);

  const link = (await groups?.inviteLink?.(instance, id, false)) ?? '';
  expect(await groups?.preview?.(instance, link)).toMatchObject({ providerGroupId: id });
  const rotated = (await groups?.inviteLink?.(instance, id, true)) ?? '';
  expect(rotated).not.toBe(link);
  expect(groups?.join?.(instance, link)).rejects.toMatchObject({ kind: 'refused', error: { code: 'group_unknown' } });
  expect(await groups?.join?.(instance, rotated)).toMatchObject({ providerGroupId: id });
  await groups?.leave?.(instance, id);
  expect(await groups?.list?.(instance)).toEqual([]);
  const afterwards = (await groups?.preview?.(instance, rotated))?.details.participants;
  expect(afterwards).toEqual([{ person: expect.objectContaining({ phone: '15550100000' }), role: 'admin' }]);
});

test('numbers are checked, the profile is stored, and every account has a template', async () => {
  const { driver, instance } = await open();
  const checked = await driver.contacts?.check?.(instance, ['+1 555 010 0000', '15550100001']);
  expect(checked?.map(({ exists, person }) => [person.phone, exists])).toEqual([
    ['15550100000', true],
    ['15550100001', false],
  ]);
  await driver.profile?.update?.(instance, { about: 'Open till six' });
  expect(await driver.profile?.get?.(instance)).toMatchObject({ name: 'Sandbox', about: 'Open till six' });
  expect(await driver.templates?.list(instance)).toMatchObject([{ name: 'hello_world', status: 'approved' }]);
});

test('a pairing code has two groups of four characters and an expiry', async () => {
  const { driver, instance } = await open();
  const pairing = await driver.pairingCode?.(instance, '+15550100000');
  expect(pairing?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(Number(pairing?.expiresAt)).toBeGreaterThan(Date.now());
});

test('an unknown driver is not found', async () => {
  const engine = engineOn(place.database, { driver: null });
  expect(engine.driver('cloud')).toBeUndefined();
  await engine.start();
  const instance = await seedInstance(place.database, { driver: 'cloud', status: 'created' });
  await engine.connections.connect(instance);
  await engine.stop();
  const rows = await queries(place.database).select().from(waInstances);
  expect(rows.find(({ id }) => id === instance.id)).toMatchObject({
    status: 'failed',
    statusReason: 'driver_not_installed',
  });
});

test('a capability without its call is an error that names both', async () => {
  const engine = engineOn(place.database);
  const row = await seedInstance(place.database, { driver: 'sandbox', status: 'connected' });
  const asked = asking({ whatsapp: engine } as never, row, 'message.edit', () => undefined);
  expect(asked).rejects.toThrow('The driver "sandbox" has the capability "message.edit" but not the call for it.');
});
