import { afterEach, expect, test } from 'bun:test';

import type { BaileysEventMap } from 'baileys';

import { until } from '../../support/until';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient, errorOf } from '../../support/whatsapp-web/real-client';

const ADA = '15550000001';
const BEN = '15550000002';
const CEM = '15550000003';
const DUA = '15550000004';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function scene() {
  const peer = await startWhatsAppWebPeer();
  stops.push(() => peer.stop());
  for (const phone of [BEN, CEM, DUA]) peer.person(phone);
  const updates: BaileysEventMap['groups.update'] = [];
  const created: BaileysEventMap['groups.upsert'] = [];
  const members: BaileysEventMap['group-participants.update'][] = [];
  const requests: BaileysEventMap['group.join-request'][] = [];
  const client = new RealClient(peer, ADA).onSocket(({ ev }) => {
    ev.on('groups.update', (changes) => void updates.push(...changes));
    ev.on('groups.upsert', (groups) => void created.push(...groups));
    ev.on('group-participants.update', (change) => void members.push(change));
    ev.on('group.join-request', (request) => void requests.push(request));
  });
  stops.push(() => client.close());
  await client.connect();
  return { peer, socket: client.socket, updates, created, members, requests };
}

const lids = (peer: WhatsAppWebPeer, ...phones: string[]) => phones.map((phone) => peer.person(phone).lidJid);

/** Waits for the last of what was asked for; notifications come through another queue than answers. */
async function seen(peer: WhatsAppWebPeer, check: () => boolean): Promise<void> {
  await until(check, { everyMs: 2 });
  await peer.settled();
}

test('a client creates a group, changes everything in it and leaves it', async () => {
  const { peer, socket, created } = await scene();
  const { id } = await socket.groupCreate('Friends', lids(peer, BEN));
  const group = peer.group(id);
  await socket.groupUpdateSubject(id, 'Good friends');
  await socket.groupUpdateDescription(id, 'What we do');
  await socket.groupUpdateDescription(id, 'What we do together');
  await socket.groupSettingUpdate(id, 'announcement');
  await socket.groupSettingUpdate(id, 'locked');
  await socket.groupToggleEphemeral(id, 86_400);
  await socket.groupMemberAddMode(id, 'all_member_add');
  await socket.groupJoinApprovalMode(id, 'on');
  expect(group).toMatchObject({
    subject: 'Good friends',
    onlyAdminsSend: true,
    onlyAdminsEdit: true,
    ephemeral: 86_400,
  });
  expect(await socket.groupMetadata(id)).toMatchObject({
    subject: 'Good friends',
    desc: 'What we do together',
    announce: true,
    restrict: true,
    memberAddMode: true,
    joinApprovalMode: true,
    ephemeralDuration: 86_400,
  });
  expect(await socket.groupParticipantsUpdate(id, lids(peer, CEM), 'add')).toMatchObject([{ status: '200' }]);
  expect(await socket.groupParticipantsUpdate(id, lids(peer, CEM), 'promote')).toMatchObject([{ status: '200' }]);
  expect(group.isAdmin(peer.person(CEM))).toBe(true);
  await socket.groupParticipantsUpdate(id, lids(peer, CEM), 'demote');
  await socket.groupParticipantsUpdate(id, lids(peer, CEM), 'remove');
  expect(group.members.has(peer.person(CEM))).toBe(false);
  await seen(peer, () => created.length === 1);
  await socket.groupUpdateDescription(id, undefined);
  expect(group.description).toBe(null);
  await socket.groupLeave(id);
  expect(Object.keys(await socket.groupFetchAllParticipating())).toEqual([]);
  await peer.settled();
  peer.assertClean();
});

test('each person that cannot be added has a code', async () => {
  const { peer, socket } = await scene();
  peer.person(BEN).groupConsent = 'asked first';
  peer.person(CEM).groupConsent = 'blocked';
  peer.person(DUA).groupConsent = 'left recently';
  const { id } = await socket.groupCreate('Friends', []);
  const unknown = '19998887777@s.whatsapp.net';
  const results = await socket.groupParticipantsUpdate(id, [...lids(peer, BEN, CEM, DUA, ADA), unknown], 'add');
  expect(results.map(({ status }) => status)).toEqual(['403', '401', '408', '409', '404']);
  expect(results[0]?.content.content).toMatchObject([{ tag: 'add_request', attrs: { code: expect.any(String) } }]);
  await peer.settled();
});

test('a client sees what others do in a group', async () => {
  const { peer, socket, updates, created, members, requests } = await scene();
  const ben = peer.person(BEN);
  const id = ben.createGroup('Of Ben', [ADA, CEM]);
  await seen(peer, () => created.length === 1);
  expect(created[0]).toMatchObject({ id, subject: 'Of Ben' });
  ben.in(id).rename('Of all');
  ben.in(id).describe('Come in');
  ben.in(id).set('announcement');
  ben.in(id).setApproval('on');
  ben.in(id).resetInviteCode();
  await seen(peer, () => updates.length >= 5);
  expect(
    updates.map(({ subject, desc, announce, joinApprovalMode, inviteCode }) => ({
      subject,
      desc,
      announce,
      joinApprovalMode,
      inviteCode,
    })),
  ).toMatchObject([
    { subject: 'Of all' },
    { desc: 'Come in' },
    { announce: true },
    { joinApprovalMode: true },
    { inviteCode: peer.group(id).inviteCode },
  ]);
  ben.in(id).promote(ADA);
  ben.in(id).remove(CEM);
  await seen(peer, () => members.length === 2);
  expect(members.map(({ action }) => action)).toEqual(['promote', 'remove']);
  peer.person(DUA).in(id).join();
  await seen(peer, () => requests.length === 1);
  expect(requests[0]).toMatchObject({ id, action: 'created', participant: peer.person(DUA).lidJid });
  expect(await socket.groupRequestParticipantsList(id)).toMatchObject([{ jid: peer.person(DUA).lidJid }]);
  expect(await socket.groupRequestParticipantsUpdate(id, lids(peer, DUA), 'approve')).toMatchObject([
    { status: '200' },
  ]);
  expect(peer.group(id).members.has(peer.person(DUA))).toBe(true);
  peer.person(DUA).in(id).leave();
  await seen(peer, () =>
    members.some(({ action, participants }) => action === 'remove' && participants[0]?.id === peer.person(DUA).lidJid),
  );
  peer.assertClean();
});

test('a member who is no administrator changes nothing, and an invite link leads in', async () => {
  const { peer, socket } = await scene();
  const ben = peer.person(BEN);
  const id = ben.createGroup('Of Ben', [CEM]);
  const { inviteCode } = peer.group(id);
  expect(await socket.groupGetInviteInfo(inviteCode)).toMatchObject({ id, subject: 'Of Ben' });
  expect(await errorOf(socket.groupMetadata(id))).toContain('forbidden');
  expect(await socket.groupAcceptInvite(inviteCode)).toBe(id);
  expect(await errorOf(socket.groupSettingUpdate(id, 'locked'))).toContain('forbidden');
  expect(await errorOf(socket.groupInviteCode(id))).toContain('forbidden');
  await socket.groupUpdateSubject(id, 'Everyone may rename it');
  ben.in(id).resetInviteCode();
  expect(await errorOf(socket.groupGetInviteInfo(inviteCode))).toContain('gone');
  expect(await errorOf(socket.groupGetInviteInfo('nonsense'))).toContain('not-acceptable');
  await peer.settled();
  peer.assertClean();
});

test('receipts in a group come from each member', async () => {
  const { peer, socket } = await scene();
  const { id } = await socket.groupCreate('Friends', lids(peer, BEN, CEM));
  const receipts: { userJid: string | null | undefined; isRead: boolean }[] = [];
  socket.ev.on('message-receipt.update', (updates) => {
    for (const { receipt } of updates)
      receipts.push({ userJid: receipt.userJid, isRead: receipt.readTimestamp !== undefined });
  });
  const sent = await socket.sendMessage(id, { text: 'Hi' });
  const messageId = sent?.key.id ?? '';
  await peer.person(BEN).receivesMessage(messageId);
  await peer.person(CEM).receivesMessage(messageId);
  peer.person(BEN).receipt(messageId);
  peer.person(CEM).receipt(messageId, 'read');
  await seen(peer, () => receipts.length === 2);
  expect(receipts).toEqual([
    { userJid: peer.person(BEN).lidJid, isRead: false },
    { userJid: peer.person(CEM).lidJid, isRead: true },
  ]);
  peer.assertClean();
});

test('an invitation for someone who has to be asked first leads in', async () => {
  const { peer, socket } = await scene();
  const ben = peer.person(BEN);
  peer.person(ADA).groupConsent = 'asked first';
  const id = ben.createGroup('Of Ben');
  const [result] = ben.in(id).add(ADA);
  expect(result?.error).toBe(403);
  const invitation = peer.group(id).invitations.get(peer.person(ADA));
  const message = { groupJid: id, inviteCode: invitation?.code ?? '', inviteExpiration: invitation?.expiration ?? 0 };
  await socket.groupAcceptInviteV4(ben.lidJid, message);
  expect(peer.group(id).members.has(peer.person(ADA))).toBe(true);
  await peer.settled();
  peer.assertClean();
});
