import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { Place } from '../../../server/whatsapp/drivers/driver-events';
import { createLabelsFeature, labelsFeature } from '../../../server/whatsapp/drivers/web/worker/labels';
import { childrenOf } from '../../../server/whatsapp/drivers/web/worker/nodes';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';

const OURS = '15550001111';
const ADA = '15550002222';

let peer: WhatsAppWebPeer;
let linked: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  peer.person(ADA);
  linked = await new LinkedSession(peer, OURS, { features: [labelsFeature] }).connect();
  await linked.hasKey();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
});

const me = () => peer.person(OURS);
const adas = () => peer.person(ADA).lidJid;
const place = (): Place => ({ type: 'direct', person: { lid: adas() } });
const indexes = (from: number) =>
  me()
    .appState.actions.slice(from)
    .map(({ index, value }) => [index, value]);

test('labels of the phone are reported, and the labels of a chat all together', async () => {
  await me().changesChat({ addLabel: { id: '7', name: 'New customer', color: 3, deleted: false } });
  expect(await linked.reports('label')).toEqual({ kind: 'label', labelId: '7', name: 'New customer', color: 3 });
  await me().changesChat({ addChatLabel: { labelId: '7' } }, ADA);
  await linked.reports('chat', ({ labels }) => labels?.join() === '7');
  await me().changesChat({ addChatLabel: { labelId: '2' } }, ADA);
  expect(await linked.reports('chat', ({ labels }) => labels?.length === 2)).toEqual({
    kind: 'chat',
    place: place(),
    labels: ['7', '2'],
  });
  await me().changesChat({ removeChatLabel: { labelId: '7' } }, ADA);
  await linked.reports('chat', ({ labels }) => labels?.join() === '2');
  await me().changesChat({ addLabel: { id: '7', name: 'New customer', color: 3, deleted: true } });
  await linked.reports('label', ({ deleted }) => deleted === true);
});

test('a chat does not have a label that was deleted, and the next label gets another number', async () => {
  linked.events.length = 0;
  await me().changesChat({ addChatLabel: { labelId: '7' } }, ADA);
  expect(await linked.reports('chat')).toMatchObject({ labels: ['2'] });
  await me().changesChat({ removeChatLabel: { labelId: '7' } }, ADA);
  const made = await linked.call('labels.create', { name: 'Next', color: 0 });
  await linked.call('labels.delete', made as { labelId: string });
  const next = await linked.call('labels.create', { name: 'Next', color: 0 });
  expect([made, next]).toEqual([{ labelId: '8' }, { labelId: '9' }]);
});

test('a label is created with a free id, renamed and deleted', async () => {
  await me().changesChat({ addLabel: { id: '12', name: 'Paid', color: 1, deleted: false } });
  await linked.reports('label', ({ labelId }) => labelId === '12');
  const before = me().appState.actions.length;
  const made = await linked.call('labels.create', { name: 'Late', color: 4 });
  expect(made).toEqual({ labelId: '13' });
  await linked.call('labels.update', { labelId: '13', name: 'Too late', color: 5 });
  await linked.call('labels.delete', { labelId: '13' });
  expect(indexes(before)).toMatchObject([
    [['label_edit', '13'], { labelEditAction: { name: 'Late', color: 4, deleted: false } }],
    [['label_edit', '13'], { labelEditAction: { name: 'Too late', color: 5, deleted: false } }],
    [['label_edit', '13'], { labelEditAction: { name: 'Too late', color: 5, deleted: true } }],
  ]);
});

test('labels that are created at once get numbers of their own', async () => {
  const made = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => linked.call('labels.create', { name, color: 0 })),
  );
  expect(new Set(made.map((label) => (label as { labelId: string }).labelId)).size).toBe(3);
});

test('a label of the phone without a name or a color has the first color', async () => {
  await me().changesChat({ addLabel: { id: '30', deleted: false } });
  expect(await linked.reports('label', ({ labelId }) => labelId === '30')).toMatchObject({ name: '', color: 0 });
  await me().changesChat({ addLabel: { id: '31', name: 'Odd', color: -1, deleted: false } });
  expect(await linked.reports('label', ({ labelId }) => labelId === '31')).toMatchObject({ name: 'Odd', color: 0 });
});

test('labels of a chat that cannot all be set in time are reported as they are then', async () => {
  const at: Place = { type: 'direct', person: { lid: peer.person('15550003333').lidJid } };
  await linked.call('labels.set', { place: at, labelIds: ['12'] });
  linked.events.length = 0;
  const late = createLabelsFeature(0).calls?.['labels.set'];
  const errorOf = (work: Promise<unknown> | undefined) => work?.catch((error: unknown) => error);
  const input = { place: at, labelIds: ['12', '30', '31'] };
  expect(await errorOf(late?.(linked.session, input as never))).toMatchObject({ failure: { kind: 'timeout' } });
  expect(await linked.reports('chat')).toEqual({ kind: 'chat', place: at, labels: ['12'] });

  // The second change is refused.
  linked.events.length = 0;
  let patches = 0;
  const { query } = linked.session.socket;
  linked.session.socket.query = async (node, ...more) => {
    const [collection] = childrenOf(childrenOf(node)[0]);
    if (childrenOf(collection, 'patch').length > 0 && (patches += 1) === 2) {
      peer.failNext({ xmlns: 'w:sync:app:state' }, 500);
    }
    return query(node, ...more);
  };
  expect(await errorOf(linked.call('labels.set', input))).toMatchObject({ failure: { kind: 'unavailable' } });
  linked.session.socket.query = query;
  expect(await linked.reports('chat')).toEqual({ kind: 'chat', place: at, labels: ['12', '30'] });
});

test('a chat gets the given labels and loses the others', async () => {
  const before = me().appState.actions.length;
  await linked.call('labels.set', { place: place(), labelIds: ['12', '7'] });
  expect(indexes(before)).toMatchObject([
    [['label_jid', '12', adas()], { labelAssociationAction: { labeled: true } }],
    [['label_jid', '7', adas()], { labelAssociationAction: { labeled: true } }],
    [['label_jid', '2', adas()], { labelAssociationAction: { labeled: false } }],
  ]);
  await linked.call('labels.set', { place: place(), labelIds: ['7', '12'] });
  expect(me().appState.actions).toHaveLength(before + 3);
});
