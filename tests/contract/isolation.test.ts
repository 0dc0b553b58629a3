import { afterAll, describe, expect, test } from 'bun:test';

import { definitionOf } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import { newId } from '../../shared/ids';
import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import { tokenOf } from '../access/invitations';
import { database, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient, rpcClient } from '../support/client';
import { refusalOf, signedIn } from '../support/people';
import { seedKey } from '../support/seed';
import type { Document } from './document';
import { addFixtures, type Fixtures } from './fixtures';
import { isStream, readOperations } from './operations';
import { rowsOf } from './tenants';

const PROVIDER = { slug: 'p', base_url: 'http://127.0.0.1:9/v1', models: [{ id: 'one' }, { id: 'two' }] };
const server = await startServer({ aiProviders: JSON.stringify([PROVIDER]) }, { unlimited: true });
afterAll(() => server.stop());

const [a, b] = [await addFixtures(server, 'A'), await addFixtures(server, 'B')];
// What a simulated network does later would look like a trace.
await server.services.whatsapp.stop();
const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document;
const operations = readOperations(document);
/** Questions that are about something, and files. */
const NEEDY = /^\/links\/(?:lookup|slug-availability|daily-clicks)$|\/export$|^whatsapp\.messages\.get_stats$/;
/** Every read that needs nothing but a key. */
const lists = operations.filter(
  (one) => one.method === 'GET' && !one.path.includes('{') && !NEEDY.test(one.path) && !isStream(one),
);

const matchIds = (text: string): string[] => text.match(/\b[a-z]{2,4}_[0-7][0-9a-z]{25}\b/g) ?? [];
/** What belongs to nobody: examples, which stand in lists of channels as well. */
const nobodys = new Set([...matchIds(JSON.stringify(document)), SHARED_DOMAIN_ID]);
const idsIn = (text: string) => new Set(matchIds(text).filter((id) => !nobodys.has(id)));

/** What the caller reads by every list, at the REST door and the console’s. */
async function readAll({ call, owner, workspaceId }: Fixtures): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { path, parameters } of lists) {
    const most = parameters.some(({ name }) => name === 'limit') ? '?limit=100' : '';
    const { status, body } = await call('GET', path + most);
    if (status !== 200) throw new Error(`${path} ${status}`);
    answers.set(path, JSON.stringify(body));
  }

  const browser = openBrowser(server.url, { cookie: owner.cookie, 'x-workspace-id': workspaceId });
  for (const [name, procedure] of Object.entries(appRouter._def.procedures)) {
    const { type, meta } = definitionOf(procedure);
    if (type !== 'query' || ['public', 'key', 'instance_admin'].includes(meta?.access?.type ?? '')) continue;
    const { status, text } = await browser.query(name, {});
    if (status === 200) answers.set(name, text);
    else if (!/\{/.test(meta?.openapi?.path ?? '') && !NEEDY.test(meta?.openapi?.path ?? name))
      throw new Error(`${name} ${status} ${text}`);
  }
  return answers;
}

test('no list of a workspace holds an id of another', async () => {
  const [ofA, ofB] = [await readAll(a), await readAll(b)];
  const foreign = new Set([...ofA.values()].flatMap((text) => [...idsIn(text)]));
  // Files stand in no list, and batches in those of their instances.
  const unlisted = new Set([a.ids.med, a.ids.batch_id]);
  const listed = Object.values(a.ids).filter((id) => !unlisted.has(id));
  for (const id of [...listed, a.key.id, a.owner.id, a.owner.memberId, a.invitation.id]) {
    expect([...foreign]).toContain(id);
  }
  for (const kind of [
    'aud',
    'dlv',
    'evt',
    'inv',
    'key',
    'mem',
    'req',
    'rpl',
    'ses',
    'usr',
    'whk',
    'ws',
    'lnk',
    'dom',
    'tag',
    'clk',
    'wai',
    'cnt',
    'grp',
    'pub',
    'pdl',
    'iep',
    'inr',
    'rul',
    'run',
  ]) {
    expect([...foreign].filter((id) => id.startsWith(`${kind}_`)).length).toBeGreaterThan(0);
  }

  const found = [...ofB].flatMap(([name, text]) =>
    [...idsIn(text)].filter((id) => foreign.has(id)).map((id) => `${name}: ${id}`),
  );
  expect(found).toEqual([]);
});

test('no export and no search holds an id of another', async () => {
  const files = operations.filter(({ method, path }) => method === 'GET' && path.endsWith('/export'));
  const searches = lists.filter(({ parameters }) => parameters.some(({ name }) => name === 'q'));
  expect([files.length, searches.length].every((count) => count > 2)).toBe(true);
  const asked = [
    ...files.flatMap(({ path, parameters }) =>
      parameters.some(({ name }) => name === 'format') ? [`${path}?format=csv`, `${path}?format=ndjson`] : [path],
    ),
    // What both workspaces call their things.
    ...searches.flatMap(({ path }) => ['a', 'e', 'i'].map((part) => `${path}?q=${part}`)),
  ];
  const read = async ({ key }: Fixtures) => {
    const texts = new Map<string, string>();
    for (const path of asked) {
      const headers = { authorization: `Bearer ${key.secret}` };
      const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      texts.set(path, await answer.text());
    }
    return texts;
  };
  const foreign = new Set(
    [...(await read(a)).values(), ...(await readAll(a)).values()].flatMap((text) => [...idsIn(text)]),
  );
  const ofB = await read(b);
  for (const own of [b.links.link, b.key.id, b.ids.wai]) expect([...ofB.values()].join()).toContain(own);
  const found = [...ofB].flatMap(([path, text]) =>
    [...idsIn(text)].filter((id) => foreign.has(id)).map((id) => `${path}: ${id}`),
  );
  expect(found).toEqual([]);
});

test('a filter with another’s id finds nothing', async () => {
  for (const path of [
    `/audit-entries?actor_id=${a.key.id}`,
    `/audit-entries?target_id=${a.ids.made}`,
    `/events?request_id=${a.made}`,
    `/events?object_id=${a.ids.made}`,
    `/webhook-deliveries?webhook_id=${a.webhooks.paused}`,
    `/webhook-deliveries?event_id=${a.webhooks.event}`,
    `/webhook-replays?webhook_id=${a.webhooks.paused}`,
    `/links?domain_id=${a.links.domain}`,
    `/links?external_id=${a.links.externalId}`,
    `/publication-deliveries?publication_id=${a.ids.pub}`,
    `/publication-deliveries?instance_id=${a.ids.wai}`,
    `/inbound-requests?endpoint_id=${a.ids.iep}`,
    `/rule-runs?rule_id=${a.ids.rul}`,
  ]) {
    expect((await a.call('GET', path)).body.data).not.toEqual([]);
    expect((await b.call('GET', path)).body.data).toEqual([]);
  }
});

describe('what one workspace was given is worth nothing in another', () => {
  const paged = lists.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));

  test.each(paged.map(({ path }) => path))('a cursor of %s', async (path) => {
    const cursorOf = async ({ call }: Fixtures) => (await call('GET', `${path}?limit=1`)).body.next_cursor as string;
    const [theirs, own] = [await cursorOf(a), await cursorOf(b)];
    const use = (cursor: string) => b.call('GET', `${path}?limit=1&cursor=${encodeURIComponent(cursor)}`);
    expect((await use(own)).status).toBe(200);
    const { status, body } = await use(theirs);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_cursor' });
  });

  test('a cursor of one list is worth nothing in the others', async () => {
    const pages = await Promise.all(
      paged.map(async ({ path }) => ({ path, ...(await a.call('GET', `${path}?limit=1`)) })),
    );
    for (const { path } of pages) {
      const others = pages.filter((page) => page.path !== path).flatMap(({ body }) => body.next_cursor ?? []);
      const answers = others.map((cursor) => a.call('GET', `${path}?cursor=${encodeURIComponent(cursor)}`));
      const codes = (await Promise.all(answers)).map(({ body }) => body.code);
      expect([path, ...new Set(codes)]).toEqual([path, 'invalid_cursor']);
    }
  });

  test('a cursor of the console’s own lists', async () => {
    const cursor = (await a.owner.rpc.invitations.list.query({ limit: 1 })).next_cursor ?? '';
    await a.owner.rpc.invitations.list.query({ limit: 1, cursor });
    const use = b.owner.rpc.invitations.list.query({ limit: 1, cursor });
    expect(await refusalOf(use)).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });

  test('an Idempotency-Key, over REST and typed RPC', async () => {
    const body = { kind: 'lk', name: 'Once', scopes: ['links:read'] };
    const key = crypto.randomUUID();
    const one = await a.call('POST', '/keys', body, { 'idempotency-key': key });
    const other = await b.call('POST', '/keys', body, { 'idempotency-key': key });
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.headers.get('idempotent-replayed')).toBeNull();
    expect(other.body).toMatchObject({ workspace_id: b.workspaceId, secret: expect.stringMatching(/^sb_lk_/) });
    expect(other.body.id).not.toBe(one.body.id);

    const renamed = (of: Fixtures) =>
      openBrowser(server.url, { cookie: of.owner.cookie, 'x-workspace-id': of.workspaceId }).mutate(
        'workspaces.update',
        { workspace_id: of.workspaceId, name: 'Once' },
        { headers: { 'idempotency-key': `rpc-${key}` } },
      );
    expect((await renamed(a)).data.id).toBe(a.workspaceId);
    expect((await renamed(b)).data.id).toBe(b.workspaceId);
  });

  test('an ETag, unless the versions are the same', async () => {
    const [theirs, own] = [(await seedKey(a.workspaceId)).id, (await seedKey(b.workspaceId)).id];
    await a.call('PATCH', `/keys/${theirs}`, { name: 'Second version' });
    const tagOf = async ({ call }: Fixtures, id: string) =>
      (await call('GET', `/keys/${id}`)).headers.get('etag') ?? '';
    const [tagOfA, tagOfB] = [await tagOf(a, theirs), await tagOf(b, own)];
    expect([tagOfA, tagOfB]).toEqual(['"2"', '"1"']);

    const refused = await b.call('PATCH', `/keys/${own}`, { name: 'Changed' }, { 'if-match': tagOfA });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 412, code: 'precondition_failed' });
    expect((await b.call('GET', `/keys/${own}`)).body.name).toBe('Test key');
    expect((await b.call('PATCH', `/keys/${own}`, { name: 'Changed' }, { 'if-match': tagOfB })).status).toBe(200);
  });

  test('an invitation: its token opens its own workspace only, and is no other kind of secret', async () => {
    const invited = await signedIn(server, b.workspaceId);
    const invitation = await a.owner.rpc.invitations.create.mutate({ email: invited.email, role: 'viewer' });
    const token = tokenOf(invitation);

    const id = { invitation_id: invitation.id };
    expect(await refusalOf(b.owner.rpc.invitations.renew.mutate(id))).toMatchObject({ status: 404 });
    expect(await refusalOf(b.owner.rpc.invitations.revoke.mutate(id))).toMatchObject({ status: 404 });
    expect((await restClient(server.url, token)('GET', '/me')).body.code).toBe('invalid_api_key');
    const cookie = `${invited.cookie.split('=')[0]}=${token}`;
    expect(await refusalOf(rpcClient(server.url, { cookie }).account.get.query())).toMatchObject({ status: 401 });
    const reset = rpcClient(server.url).auth.password.reset.mutate({ token, password: 'plum rocket wears socks' });
    expect((await refusalOf(reset))['status']).toBeOneOf([401, 404, 409]);

    // Named at the door is B; the token is A’s.
    expect(await invited.rpc.invitations.accept.mutate({ token })).toMatchObject({ workspace_id: a.workspaceId });
    expect(await refusalOf(invited.rpc.members.list.query({}))).toMatchObject({ status: 404 });
    expect((await invited.rpc.workspaces.list.query({})).data.map((workspace) => workspace.id)).toEqual([
      a.workspaceId,
    ]);
  });

  test('a member’s or workspace’s id', async () => {
    const { rpc } = b.owner;
    await server.services.recorder.flush();
    const before = await rowsOf(database, a.workspaceId);
    const member_id = a.ids.mem;
    const calls = [
      () => rpc.members.update.mutate({ member_id, role: 'viewer' }),
      () => rpc.members.remove.mutate({ member_id }),
      () => rpc.workspaces.transfer.mutate({ member_id }),
      () => rpc.workspaces.get.query({ workspace_id: a.workspaceId }),
      () => rpc.workspaces.update.mutate({ workspace_id: a.workspaceId, name: 'Taken' }),
      () => b.owner.rpcIn(a.workspaceId).members.list.query({}),
    ];
    for (const call of calls) expect(await refusalOf(call())).toMatchObject({ status: 404, code: 'not_found' });
    expect(await rowsOf(database, a.workspaceId)).toEqual(before);
  });
});

test('nothing that is done in a workspace leaves a trace in another', async () => {
  const { recorder } = server.services;
  await recorder.flush();
  const [ofA, ofB] = [await rowsOf(database, a.workspaceId), await rowsOf(database, b.workspaceId)];

  const made = await a.call(
    'POST',
    '/keys',
    { kind: 'ak', name: 'Trace', scopes: ['models:read'] },
    { 'idempotency-key': newId('x') },
  );
  await a.call('PATCH', `/keys/${made.body.id}`, { name: 'Traced' });
  await a.call('POST', `/keys/${made.body.id}/rotate`, {});
  await a.call('POST', `/keys/${made.body.id}/revoke`);
  // Refused for its possession was proved.
  await restClient(server.url, made.body.secret)('GET', '/me');
  await a.call('GET', `/keys/${b.ids.key}`);
  await a.owner.rpc.invitations.revoke.mutate({ invitation_id: a.invitation.id });
  await a.owner.rpc.members.update.mutate({ member_id: a.ids.mem, role: 'viewer' });
  await a.owner.rpc.models.settings.update.mutate({ aliases: {}, allow: [], deny: [] });
  await restClient(server.url, null)('POST', '/leaked-keys', { keys: [a.key.secret] });
  await recorder.flush();

  const after = await rowsOf(database, a.workspaceId);
  for (const table of ['audit_entries', 'events', 'request_logs', 'usage_minutes', 'idempotency_records']) {
    expect([table, after[table]]).not.toEqual([table, ofA[table]]);
  }
  expect(await rowsOf(database, b.workspaceId)).toEqual(ofB);
});
