import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { GroupCalls, PersonResult } from '../../../server/whatsapp/drivers/driver';
import { groupsFeature } from '../../../server/whatsapp/drivers/web/worker/groups/groups';
import { makeNode } from '../../support/whatsapp-web/node';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { png } from './pictures';
import { refusedWith } from './refusals';

const OURS = '15550001111';
const ADA = '15550002222';
const BOB = '15550003333';
const CLEO = '15550004444';
const NOBODY = '15550009999';

type Created = Awaited<ReturnType<GroupCalls['create']>>;
type Listed = Awaited<ReturnType<GroupCalls['list']>>[number];
type Requests = Awaited<ReturnType<GroupCalls['joinRequests']>>;

describe.each(['lid', 'phone'] as const)('groups that name their members by %s', (addressing) => {
  let peer: WhatsAppWebPeer;
  let ours: LinkedSession;
  let adas: LinkedSession;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groups-'));
    peer = await startWhatsAppWebPeer({ addressing });
    for (const phone of [ADA, BOB, CLEO]) peer.person(phone);
    ours = await new LinkedSession(peer, OURS, { features: [groupsFeature] }).connect();
    adas = await new LinkedSession(peer, ADA, { features: [groupsFeature] }).connect();
  });
  afterAll(async () => {
    peer.assertClean();
    await ours.close();
    await adas.close();
    await peer.stop();
    await rm(folder, { recursive: true });
  });

  const person = (phone: string) => ({ phone, lid: peer.person(phone).lidJid });
  const create = async (group: object = {}): Promise<Created> =>
    (await ours.call('groups.create', {
      group: { subject: 'Crew', description: null, participants: [{ phone: ADA }], joinApproval: false, ...group },
    })) as Created;
  const created = async (group: object = {}): Promise<string> => (await create(group)).providerGroupId ?? '';
  const change = (providerGroupId: string, changed: object) =>
    ours.call('groups.update', { providerGroupId, change: changed });
  const participants = async (providerGroupId: string, action: string, people: object[]): Promise<PersonResult[]> =>
    (await ours.call('groups.participants', { providerGroupId, action, people })) as PersonResult[];
  const getDetails = async (providerGroupId: string) =>
    (await ours.call('groups.get', { providerGroupId })) as Listed['details'];

  test('a group is created with its description and join approval; every person has a result', async () => {
    peer.person(BOB).groupConsent = 'asked first';
    const group = await create({
      description: 'Be kind.',
      joinApproval: true,
      participants: [{ phone: NOBODY }, { phone: ADA }, { phone: BOB }, { lid: peer.person(CLEO).lidJid }],
    });
    peer.person(BOB).groupConsent = 'added';
    expect(group).toMatchObject({
      requestId: null,
      details: {
        subject: 'Crew',
        description: 'Be kind.',
        joinApproval: true,
        adminsOnlyMessages: false,
        adminsOnlySettings: false,
        messageLifetimeSeconds: 0,
        memberAddMode: 'admins',
        owner: { phone: OURS },
        participants: [
          { person: person(OURS), role: 'owner' },
          { person: person(ADA), role: 'member' },
          { person: person(CLEO), role: 'member' },
        ],
      },
    });
    const invite = expect.stringMatching(/^https:\/\/chat\.whatsapp\.com\/[\w-]+$/);
    expect(group.results).toEqual([
      { ok: false, code: 'not_on_whatsapp' },
      { ok: true, code: 'ok' },
      { ok: false, code: 'invite_required', invite },
      { ok: true, code: 'ok' },
    ]);
    const { change: seen } = await adas.reports('group', (event) => event.providerGroupId === group.providerGroupId);
    expect(seen).toMatchObject({ action: 'details', details: { subject: 'Crew' } });
  });

  test('a part that fails does not undo the new group, and its details show what it lacks', async () => {
    peer.failNext({ xmlns: 'w:g2', child: 'description' }, 500);
    const { providerGroupId, details } = await create({ description: 'Lost', joinApproval: true });
    expect(details).toMatchObject({ description: null, joinApproval: true });
    expect(ours.warnings).toContain('group created without a part');
    expect(peer.world.groups.has(providerGroupId ?? '')).toBe(true);
  });

  test('every setting is changed, and another member sees each change', async () => {
    const group = await created();
    const changes = [
      { subject: 'Night crew' },
      { description: 'Be kind.' },
      { description: 'Be very kind.' },
      { description: null },
      { adminsOnlyMessages: true },
      { adminsOnlyMessages: false },
      { adminsOnlySettings: true },
      { adminsOnlySettings: false },
      { joinApproval: true },
      { joinApproval: false },
      { memberAddMode: 'all' },
      { memberAddMode: 'admins' },
      { messageLifetimeSeconds: 604_800 },
      { messageLifetimeSeconds: 0 },
    ];
    for (const one of changes) {
      const before = adas.events.length;
      await change(group, one);
      await peer.world.until(() => adas.events.length > before || undefined, `Ada sees ${JSON.stringify(one)}`);
      expect(adas.events.slice(before)).toMatchObject([
        { kind: 'group', providerGroupId: group, actor: person(OURS), change: { action: 'details', details: one } },
      ] as never);
      expect(await getDetails(group)).toMatchObject(one);
    }
  });

  test('several settings are changed by one call', async () => {
    const group = await created();
    await change(group, { subject: 'All', adminsOnlyMessages: true, messageLifetimeSeconds: 86_400 });
    expect(await getDetails(group)).toMatchObject({
      subject: 'All',
      adminsOnlyMessages: true,
      messageLifetimeSeconds: 86_400,
    });
  });

  test('a description that someone else changed meanwhile is replaced', async () => {
    const group = await created();
    peer.failNext({ xmlns: 'w:g2', child: 'description' }, 409);
    await change(group, { description: 'Ours' });
    expect(await getDetails(group)).toMatchObject({ description: 'Ours' });
  });

  test('people are added, promoted, demoted and removed, with one result each in the order of the request', async () => {
    const group = await created();
    const ada = peer.person(ADA);
    peer.person(CLEO).groupConsent = 'blocked';
    expect(
      await participants(group, 'add', [{ phone: NOBODY }, { phone: CLEO }, { phone: ADA }, { phone: BOB }]),
    ).toEqual([
      { ok: false, code: 'not_on_whatsapp' },
      { ok: false, code: 'blocked_by_participant' },
      { ok: false, code: 'already_member' },
      { ok: true, code: 'ok' },
    ]);
    peer.person(CLEO).groupConsent = 'added';
    const { members } = peer.group(group);
    expect(await participants(group, 'promote', [{ phone: ADA }, { phone: NOBODY }])).toEqual([
      { ok: true, code: 'ok' },
      { ok: false, code: '404' },
    ]);
    expect(members.get(ada)).toBe('admin');
    expect(await participants(group, 'demote', [{ lid: ada.lidJid }])).toEqual([{ ok: true, code: 'ok' }]);
    expect(members.get(ada)).toBe('member');
    expect(await participants(group, 'remove', [{ phone: BOB }])).toEqual([{ ok: true, code: 'ok' }]);
    expect(members.has(peer.person(BOB))).toBe(false);
    const { change: removed } = await adas.reports(
      'group',
      (event) => event.providerGroupId === group && event.change.action === 'removed',
    );
    expect(removed).toEqual({ action: 'removed', people: [person(BOB)] });
  });

  test('someone who has just left cannot be added yet', async () => {
    const group = await created();
    await adas.call('groups.leave', { providerGroupId: group });
    const { change: left } = await ours.reports(
      'group',
      (event) => event.providerGroupId === group && event.change.action === 'removed',
    );
    expect(left).toEqual({ action: 'removed', people: [person(ADA)] });
    peer.person(ADA).groupConsent = 'left recently';
    expect(await participants(group, 'add', [{ phone: ADA }])).toEqual([{ ok: false, code: 'recently_left' }]);
    peer.person(ADA).groupConsent = 'added';
  });

  test('an invite link is read, shown before joining, used, and revoked', async () => {
    const group = await created({ participants: [{ phone: BOB }] });
    const link = await ours.call('groups.inviteLink', { providerGroupId: group, rotate: false });
    const shown = (await adas.call('groups.preview', { invite: link })) as Listed;
    expect(shown).toMatchObject({ providerGroupId: group, details: { subject: 'Crew', joinApproval: false } });
    const joined = (await adas.call('groups.join', { invite: link })) as Listed;
    expect(joined.providerGroupId).toBe(group);
    expect(joined.details.participants).toHaveLength(3);
    expect(await adas.call('groups.join', { invite: link })).toEqual(joined);
    const { change: added } = await ours.reports(
      'group',
      (event) => event.providerGroupId === group && event.change.action === 'added',
    );
    expect(added).toEqual({ action: 'added', people: [person(ADA)] });
    const next = await ours.call('groups.inviteLink', { providerGroupId: group, rotate: true });
    expect(next).not.toBe(link);
    await refusedWith(adas.call('groups.preview', { invite: link }), 'group_unknown');
    await refusedWith(adas.call('groups.join', { invite: 'https://example.com/x' }), 'group_unknown');
  });

  test('requests to join are listed, approved and rejected', async () => {
    const group = await created({ participants: [], joinApproval: true });
    const invite = await ours.call('groups.inviteLink', { providerGroupId: group, rotate: false });
    await refusedWith(adas.call('groups.join', { invite }), 'group_not_member');
    const { change: reported } = await ours.reports(
      'group',
      (event) => event.providerGroupId === group && event.change.action === 'join_requested',
    );
    const requests = (await ours.call('groups.joinRequests', { providerGroupId: group })) as Requests;
    expect(requests).toEqual([
      { requestId: peer.person(ADA).addressed(addressing), person: person(ADA), at: expect.any(Date) },
    ]);
    const requestId = requests[0]?.requestId ?? '';
    expect(reported).toMatchObject({ requests: [{ requestId, person: person(ADA) }] });
    const decide = (decision: string, requestIds: string[]) =>
      ours.call('groups.decide', { providerGroupId: group, decision, requestIds });
    const unknown = { ok: false, code: 'group_join_request_unknown' };
    expect(await decide('approve', ['999@lid', requestId])).toEqual([unknown, { ok: true, code: 'ok' }]);
    expect(peer.group(group).members.has(peer.person(ADA))).toBe(true);
    await adas.reports(
      'group',
      ({ providerGroupId, change: seen }) =>
        providerGroupId === group && seen.action === 'details' && seen.details.subject === 'Crew',
    );
    expect(await decide('reject', [requestId])).toEqual([unknown]);
  });

  test('a person added to a group gets all of its details', async () => {
    const group = await created({ participants: [] });
    await participants(group, 'add', [{ phone: ADA }]);
    await adas.reports(
      'group',
      ({ providerGroupId, change: seen }) =>
        providerGroupId === group && seen.action === 'details' && seen.details.participants?.length === 2,
    );
  });

  test('the picture of a group is changed and removed, and another member sees it', async () => {
    const group = await created();
    const path = join(folder, 'group.png');
    await Bun.write(path, png(200, 200));
    const sees = (isThere: boolean) =>
      adas.reports('group', (event) => {
        const details = event.change.action === 'details' ? event.change.details : {};
        return event.providerGroupId === group && 'pictureUrl' in details && (details.pictureUrl !== null) === isThere;
      });
    await change(group, { picture: { path } });
    await sees(true);
    await change(group, { picture: null });
    await sees(false);
    expect(peer.group(group).picture).toBeNull();
  });

  test('all groups are listed with their members', async () => {
    const group = await created({ subject: 'Listed' });
    const found = ((await ours.call('groups.list', {})) as Listed[]).find((one) => one.providerGroupId === group);
    expect(found?.details).toMatchObject({ subject: 'Listed', participants: [{ role: 'owner' }, { role: 'member' }] });
  });

  test('groups are read again when WhatsApp says that they may have changed', async () => {
    const group = await created();
    peer.group(group).subject = 'Changed meanwhile';
    peer.sendNode(OURS, makeNode('ib', { from: 's.whatsapp.net' }, [makeNode('dirty', { type: 'groups' })]));
    await ours.reports(
      'group',
      ({ change: seen }) => seen.action === 'details' && seen.details.subject === 'Changed meanwhile',
    );
  });

  test('the members of a group are asked for once, and again after a change', async () => {
    const group = await created({ subject: 'Before' });
    const subject = async () => (await groupsFeature.groupMetadata?.(ours.session, group))?.subject;
    expect(await subject()).toBe('Before');
    const end = peer.failNext({ xmlns: 'w:g2', child: 'query' }, 500);
    expect(await subject()).toBe('Before');
    end();
    peer.person(OURS).in(group).rename('After');
    await ours.reports('group', ({ change: seen }) => seen.action === 'details' && seen.details.subject === 'After');
    expect(await subject()).toBe('After');
  });

  test('refusals have our codes', async () => {
    const group = await created();
    const call = (phone: LinkedSession, name: string, input: object) =>
      phone.call(name, { providerGroupId: group, ...input });
    const subject = { change: { subject: 'No' } };
    peer.person(OURS).in(group).set('locked');
    await refusedWith(call(adas, 'groups.update', subject), 'permission_missing');
    await refusedWith(call(ours, 'groups.update', { providerGroupId: '120363@g.us', ...subject }), 'group_unknown');
    peer.failNext({ xmlns: 'w:g2', child: 'add' }, 419);
    await refusedWith(
      call(ours, 'groups.participants', { action: 'add', people: [{ phone: BOB }] }),
      'group_too_large',
    );
    peer.failNext({ xmlns: 'w:g2', child: 'subject' }, 429);
    await refusedWith(call(ours, 'groups.update', subject), 'provider_rate_limited', 'rate_limited');
    peer.failNext({ xmlns: 'w:g2', child: 'subject' }, 503);
    await refusedWith(call(ours, 'groups.update', subject), 'provider_unavailable', 'unavailable');
    await call(adas, 'groups.leave', {});
    await refusedWith(call(adas, 'groups.get', {}), 'group_not_member');
  });

  test('no answer in time is no success', async () => {
    const group = await created();
    const end = peer.ignoreNext({ xmlns: 'w:g2', child: 'subject' });
    await refusedWith(change(group, { subject: 'Unanswered' }), 'provider_unavailable', 'timeout');
    end();
  });
});
