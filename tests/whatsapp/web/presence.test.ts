import { afterAll, beforeAll, expect, test } from 'bun:test';

import { presenceFeature } from '../../../server/whatsapp/drivers/web/worker/presence';
import { makeNode } from '../../support/whatsapp-web/node';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { refusedWith } from './refusals';

const OURS = '15550001111';
const ADA = '15550002222';
const GROUP = '120363000000000001@g.us';

let peer: WhatsAppWebPeer;
let linked: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  peer.person(ADA);
  linked = await new LinkedSession(peer, OURS, { features: [presenceFeature] }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
});

const adas = () => peer.person(ADA).lidJid;

test('who is online, typing or recording is reported, and when somebody was last seen', async () => {
  const states: [ReturnType<typeof makeNode>, object][] = [
    [makeNode('presence', { from: adas() }), { state: 'available', lastSeenAt: null }],
    [
      makeNode('presence', { from: adas(), type: 'unavailable', last: '1790000000' }),
      { state: 'unavailable', lastSeenAt: new Date(1_790_000_000_000) },
    ],
    [
      makeNode('presence', { from: adas(), type: 'unavailable', last: 'deny' }),
      { state: 'unavailable', lastSeenAt: null },
    ],
    [makeNode('chatstate', { from: adas() }, [makeNode('composing')]), { state: 'typing', lastSeenAt: null }],
    [
      makeNode('chatstate', { from: adas() }, [makeNode('composing', { media: 'audio' })]),
      { state: 'recording', lastSeenAt: null },
    ],
    [
      makeNode('chatstate', { from: GROUP, participant: adas() }, [makeNode('composing')]),
      { state: 'typing', lastSeenAt: null },
    ],
  ];
  for (const [node, presence] of states) {
    linked.events.length = 0;
    peer.sendNode(OURS, node);
    expect(await linked.reports('presence')).toEqual({
      kind: 'presence',
      person: { lid: adas() },
      ...presence,
    } as never);
  }
});

test('the presence of a person is asked for', async () => {
  linked.events.length = 0;
  peer.person(ADA).goesOffline('1790000000');
  await linked.call('presence.subscribe', { who: { phone: ADA } });
  expect(await linked.reports('presence')).toEqual({
    kind: 'presence',
    person: { phone: ADA },
    state: 'unavailable',
    lastSeenAt: new Date(1_790_000_000_000),
  });
  await refusedWith(linked.call('presence.subscribe', { who: { bsuid: 'US.1' } }), 'recipient_id_unsupported');
});
