import { afterAll, expect, test } from 'bun:test';

import type { DriverStatusEvent } from '../../server/whatsapp/drivers/driver-events';
import { startServer } from '../support/app';
import { messageScenes, textTo, TO } from './message-scenes';

const server = await startServer();
afterAll(() => server.stop());
const scenes = messageScenes(server);

const [ADA, BEN, CEM] = ['15550100081', '15550100082', '15550100083'] as const;
const MINUTES = [10, 11, 12, 13].map((minute) => new Date(Date.UTC(2026, 10, 21, 9, minute)));
const [TEN = new Date(), ELEVEN = new Date(), TWELVE = new Date(), THIRTEEN = new Date()] = MINUTES;

type Body = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** A message to a group, and what its participants report. */
async function scene() {
  const on = await scenes();
  const { id: groupId } = await on.expectStatus(201, 'POST', `${on.path}/groups`, { subject: 'Crew' });
  const sent = await on.send(textTo(groupId));
  await on.settle();
  const { provider_message_id: providerMessageId } = await on.message(sent.id);
  const report = (status: DriverStatusEvent['status'], participant: DriverStatusEvent['participant'], at = TEN) =>
    server.services.whatsapp.report(on.id, [{ kind: 'status', providerMessageId, status, participant, at }]);
  const at = `${on.path}/messages/${sent.id}/receipts`;
  const history = async (): Promise<Body[]> => (await on.message(sent.id)).status_history;
  return { ...on, report, history, at, list: async (query = '') => on.expectStatus(200, 'GET', `${at}${query}`) };
}

const timesOf = ({ data }: { data: Body[] }) =>
  Object.fromEntries(
    data.map(({ party, delivered_at, read_at, played_at, failed_at }) => [
      party.phone,
      [delivered_at, read_at, played_at, failed_at],
    ]),
  );

test('each participant of a group has receipts of their own, while the first one is the event', async () => {
  const { report, history, list, events } = await scene();
  expect((await list()).data).toEqual([]);
  await report('delivered', { phone: ADA, name: 'Ada' });
  await report('delivered', { phone: BEN }, ELEVEN);
  await report('read', { phone: BEN }, TWELVE);
  await report('played', { phone: BEN }, THIRTEEN);
  await report('failed', { phone: CEM }, TWELVE);
  // A receipt that comes twice keeps its first time.
  await report('delivered', { phone: ADA }, THIRTEEN);
  const [ten, eleven, twelve, thirteen] = MINUTES.map((time) => time.toISOString());
  const answer = await list();
  expect(timesOf(answer)).toEqual({
    [`+${ADA}`]: [ten, null, null, null],
    [`+${BEN}`]: [eleven, twelve, thirteen, null],
    [`+${CEM}`]: [null, null, null, twelve],
  });
  expect(answer.data[0].party).toMatchObject({ phone: `+${ADA}`, name: 'Ada' });
  expect(await events('whatsapp.message.delivered')).toHaveLength(1);
  const reported = (await history()).map(({ status }) => status);
  expect(reported.filter((status) => status !== 'sending' && status !== 'sent')).toEqual([
    'queued',
    'delivered',
    'read',
    'played',
  ]);
});

test('receipts are listed in pages', async () => {
  const { report, list, call, at } = await scene();
  for (const phone of [ADA, BEN, CEM]) await report('delivered', { phone });
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.next_cursor}`);
  const phones = [...first.data, ...second.data].map(({ party }: { party: { phone: string } }) => party.phone);
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  expect(phones).toEqual([ADA, BEN, CEM].map((phone) => `+${phone}`));
  expect((await call('GET', `${at}?cursor=x`)).body.code).toBe('invalid_cursor');
});

test('receipts of two addresses of one person become one', async () => {
  const { report, list } = await scene();
  await report('delivered', { phone: ADA }, ELEVEN);
  await report('delivered', { lid: '99000000000001@lid' }, TEN);
  await report('read', { lid: '99000000000001@lid' }, TWELVE);
  expect((await list()).data).toHaveLength(2);
  await report('played', { phone: ADA, lid: '99000000000001@lid' }, THIRTEEN);
  expect(timesOf(await list())).toEqual({
    [`+${ADA}`]: [...[TEN, TWELVE, THIRTEEN].map((time) => time.toISOString()), null],
  });
});

test('a message to a person has a receipt of the recipient, and a received message has none', async () => {
  const { send, settle, receive, message, expectStatus, path } = await scenes();
  const { id } = await send(textTo(TO));
  await settle();
  const { delivered_at, read_at } = await message(id);
  const { data } = await expectStatus(200, 'GET', `${path}/messages/${id}/receipts`);
  expect(timesOf({ data })).toEqual({ [TO]: [delivered_at, read_at, null, null] });
  expect(read_at).not.toBeNull();
  const { id: received } = await receive(TO, 'Hi');
  expect((await expectStatus(200, 'GET', `${path}/messages/${received}/receipts`)).data).toEqual([]);
});

test('receipts need the instance of the message and the scope to read messages', async () => {
  const { keyOf, at, path } = await scene();
  const other = await scene();
  expect((await other.call('GET', at)).status).toBe(404);
  expect((await other.call('GET', other.at.replace(other.path, path))).status).toBe(404);
  const sibling = await scenes();
  expect((await sibling.call('GET', at.replace(path, sibling.path))).status).toBe(404);
  const sender = await keyOf({ scopes: ['whatsapp.contacts:read'] });
  expect((await sender('GET', at)).status).toBe(403);
});
