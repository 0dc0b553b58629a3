import { afterAll, describe, expect, spyOn, test } from 'bun:test';

import { Unavailable } from '../../server/db/faults';
import { startServer } from '../support/app';
import { issuesOf } from '../support/client';
import { inboundText, onVersion, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);
const NOBODY = 'cnt_01jd9x3k2mf8v9q4zt7w5b6n0c';

/** An instance that somebody wrote to. */
async function known() {
  const own = await scene();
  const { at, id } = await own.instance();
  const write = async (from: string, more: object = {}) => {
    const { data } = await own.expectStatus(201, 'POST', `${at}/sandbox/inbound`, inboundText(from, 'Hello', more));
    return data[0].contact_id as string;
  };
  const contact = await write('+1 (555) 010-0000', { name: 'Sheena' });
  return { ...own, id, at, write, contact, path: `${at}/contacts/${contact}` };
}

test('a sender becomes a contact, found by name and number in any case', async () => {
  const { call, at, contact, write, id } = await known();
  const other = await write('+15550100002');
  const idsOf = async (query: string) =>
    (await call('GET', `${at}/contacts?${query}`)).body.data.map((one: { id: string }) => one.id);
  expect(await idsOf('')).toEqual([other, contact]);
  expect(await idsOf('q=sHEENA')).toEqual([contact]);
  expect(await idsOf('q=0100002')).toEqual([other]);
  expect(await idsOf('q=%25')).toEqual([]);
  expect(await idsOf('blocked=true')).toEqual([]);
  const { body } = await call('GET', `${at}/contacts?limit=1`);
  expect(await idsOf(`limit=1&cursor=${body.next_cursor}`)).toEqual([contact]);
  expect((await call('GET', `${at}/contacts/${contact}`)).body).toMatchObject({
    object: 'whatsapp.contact',
    id: contact,
    contact_id: contact,
    instance_id: id,
    phone: '+15550100000',
    push_name: 'Sheena',
    name: null,
    opt_out: 'none',
  });
});

test('name, opt-outs and metadata are changed with an ETag, and emit an event', async () => {
  const { call, path, events } = await known();
  const { headers, body: seen } = await call('GET', path);
  const tag = { 'if-match': headers.get('etag') ?? '' };
  const change = { name: 'Sheena Nelson', opt_out: 'all', metadata: { vip: 'yes' } };
  const changed = await call('PATCH', path, change, tag);
  expect(changed.body).toMatchObject(change);
  expect((await call('PATCH', path, { name: 'Late' }, tag)).status).toBe(412);
  expect((await call('PATCH', path, { name: 'Late' }, onVersion(seen.version))).status).toBe(412);
  expect((await call('PATCH', path, change, onVersion(changed.body.version))).status).toBe(200);
  expect((await call('PATCH', path, { opt_out: 'none' })).body.opt_out).toBe('none');
  expect((await events('whatsapp.contact.updated')).at(-1)?.data.previous).toEqual({ name: null, metadata: {} });
  expect((await events('whatsapp.contact.opt_out_changed')).map(({ data }) => data.previous)).toEqual([
    { opt_out: 'none' },
    { opt_out: 'all' },
  ]);
  for (const [input, issue] of [
    [{ opt_out: 'some' }, '/opt_out invalid_enum'],
    [{ metadata: { 'a b': '' } }, '/metadata/a b invalid_key'],
  ] as const) {
    const answer = await call('PATCH', path, input);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)[0]?.split(' ')[0]).toBe(issue.split(' ')[0] as string);
  }
});

test('the id of a merged contact leads to the contact that was kept', async () => {
  const { call, at, contact, write } = await known();
  const hidden = await write('US.1349', {});
  expect(hidden).not.toBe(contact);
  await server.services.whatsapp.report((await call('GET', at)).body.id, [
    { kind: 'contact', person: { phone: '15550100000', bsuid: 'US.1349' } },
  ]);
  for (const id of [contact, hidden]) {
    expect((await call('GET', `${at}/contacts/${id}`)).body).toMatchObject({ id: contact, bsuid: 'US.1349' });
    expect((await call('PATCH', `${at}/contacts/${id}`, { name: id })).body).toMatchObject({ id: contact, name: id });
  }
  expect((await call('GET', `${at}/contacts`)).body.data).toHaveLength(1);
});

describe('the network', () => {
  test('says which numbers are on it', async () => {
    const { at, contact, expectStatus } = await known();
    const phones = ['+1 555 010 0000', '15550100001', '+15550100002'];
    const { data } = await expectStatus(200, 'POST', `${at}/contacts/check`, { phones });
    expect(data.map(({ input, exists }: Record<string, unknown>) => [input, exists])).toEqual([
      [phones[0], true],
      [phones[1], false],
      [phones[2], true],
    ]);
    expect([data[0].contact.id, data[1].contact, data[2].contact.phone]).toEqual([contact, null, '+15550100002']);
  });

  test('is asked for an unknown number', async () => {
    const { at, contact, expectStatus, call } = await known();
    const resolve = (input: object) => call('POST', `${at}/contacts/resolve`, input);
    expect((await resolve({ phone: '1 555 010 0000' })).body.id).toBe(contact);
    expect((await resolve({ phone: '+15550100003' })).body.phone).toBe('+15550100003');
    expect((await resolve({ phone: '+15550100001' })).status).toBe(404);
    expect((await resolve({ lid: '1@lid' })).status).toBe(404);
    const [none, both] = [await resolve({}), await resolve({ phone: '+15550100000', lid: '1@lid' })];
    expect([none.status, ...issuesOf(none)]).toEqual([400, ' required']);
    expect([both.status, ...issuesOf(both)]).toEqual([400, '/phone not_allowed']);
    await expectStatus(202, 'POST', `${at}/disconnect`);
    expect((await resolve({ phone: '+15550100004' })).status).toBe(404);
  });

  test('returns picture and about text, which are cached for a day', async () => {
    const { path, at, expectStatus } = await known();
    expect(await expectStatus(200, 'GET', `${path}/picture`)).toEqual({ url: null });
    const about = { about: 'Hey there! I am using WhatsApp.' };
    expect(await expectStatus(200, 'GET', `${path}/about`)).toEqual(about);
    await expectStatus(202, 'POST', `${at}/disconnect`);
    expect(await expectStatus(200, 'GET', `${path}/about`)).toEqual(about);
  });

  test('returns picture and about text while the database refuses writes, and caches them later', async () => {
    const { path, at, expectStatus } = await known();
    const about = { about: 'Hey there! I am using WhatsApp.' };
    const full = spyOn(server.services.store, 'transaction').mockImplementation(async () => {
      throw new Unavailable(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    });
    try {
      expect(await expectStatus(200, 'GET', `${path}/picture`)).toEqual({ url: null });
      expect(await expectStatus(200, 'GET', `${path}/about`)).toEqual(about);
      expect(full).toHaveBeenCalled();
    } finally {
      full.mockRestore();
    }
    expect(await expectStatus(200, 'GET', `${path}/about`)).toEqual(about);
    await expectStatus(202, 'POST', `${at}/disconnect`);
    expect(await expectStatus(200, 'GET', `${path}/about`)).toEqual(about);
  });

  test('blocks and unblocks, each with one event', async () => {
    const { path, at, call, expectStatus, events, contact } = await known();
    expect(await expectStatus(200, 'POST', `${path}/block`)).toMatchObject({ is_blocked: true });
    await expectStatus(200, 'POST', `${path}/block`);
    expect((await call('GET', `${at}/contacts?blocked=true`)).body.data[0].id).toBe(contact);
    expect(await expectStatus(200, 'POST', `${path}/unblock`)).toMatchObject({ is_blocked: false });
    const told = (await events('whatsapp.contact.updated')).filter(({ data }) => 'is_blocked' in data.previous);
    expect(told.map(({ data }) => data.is_blocked)).toEqual([true, false]);
  });
});

test('a contact of another instance is not found', async () => {
  const { path, instance, call, contact } = await known();
  const { at } = await instance();
  for (const id of [contact, NOBODY]) {
    expect((await call('GET', `${at}/contacts/${id}`)).status).toBe(404);
    expect((await call('PATCH', `${at}/contacts/${id}`, { name: 'x' })).status).toBe(404);
    expect((await call('POST', `${at}/contacts/${id}/block`)).status).toBe(404);
  }
  expect((await call('GET', path)).body.name).toBeNull();
});
