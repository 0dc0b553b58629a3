import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { BinaryNode } from 'baileys';

import { groupsFeature } from '../../../server/whatsapp/drivers/web/worker/groups/groups';
import { makeNode } from '../../support/whatsapp-web/node';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';

const OURS = '15550001111';
const ADA = '15550002222';
const BOB = '15550003333';
const GROUP = '120363000000000001@g.us';
const AT = 1_790_000_000;

let peer: WhatsAppWebPeer;
let linked: LinkedSession;

beforeAll(async () => {
  peer = await startWhatsAppWebPeer();
  peer.person(ADA);
  peer.person(BOB);
  linked = await new LinkedSession(peer, OURS, { features: [groupsFeature] }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
});

let sent = 0;

/** What WhatsApp says that Ada did in the group. */
async function notify(...children: BinaryNode[]) {
  const before = linked.events.length;
  sent += 1;
  const ada = peer.person(ADA);
  const attrs = { id: `n${sent}`, type: 'w:gp2', from: GROUP, t: String(AT) };
  const by = { participant: ada.lidJid, participant_pn: ada.jid };
  linked.deliver(makeNode('notification', { ...attrs, ...by }, children));
  await peer.world.until(() => linked.events.length > before || undefined, 'a notification is reported');
  return linked.events.slice(before);
}

const person = (phone: string) => ({ phone, lid: peer.person(phone).lidJid });
const participant = (phone: string, attrs = {}) =>
  makeNode('participant', { jid: peer.person(phone).lidJid, phone_number: peer.person(phone).jid, ...attrs });
const reported = (change: object) => ({
  kind: 'group',
  providerGroupId: GROUP,
  actor: person(ADA),
  at: new Date(AT * 1000),
  change,
});

test('settings that someone changed are reported with who changed them', async () => {
  const details: [BinaryNode, object][] = [
    [makeNode('subject', { subject: 'Night crew', s_t: String(AT) }), { subject: 'Night crew' }],
    [
      makeNode('description', { id: 'd1' }, [makeNode('body', {}, Buffer.from('Be kind.'))]),
      { description: 'Be kind.' },
    ],
    [makeNode('description', { id: 'd2', delete: 'true' }), { description: null }],
    [makeNode('announcement'), { adminsOnlyMessages: true }],
    [makeNode('not_announcement'), { adminsOnlyMessages: false }],
    [makeNode('locked'), { adminsOnlySettings: true }],
    [makeNode('unlocked'), { adminsOnlySettings: false }],
    [makeNode('ephemeral', { expiration: '604800' }), { messageLifetimeSeconds: 604_800 }],
    [makeNode('not_ephemeral'), { messageLifetimeSeconds: 0 }],
    [makeNode('member_add_mode', {}, Buffer.from('all_member_add')), { memberAddMode: 'all' }],
    [makeNode('member_add_mode', {}, Buffer.from('admin_add')), { memberAddMode: 'admins' }],
    [makeNode('membership_approval_mode', {}, [makeNode('group_join', { state: 'on' })]), { joinApproval: true }],
    [makeNode('invite', { code: 'Abc123' }), { inviteLink: 'https://chat.whatsapp.com/Abc123' }],
  ];
  for (const [node, change] of details) {
    expect(await notify(node)).toEqual([reported({ action: 'details', details: change })] as never);
  }
});

test('two changes at once are both reported', async () => {
  const events = await notify(makeNode('subject', { subject: 'First' }), makeNode('locked'));
  expect(events).toEqual([
    reported({ action: 'details', details: { subject: 'First' } }),
    reported({ action: 'details', details: { adminsOnlySettings: true } }),
  ] as never);
});

test('people who come, go and change their role are reported as one person each', async () => {
  const changes = { add: 'added', remove: 'removed', promote: 'promoted', demote: 'demoted' } as const;
  for (const [tag, action] of Object.entries(changes)) {
    expect(await notify(makeNode(tag, {}, [participant(BOB)]))).toEqual([
      reported({ action, people: [person(BOB)] }),
    ] as never);
  }
});

test('requests to join are reported, and also when they are withdrawn', async () => {
  const { lidJid } = peer.person(ADA);
  expect(await notify(makeNode('created_membership_requests', { request_method: 'invite_link' }))).toEqual([
    reported({
      action: 'join_requested',
      requests: [{ requestId: lidJid, person: person(ADA), at: new Date(AT * 1000) }],
    }),
  ] as never);
  expect(await notify(makeNode('revoked_membership_requests', {}, [participant(ADA)]))).toEqual([
    reported({ action: 'join_request_ended', requestIds: [lidJid] }),
  ] as never);
});

test('a new group is reported with all that is known of it', async () => {
  const group = makeNode(
    'group',
    { id: GROUP.replace('@g.us', ''), subject: 'New', creator: peer.person(ADA).lidJid },
    [makeNode('announcement'), participant(ADA, { type: 'superadmin' }), participant(OURS)],
  );
  const [event] = await notify(makeNode('create', { type: 'new' }, [group]));
  expect(event).toMatchObject({
    kind: 'group',
    change: {
      action: 'details',
      details: {
        subject: 'New',
        owner: { lid: peer.person(ADA).lidJid },
        adminsOnlyMessages: true,
        messageLifetimeSeconds: 0,
        participants: [
          { person: person(ADA), role: 'owner' },
          { person: person(OURS), role: 'member' },
        ],
      },
    },
  });
});

test('the end of a group and its suspension are reported', async () => {
  expect(await notify(makeNode('delete'))).toEqual([reported({ action: 'deleted' })] as never);
  expect(await notify(makeNode('suspended'))).toEqual([reported({ action: 'suspended' })] as never);
  expect(await notify(makeNode('unsuspended'))).toEqual([reported({ action: 'resumed' })] as never);
});

test('a member with a new number stays the same person', async () => {
  const ada = peer.person(ADA);
  const node = makeNode('modify', {}, [makeNode('participant', { jid: '15550009999@s.whatsapp.net' })]);
  const before = linked.events.length;
  const attrs = { id: 'number', type: 'w:gp2', from: GROUP, t: String(AT), participant: ada.jid };
  linked.deliver(makeNode('notification', attrs, [node]));
  await peer.world.until(() => linked.events.length > before || undefined, 'a changed number is reported');
  expect(linked.events.slice(before)).toEqual([{ kind: 'contact', person: { phone: '15550009999' }, oldPhone: ADA }]);
});
