import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';

import { ProviderRefusal } from '../../../server/whatsapp/drivers/driver';
import { sendError } from '../../../server/whatsapp/send-error';
import { until } from '../../support/process';
import { startWebServer } from './server';

const [ADA, BOB, NOBODY] = ['15552000001', '15552000002', '15559999999'] as const;

let web: Awaited<ReturnType<typeof startWebServer>>;
let scene: Awaited<ReturnType<typeof web.scene>>;
let at: string;
let phone: string;

beforeAll(async () => {
  web = await startWebServer();
  for (const known of [ADA, BOB]) web.peer.person(known);
  scene = await web.scene();
  const instance = await scene.web();
  at = instance['at'];
  phone = await scene.link(instance['id']);
});
afterAll(async () => {
  web.peer.assertClean();
  await web[Symbol.asyncDispose]();
});

const create = (change: object = {}) =>
  scene.expectStatus(201, 'POST', `${at}/groups`, { subject: 'Crew', participants: [`+${ADA}`], ...change });
const eventsOf = async (type: string, id: string) =>
  (await scene.events(type)).filter(({ data }) => data.id === id).map(({ data }) => data);

test('a group is created, changed, read and left over the API, and its events say who did what', async () => {
  const group = await create({ description: 'Be kind.', join_approval: true });
  expect(group).toMatchObject({ subject: 'Crew', description: 'Be kind.', join_approval: true, size: 2 });
  const path = `${at}/groups/${group.id}`;
  const change = {
    subject: 'Night crew',
    description: null,
    admins_only_messages: true,
    admins_only_settings: true,
    join_approval: false,
    member_add_mode: 'all',
    message_lifetime_seconds: 604_800,
  };
  expect(await scene.expectStatus(200, 'PATCH', path, change)).toMatchObject(change);
  expect(await scene.expectStatus(200, 'GET', path)).toMatchObject(change);
  expect(web.peer.group(group.provider_group_id)).toMatchObject({ subject: 'Night crew', onlyAdminsSend: true });

  web.peer.person(BOB).groupConsent = 'asked first';
  const participants = [`+${BOB}`, `+${NOBODY}`, `+${ADA}`];
  const { results } = await scene.expectStatus(200, 'POST', `${path}/participants`, { participants });
  web.peer.person(BOB).groupConsent = 'added';
  expect(results).toMatchObject([
    { ok: false, code: 'invite_required', invite: expect.stringContaining('https://chat.whatsapp.com/') },
    { ok: false, code: 'not_on_whatsapp' },
    { ok: false, code: 'already_member' },
  ]);
  await scene.expectStatus(200, 'POST', `${path}/participants/promote`, { participants: [`+${ADA}`] });

  web.peer.person(ADA).in(group.provider_group_id).rename('Renamed by Ada');
  // A group that is asked for is read at WhatsApp, which does not say who changed it.
  const renamed = async () =>
    (await eventsOf('whatsapp.group.updated', group.id)).find(({ subject }) => subject === 'Renamed by Ada');
  await until(async () => (await renamed()) !== undefined);
  expect(await scene.expectStatus(200, 'GET', path)).toMatchObject({ subject: 'Renamed by Ada' });
  expect(await renamed()).toMatchObject({ actor: { phone: `+${ADA}` }, previous: { subject: 'Night crew' } });

  expect(await scene.expectStatus(200, 'POST', `${path}/leave`)).toMatchObject({ status: 'left' });
});

test('someone asks to join by the invite link, and is approved', async () => {
  const { id, provider_group_id } = await create({ join_approval: true });
  const path = `${at}/groups/${id}`;
  const { invite_link } = await scene.expectStatus(200, 'GET', `${path}/invite-link`);
  const preview = await scene.expectStatus(
    200,
    'GET',
    `${at}/groups/preview?invite=${encodeURIComponent(invite_link)}`,
  );
  expect(preview).toMatchObject({ subject: 'Crew', join_approval: true });
  web.peer.person(BOB).in(provider_group_id).join();
  await until(async () => (await eventsOf('whatsapp.group.join_requested', id)).length > 0);
  const { data } = await scene.expectStatus(200, 'GET', `${path}/join-requests`);
  expect(data).toMatchObject([{ party: { phone: `+${BOB}` } }]);
  const { results } = await scene.expectStatus(200, 'POST', `${path}/join-requests/approve`, {
    requests: [data[0].id],
  });
  expect(results).toEqual([{ id: data[0].id, ok: true, code: 'ok' }]);
  expect(web.peer.group(provider_group_id).members.has(web.peer.person(BOB))).toBe(true);
});

test('a group to which the phone adds the account appears with all of its details', async () => {
  const id = web.peer.person(ADA).createGroup('Made on a phone', [phone, BOB]);
  const find = async () =>
    (await scene.expectStatus(200, 'GET', `${at}/groups?q=Made`)).data.find(
      (one: { provider_group_id: string }) => one.provider_group_id === id,
    );
  await until(async () => (await find()) !== undefined);
  expect(await find()).toMatchObject({ subject: 'Made on a phone', size: 3, owner: { phone: `+${ADA}` } });
});

test('numbers are checked, people are one contact each, and can be blocked', async () => {
  const { data } = await scene.expectStatus(200, 'POST', `${at}/contacts/check`, { phones: [`+${NOBODY}`, `+${ADA}`] });
  expect(data).toMatchObject([
    { exists: false, contact: null },
    { exists: true, contact: { phone: `+${ADA}`, lid: web.peer.person(ADA).lidJid } },
  ]);
  const path = `${at}/contacts/${data[1].contact.id}`;
  web.peer.person(ADA).about = 'At the lake';
  expect(await scene.expectStatus(200, 'GET', `${path}/about`)).toEqual({ about: 'At the lake' });
  await scene.expectStatus(200, 'POST', `${path}/block`);
  expect([...web.peer.person(phone).blocked]).toEqual([web.peer.person(ADA)]);
  web.peer.person(phone).block(ADA, 'unblock');
  await until(async () => (await scene.expectStatus(200, 'GET', path)).is_blocked === false);
});

test('the profile is read and changed', async () => {
  const change = { about: 'At work' };
  expect(await scene.expectStatus(200, 'PATCH', `${at}/profile`, change)).toMatchObject(change);
  expect(web.peer.person(phone).about).toBe('At work');
});

test('a chat is changed and deleted on the phone too', async () => {
  const number = '15552000077';
  await web.peer.person(number).sendText(phone, 'Hi there');
  const chats = async () => (await scene.expectStatus(200, 'GET', `${at}/chats?q=${number}`)).data;
  await until(async () => (await chats()).length === 1);
  const [chat] = await chats();
  const path = `${at}/chats/${chat.id}`;
  const actions = () => web.peer.person(phone).appState.actions.map(({ index }) => index[0]);

  const change = { archived: true, muted_until: '2099-01-01T00:00:00.000Z', unread: false };
  expect(await scene.expectStatus(200, 'PATCH', path, change)).toMatchObject({ archived: true, unread_count: 0 });
  expect(actions().slice(-3)).toEqual(['archive', 'mute', 'markChatAsRead']);

  web.peer.failNext({ xmlns: 'w:sync:app:state' }, 429);
  expect((await scene.call('PATCH', path, { archived: false })).status).toBe(429);
  expect(await scene.expectStatus(200, 'GET', path)).toMatchObject({ archived: true });

  await scene.expectStatus(204, 'DELETE', path);
  expect(actions().at(-1)).toBe('deleteChat');
  expect(await chats()).toEqual([]);
});

test('a message is deleted on the phone of the account too, and not if WhatsApp refuses', async () => {
  const number = '15552000078';
  await web.peer.person(number).sendText(phone, 'Delete me');
  const messages = async () => (await scene.expectStatus(200, 'GET', `${at}/messages?q=delete`)).data;
  await until(async () => (await messages()).length === 1);
  const [{ id, provider_message_id: providerId }] = await messages();
  const path = `${at}/messages/${id}?for=me`;
  web.peer.failNext({ xmlns: 'w:sync:app:state' }, 429);
  expect((await scene.call('DELETE', path)).status).toBe(429);
  expect(await messages()).toHaveLength(1);
  await scene.expectStatus(204, 'DELETE', path);
  expect(web.peer.person(phone).appState.actions.at(-1)?.index.slice(0, 3)).toEqual([
    'deleteMessageForMe',
    web.peer.person(number).lidJid,
    providerId,
  ]);
  expect(await messages()).toEqual([]);
});

test('labels go to the phone, and what the phone changes comes back', async () => {
  const number = '15552000079';
  const me = web.peer.person(phone);
  await web.peer.person(number).sendText(phone, 'Label me');
  const chats = async () => (await scene.expectStatus(200, 'GET', `${at}/chats?q=${number}`)).data;
  await until(async () => (await chats()).length === 1);
  const [{ id: chatId }] = await chats();
  const actions = () => me.appState.actions.map(({ index }) => index);

  const label = await scene.expectStatus(201, 'POST', `${at}/labels`, { name: 'Late', color: 4 });
  const [kind, labelId = ''] = actions().at(-1) ?? [];
  expect(kind).toBe('label_edit');
  const labels = [{ id: label.id, name: 'Late', color: 4 }];
  expect(await scene.expectStatus(200, 'PATCH', `${at}/chats/${chatId}`, { label_ids: [label.id] })).toMatchObject({
    labels,
  });
  expect(actions().at(-1)).toEqual(['label_jid', labelId, web.peer.person(number).lidJid]);

  await me.changesChat({ addLabel: { id: labelId, name: 'Too late', color: 5, deleted: false } });
  const path = `${at}/labels/${label.id}`;
  await until(async () => (await scene.expectStatus(200, 'GET', path)).name === 'Too late');
  await me.changesChat({ addChatLabel: { labelId: '40' } }, number);
  await until(async () => (await chats())[0].labels.length === 2);
  expect((await chats())[0].labels).toMatchObject([{ id: label.id, name: 'Too late', color: 5 }, { name: 'Label 40' }]);
  await me.changesChat({ removeChatLabel: { labelId: '40' } }, number);
  await until(async () => (await chats())[0].labels.length === 1);

  web.peer.failNext({ xmlns: 'w:sync:app:state' }, 429);
  expect((await scene.call('DELETE', path)).status).toBe(429);
  await scene.expectStatus(204, 'DELETE', path);
  expect(actions().at(-1)).toEqual(['label_edit', labelId]);
  expect((await chats())[0].labels).toEqual([]);
});

test('labels of a chat that WhatsApp does not confirm in time are answered with how to go on', async () => {
  const { labels } = web.server.services.whatsapp.driver('web') ?? {};
  if (labels === undefined) throw new Error('The driver has no labels.');
  const [{ id: chatId }] = (await scene.expectStatus(200, 'GET', `${at}/chats?limit=1`)).data;
  const label = await scene.expectStatus(201, 'POST', `${at}/labels`, { name: 'Slow', color: 1 });
  using set = spyOn(labels, 'set');
  set.mockRejectedValueOnce(new ProviderRefusal('timeout', sendError('provider_unavailable')));
  const { status, body } = await scene.call('PATCH', `${at}/chats/${chatId}`, { label_ids: [label.id] });
  expect([status, body.code]).toEqual([504, 'upstream_timeout']);
  expect(body.detail).toContain('set `label_ids` again to continue');
  const again = await scene.expectStatus(200, 'PATCH', `${at}/chats/${chatId}`, { label_ids: [label.id] });
  expect(again.labels).toMatchObject([{ name: 'Slow' }]);
});

test('a call is rejected over the API, once', async () => {
  const received = async () => (await scene.events('whatsapp.call.received')).map(({ data }) => data);
  const rings = async () => {
    const before = (await received()).length;
    const call = web.peer.person(BOB).calls(phone);
    await until(async () => (await received()).length > before);
    return { call, id: (await received()).at(-1)?.id as string };
  };
  const reject = (id: string) => scene.call('POST', `${at}/calls/${id}/reject`);
  const { call, id } = await rings();
  const { status, body } = await reject(id);
  expect([status, body]).toEqual([200, expect.objectContaining({ id, rejected: true, party: expect.anything() })]);
  expect(call.rejectedBy).toEqual([phone]);
  expect((await reject(id)).body).toEqual(body);
  expect(call.rejectedBy).toEqual([phone]);

  const ended = await rings();
  const before = (await received()).length;
  web.peer.person(BOB).endsCall(ended.call);
  await until(async () => (await received()).length > before);
  const refused = await reject(ended.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state']);
  expect(ended.call.rejectedBy).toEqual([]);
});

test('a call is an event', async () => {
  const calls = async () =>
    (await scene.events('whatsapp.call.received'))
      .map(({ data }) => data)
      .filter(({ party }) => party.phone === `+${ADA}`);
  const call = web.peer.person(ADA).calls(phone, { isVideo: true });
  await until(async () => (await calls()).length > 0);
  web.peer.person(ADA).endsCall(call);
  await until(async () => (await calls()).length > 1);
  expect(await calls()).toMatchObject([
    { party: { phone: `+${ADA}` }, status: 'offer', is_video: true, rejected: false },
    { party: { phone: `+${ADA}` }, status: 'terminate' },
  ]);
});

test('refusals of WhatsApp are answered with our codes', async () => {
  const { id } = await create();
  web.peer.failNext({ xmlns: 'w:g2', child: 'subject' }, 403);
  const refused = await scene.call('PATCH', `${at}/groups/${id}`, { subject: 'No' });
  expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([422, 'permission_missing']);
  web.peer.failNext({ xmlns: 'w:g2', child: 'subject' }, 429);
  expect((await scene.call('PATCH', `${at}/groups/${id}`, { subject: 'No' })).status).toBe(429);
});

test('the history of the phone fills chats and messages without events', async () => {
  const own = await web.scene();
  const { id, at: path } = await own.web();
  const number = '15552000099';
  web.peer.person(number).history.chats = [
    { with: ADA, messages: [{ id: 'EARLIER', from: ADA, text: 'From before', at: 1_790_000_000 }], isArchived: true },
  ];
  await own.link(id, number);
  const chats = async () => (await own.expectStatus(200, 'GET', `${path}/chats?archived=true`)).data;
  await until(async () => (await chats()).length === 1);
  const messages = async () => (await own.expectStatus(200, 'GET', `${path}/messages`)).data;
  await until(async () => (await messages()).length === 1);
  expect(await messages()).toMatchObject([{ provider_message_id: 'EARLIER', content: { text: 'From before' } }]);
  expect(await own.events('whatsapp.message.received')).toEqual([]);
  await until(async () => (await own.events('whatsapp.history.synced')).length === 1);
  const [synced] = await own.events('whatsapp.history.synced');
  expect(synced?.data).toMatchObject({ instance_id: id, chats: 1, messages: 1 });
  expect((await own.statusOf(id))['web']).toMatchObject({ syncing: false, sync_progress: null });

  const other = await own.web();
  Object.assign(web.peer.person('15552000098').history, { finalProgress: 40 });
  await own.link(other['id'], '15552000098');
  await until(async () => (await own.statusOf(other['id']))['web'].sync_progress === 40);
});
