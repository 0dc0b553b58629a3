import { afterEach, expect, test } from 'bun:test';

import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';
import { contactsFeature } from '../../../server/whatsapp/drivers/web/worker/contacts';
import { historyFeature } from '../../../server/whatsapp/drivers/web/worker/history';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';

const OURS = '15550001111';
const ADA = '15550002222';
const BOB = '15550003333';
const AT = 1_790_000_000;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function stage(addressing: 'lid' | 'phone' = 'lid'): Promise<WhatsAppWebPeer> {
  const peer = await startWhatsAppWebPeer({ addressing });
  open.push({
    async close() {
      peer.assertClean();
      await peer.stop();
    },
  });
  for (const phone of [OURS, ADA, BOB]) peer.person(phone);
  return peer;
}

async function link(peer: WhatsAppWebPeer, syncHistory: 'none' | 'recent'): Promise<LinkedSession> {
  const features = [contactsFeature, historyFeature];
  const linked = new LinkedSession(peer, OURS, { features, options: { syncHistory } });
  open.unshift(linked);
  return linked.connect();
}

const ofKind = <Kind extends DriverEvent['kind']>({ events }: LinkedSession, kind: Kind) =>
  events.filter((event): event is Extract<DriverEvent, { kind: Kind }> => event.kind === kind);

test.each(['lid', 'phone'] as const)(
  'chats, contacts and messages are imported, addressed by %s',
  async (addressing) => {
    const peer = await stage(addressing);
    const me = peer.person(OURS);
    const ada = peer.person(ADA);
    const group = ada.createGroup('Crew', [OURS]);
    me.history.pushNames = { [BOB]: 'Bob himself' };
    me.history.chats = [
      {
        with: ADA,
        messages: [
          { id: 'NEWER', from: OURS, text: 'Hello Ada', at: AT + 60 },
          { id: 'OLDER', from: ADA, text: 'Hello', at: AT },
        ],
        isArchived: true,
        pinnedAt: AT,
        mutedUntil: AT + 86_400,
        unread: 2,
      },
      { with: group, messages: [{ id: 'INGROUP', from: ADA, text: 'All here?', at: AT + 5 }] },
    ];
    const linked = await link(peer, 'recent');
    await linked.reports('sync', ({ isDone }) => isDone);

    const withAda = {
      type: 'direct',
      person: expect.objectContaining(addressing === 'lid' ? { lid: ada.lidJid } : { phone: ADA }),
    };
    expect(ofKind(linked, 'chat')).toMatchObject([
      {
        place: withAda,
        archived: true,
        pinned: true,
        mutedUntil: new Date((AT + 86_400) * 1000),
        unread: 2,
      },
      { place: { type: 'group', providerGroupId: group }, archived: false, pinned: false, mutedUntil: null, unread: 0 },
    ]);
    expect(ofKind(linked, 'group')).toMatchObject([
      { providerGroupId: group, change: { action: 'listed', details: { subject: 'Crew' } } },
    ]);
    const messages = ofKind(linked, 'message');
    expect(messages).toMatchObject([
      { providerMessageId: 'OLDER', place: withAda, isEcho: false, isHistory: true, at: new Date(AT * 1000) },
      { providerMessageId: 'NEWER', place: withAda, isEcho: true, isHistory: true, content: { text: 'Hello Ada' } },
      {
        providerMessageId: 'INGROUP',
        place: { providerGroupId: group },
        isHistory: true,
        content: { text: 'All here?' },
      },
    ]);
    const contacts = ofKind(linked, 'contact').map(({ person }) => person);
    expect(contacts).toContainEqual({ phone: ADA, lid: ada.lidJid });
    expect(contacts).toContainEqual(expect.objectContaining({ phone: BOB, name: 'Bob himself' }));
    const [lastSync] = ofKind(linked, 'sync').slice(-1);
    expect(lastSync).toMatchObject({ isDone: true, progress: 100, counts: { chats: 2, messages: 3 } });
  },
);

test('an import in several parts reports its progress, and each report is small', async () => {
  const peer = await stage();
  const reports: number[] = [];
  peer.person(OURS).history.parts = 3;
  peer.person(OURS).history.chats = Array.from({ length: 40 }, (_, chat) => ({
    with: String(15_551_000_000 + chat),
    messages: Array.from({ length: 25 }, (__, index) => ({ from: OURS, text: `Text ${index}`, at: AT + index })),
  }));
  const features = [contactsFeature, historyFeature];
  const linked = new LinkedSession(peer, OURS, { features, options: { syncHistory: 'recent' } });
  open.unshift(linked);
  linked.onReport = (events) => {
    if (events.some(({ kind }) => kind === 'message')) reports.push(events.length);
  };
  await linked.connect();
  await linked.reports('sync', ({ isDone }) => isDone);
  expect(ofKind(linked, 'message')).toHaveLength(1000);
  expect(Math.max(...reports)).toBeLessThanOrEqual(100);
  const syncs = ofKind(linked, 'sync');
  expect(syncs.map(({ progress }) => progress)).toEqual(expect.arrayContaining([25, 50, 100]));
  expect(syncs.filter(({ isDone }) => isDone)).toHaveLength(1);
  expect(syncs.at(-1)).toMatchObject({ isDone: true, counts: { chats: 40, messages: 1000 } });
});

test('without an import nothing of it is reported but which LID is which number', async () => {
  const peer = await stage();
  peer.person(OURS).history.chats = [{ with: ADA, messages: [{ from: ADA, text: 'Private', at: AT }] }];
  const linked = await link(peer, 'none');
  await linked.reports('contact', ({ person }) => person.phone === ADA && person.lid === peer.person(ADA).lidJid);
  await linked.reports('contact', ({ person }) => person.phone === BOB && person.lid === peer.person(BOB).lidJid);
  await linked.hasKey();
  await peer.settled();
  expect(new Set(linked.events.map(({ kind }) => kind))).toEqual(new Set(['contact']));
  expect(JSON.stringify(linked.events)).not.toContain('Private');
});
