import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { inboundText, onVersion, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const NOBODY = 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0c';
const [ANN, BOB, CARL] = ['+15550100000', '+15550100002', '+15550100010'] as const;

async function grouped(input: object = {}) {
  const own = await scene();
  const { at, id } = await own.instance();
  const made = await own.expectStatus(201, 'POST', `${at}/groups`, { subject: 'Crew', participants: [ANN], ...input });
  return { ...own, at, id, made, path: `${at}/groups/${made.id}` };
}
const phonesOf = ({ participants }: { participants: { party: { phone: string }; role: string }[] }) =>
  participants.map(({ party, role }) => `${party.phone} ${role}`).toSorted();

test('a group is created, listed and read, and emits events', async () => {
  const { call, made, at, path, events } = await grouped({ description: 'Boats', join_approval: true });
  expect(made).toMatchObject({
    object: 'whatsapp.group',
    status: 'active',
    subject: 'Crew',
    description: 'Boats',
    join_approval: true,
    size: 2,
    owner: { phone: '+15550109999' },
    invite_link: expect.stringMatching(/^https:\/\/chat\.whatsapp\.com\//),
  });
  expect(phonesOf(made)).toEqual([`${ANN} member`, '+15550109999 owner']);
  expect((await call('GET', path)).body).toEqual(made);
  expect((await call('GET', `${at}/groups?q=CREW`)).body.data).toEqual([made]);
  expect((await call('GET', `${at}/groups?status=left`)).body.data).toEqual([]);
  expect((await events('whatsapp.group.created')).map(({ data }) => data.id)).toEqual([made.id]);
});

test('invalid input is refused with its path', async () => {
  const { call, at, path } = await grouped();
  for (const [method, to, input, expected] of [
    ['POST', `${at}/groups`, { subject: '' }, [400, '/subject too_short']],
    ['POST', `${at}/groups`, { subject: 'x', participants: ['nobody'] }, [400, '/participants/0 invalid_recipient']],
    ['POST', `${at}/groups`, { subject: 'x', participants: [ANN, NOBODY] }, [422, '/participants/1 related_not_found']],
    ['POST', `${path}/participants`, { participants: [] }, [400, '/participants too_small']],
    ['PATCH', path, { message_lifetime_seconds: 7 }, [400, '/message_lifetime_seconds invalid_enum']],
    [
      'PATCH',
      path,
      { picture: { media_id: 'med_01jd9x3k2mf8v9q4zt7w5b6n0c' } },
      [422, '/picture/media_id related_not_found'],
    ],
    ['POST', `${at}/groups/join`, { invite: 'x' }, [400, '/invite invalid_format']],
  ] as const) {
    const answer = await call(method, to, input);
    expect([input, answer.status, ...issuesOf(answer).map((issue) => issue.split(' ')[0])]).toEqual([
      input,
      expected[0],
      expected[1].split(' ')[0],
    ] as never);
  }
});

test('a group is changed with an ETag, and each change emits one event', async () => {
  const { call, path, events } = await grouped();
  const { headers, body: seen } = await call('GET', path);
  const tag = { 'if-match': headers.get('etag') ?? '' };
  const change = {
    subject: 'Night crew',
    admins_only_messages: true,
    admins_only_settings: true,
    member_add_mode: 'admins',
    message_lifetime_seconds: 86_400,
  };
  expect((await call('PATCH', path, change, tag)).body).toMatchObject(change);
  expect((await call('PATCH', path, { subject: 'Late' }, tag)).status).toBe(412);
  expect((await call('PATCH', path, { subject: 'Late' }, onVersion(seen.version))).status).toBe(412);
  await call('PATCH', path, change);
  const told = await events('whatsapp.group.updated');
  expect(told.map(({ data }) => data.previous)).toMatchObject([{ subject: 'Crew', admins_only_messages: false }]);
});

describe('participants', () => {
  test('are added, each with a result', async () => {
    const { expectStatus, path, at, events } = await grouped();
    const [{ contact_id: bob }] = (await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(BOB))).data;
    const participants = [bob, ANN, '+15550100001', '+15550100006'];
    const { results } = await expectStatus(200, 'POST', `${path}/participants`, { participants });
    expect(results).toMatchObject([
      { to: bob, contact_id: bob, ok: true, code: 'ok', provider_code: null, invite: null },
      { to: ANN, ok: false, code: 'already_member' },
      { ok: false, code: 'not_on_whatsapp', contact_id: null },
      { ok: false, code: 'invite_required', invite: expect.stringContaining('https://chat.whatsapp.com/') },
    ]);
    const [event, ...others] = await events('whatsapp.group.participants_changed');
    expect(others).toEqual([]);
    expect(event?.data).toMatchObject({ action: 'added', affected: [{ contact_id: bob }], size: 3 });
  });

  test('are promoted, demoted and removed', async () => {
    const { expectStatus, path } = await grouped({ participants: [ANN, BOB] });
    const change = (action: string) =>
      expectStatus(200, 'POST', `${path}/participants/${action}`, { participants: [ANN] });
    const all = async () => phonesOf(await expectStatus(200, 'GET', path));
    await change('promote');
    expect(await all()).toContain(`${ANN} admin`);
    await change('demote');
    expect(await all()).toContain(`${ANN} member`);
    await change('remove');
    expect(await all()).toEqual([`${BOB} member`, '+15550109999 owner']);
    const { data, next_cursor } = await expectStatus(200, 'GET', `${path}/participants?limit=1`);
    const rest = await expectStatus(200, 'GET', `${path}/participants?limit=1&cursor=${next_cursor}`);
    expect(phonesOf({ participants: [...data, ...rest.data] })).toEqual(await all());
    expect(rest.next_cursor).toBeNull();
  });
});

describe('an invite', () => {
  test('leads to its group until it is revoked', async () => {
    const { expectStatus, call, path, at, made } = await grouped();
    const { invite_link: link } = await expectStatus(200, 'GET', `${path}/invite-link`);
    const preview = `${at}/groups/preview?invite=${encodeURIComponent(link)}`;
    expect(await expectStatus(200, 'GET', preview)).toEqual({
      provider_group_id: made.provider_group_id,
      subject: 'Crew',
      description: null,
      size: 2,
      join_approval: false,
    });
    const { invite_link: next } = await expectStatus(200, 'POST', `${path}/invite-link/rotate`);
    expect(next).not.toBe(link);
    expect((await call('GET', preview)).body).toMatchObject({
      code: 'unprocessable',
      errors: [{ code: 'group_unknown' }],
    });
    expect((await expectStatus(200, 'GET', path)).invite_link).toBe(next);
    expect(await expectStatus(200, 'POST', `${at}/groups/join`, { invite: next })).toMatchObject({ id: made.id });
  });
});

test('a request to join is approved or rejected', async () => {
  const { expectStatus, path, at, made } = await grouped();
  const event = { type: 'group', action: 'join_request', participants: [BOB, CARL] };
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, { from: BOB, group_id: made.id, event });
  const { data } = await expectStatus(200, 'GET', `${path}/join-requests`);
  const idOf = (phone: string) => data.find((one: { party: { phone: string } }) => one.party.phone === phone).id;
  const page = await expectStatus(200, 'GET', `${path}/join-requests?limit=1`);
  expect(
    (await expectStatus(200, 'GET', `${path}/join-requests?limit=1&cursor=${page.next_cursor}`)).data,
  ).toHaveLength(1);

  const approve = { requests: [idOf(BOB), 'nobodys'] };
  expect((await expectStatus(200, 'POST', `${path}/join-requests/approve`, approve)).results).toEqual([
    { id: idOf(BOB), ok: true, code: 'ok' },
    { id: 'nobodys', ok: false, code: 'group_join_request_unknown' },
  ]);
  await expectStatus(200, 'POST', `${path}/join-requests/reject`, { requests: [idOf(CARL)] });
  expect((await expectStatus(200, 'GET', `${path}/join-requests`)).data).toEqual([]);
  expect(phonesOf(await expectStatus(200, 'GET', path))).toContain(`${BOB} member`);
});

test('people keep their known names, whatever a group changes', async () => {
  const { expectStatus, instance } = await scene();
  const { at } = await instance();
  const names: Record<string, string> = { [ANN]: 'Léa Dubois', [BOB]: 'Bob Stone', [CARL]: 'Carl Reed' };
  for (const [phone, name] of Object.entries(names)) {
    await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(phone, 'Hello', { name }));
  }
  const known = async () => {
    const { data } = await expectStatus(200, 'GET', `${at}/contacts`);
    return Object.fromEntries(
      data
        .filter(({ phone }: { phone: string }) => phone in names)
        .map(({ phone, push_name: name }: { phone: string; push_name: string }) => [phone, name]),
    );
  };
  expect(await known()).toEqual(names);

  const made = await expectStatus(201, 'POST', `${at}/groups`, { subject: 'Crew', participants: [ANN] });
  const path = `${at}/groups/${made.id}`;
  expect(await known()).toEqual(names);
  await expectStatus(200, 'POST', `${path}/participants`, { participants: [BOB] });
  const event = { type: 'group', action: 'join_request', participants: [CARL] };
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, { from: CARL, group_id: made.id, event });
  const { data } = await expectStatus(200, 'GET', `${path}/join-requests`);
  await expectStatus(200, 'POST', `${path}/join-requests/approve`, { requests: [data[0].id] });
  expect(await known()).toEqual(names);

  const { invite_link: invite } = await expectStatus(200, 'GET', `${path}/invite-link`);
  await expectStatus(200, 'POST', `${path}/leave`);
  await expectStatus(200, 'POST', `${at}/groups/join`, { invite });
  await expectStatus(200, 'GET', path);
  expect(await known()).toEqual(names);

  await expectStatus(200, 'POST', `${at}/contacts/check`, { phones: [ANN, BOB, CARL] });
  expect(await known()).toEqual(names);
  for (const to of [ANN, CARL, made.id]) {
    await expectStatus(202, 'POST', `${at}/messages`, { to, content: { type: 'text', text: 'Hello' } });
  }
  await server.services.whatsapp.idle();
  await expectStatus(200, 'POST', `${at}/sandbox/advance`, { seconds: 60 });
  expect(await known()).toEqual(names);
});

test('a person without a known name has a placeholder, which their own name replaces', async () => {
  const { expectStatus, made, at } = await grouped();
  const nameOf = async () => {
    const { data } = await expectStatus(200, 'GET', `${at}/contacts?q=5550100000`);
    return data[0].push_name;
  };
  expect([made.size, await nameOf()]).toEqual([2, 'Sandbox 0000']);
  await expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(ANN, 'Hello', { name: 'Léa Dubois' }));
  expect(await nameOf()).toBe('Léa Dubois');
});

test('a group that was left or deleted can be read, not changed', async () => {
  const { expectStatus, call, path, at, events } = await grouped();
  expect(await expectStatus(200, 'POST', `${path}/leave`)).toMatchObject({ status: 'left' });
  const other = await expectStatus(201, 'POST', `${at}/groups`, { subject: 'Other' });
  const gone = `${at}/groups/${other.id}`;
  expect((await call('DELETE', gone)).status).toBe(204);
  expect((await call('GET', gone)).body.status).toBe('deleted');
  for (const [method, to, body] of [
    ['PATCH', path, { subject: 'x' }],
    ['DELETE', gone, undefined],
    ['POST', `${path}/leave`, undefined],
    ['POST', `${path}/participants`, { participants: [ANN] }],
    ['GET', `${path}/invite-link`, undefined],
  ] as const) {
    expect([to, (await call(method, to, body)).body.code]).toEqual([to, 'invalid_state']);
  }
  expect((await events('whatsapp.group.left')).length).toBe(1);
  expect((await events('whatsapp.group.deleted')).length).toBe(1);
});

test('a group that was left is listed as left, and its invite link still works', async () => {
  const { expectStatus, path, at, made } = await grouped();
  const { invite_link: invite } = await expectStatus(200, 'GET', `${path}/invite-link`);
  await expectStatus(200, 'POST', `${path}/leave`);
  const listed = await expectStatus(200, 'GET', `${at}/groups?status=left`);
  expect(listed.data).toMatchObject([{ id: made.id, status: 'left', subject: made.subject }]);

  expect(await expectStatus(200, 'POST', `${at}/groups/join`, { invite })).toMatchObject({
    id: made.id,
    status: 'active',
  });
  expect(phonesOf(await expectStatus(200, 'GET', path))).toContain('+15550109999 member');
  expect((await expectStatus(200, 'GET', `${at}/groups?status=left`)).data).toEqual([]);
});

test('a group of another instance is not found', async () => {
  const { call, instance, made } = await grouped();
  const path = `${(await instance()).at}/groups/${made.id}`;
  for (const [method, to, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { subject: 'x' }],
    ['DELETE', '', undefined],
    ['GET', '/participants', undefined],
    ['POST', '/participants', { participants: [ANN] }],
    ['GET', '/invite-link', undefined],
    ['GET', '/join-requests', undefined],
    ['POST', '/leave', undefined],
  ] as const) {
    expect([to, (await call(method, path + to, body)).status]).toEqual([to, 404]);
  }
});

test('the simulated network applies all of several changes at once', async () => {
  const { call, at, made: first, expectStatus } = await grouped();
  const hello = { to: ANN, content: { type: 'text', text: 'Hello' } };
  const { chat_id: chat } = await expectStatus(202, 'POST', `${at}/messages`, hello);
  const type = () => call('POST', `${at}/chats/${chat}/typing`, { state: 'typing' });
  const make = () => expectStatus(201, 'POST', `${at}/groups`, { subject: 'Crew', participants: [BOB] });
  const [typed, made] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, type)),
    Promise.all(Array.from({ length: 6 }, make)),
  ]);

  expect(typed.every(({ status }) => status === 204)).toBe(true);
  for (const { id, invite_link: invite } of [first, ...made]) {
    expect((await expectStatus(200, 'POST', `${at}/groups/join`, { invite })).id).toBe(id);
  }
});
