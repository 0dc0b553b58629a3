import { afterAll, describe, expect, test } from 'bun:test';

import { compileOperations } from '../../server/http/rest/operation';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey } from '../support/seed';
import { addInstanceFixtures, inboundText, whatsAppScenes } from './support';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());
const scene = whatsAppScenes(server);

/** Two instances, and a key that may do all but for one of them. */
async function narrowed() {
  const own = await scene();
  const [mine, other] = [await own.instance(), await own.instance()];
  const key = await own.keyOf({ resources: { whatsapp_instances: [mine.id] } });
  const theirs = await addInstanceFixtures(own.call, other.id);
  return { ...own, mine, other, key, theirs };
}

const NOBODYS = 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c';
/** A refusal without what each request has of its own. */
const wordsOf = ({ body }: { body: { request_id: string } }, id: string): string =>
  JSON.stringify(body).replaceAll(id, 'wai_').replace(body.request_id, 'req_');

describe('a key for named instances', () => {
  test('lists and reads no others', async () => {
    const { key, mine, other } = await narrowed();
    const { body } = await key('GET', '/whatsapp/instances');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await key('GET', mine.at)).status).toBe(200);
    expect((await key('GET', other.at)).status).toBe(404);
  });

  test('gets 404 from every operation on another instance', async () => {
    const { key, call, other, theirs } = await narrowed();
    const ids: Record<string, string> = {
      instance_id: other.id,
      contact_id: theirs.contact,
      group_id: theirs.group,
      template_id: theirs.template,
    };
    const ours = compileOperations().filter(
      ({ path, id }) => path.includes('{instance_id}') && !/_(?:messages|chats|media|batches|labels)_/.test(id),
    );
    expect(ours.length).toBeGreaterThan(35);
    // Messages go their own way meanwhile.
    const types = ['instance', 'contact', 'group', 'template'].map((noun) => `whatsapp.${noun}.*`).join(',');
    const told = async () => (await call('GET', `/events?limit=1&object_id=${other.id}&type=${types}`)).body.data[0].id;
    const before = await told();
    for (const { id, method, path } of ours) {
      const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const query = path.endsWith('/preview') ? `?invite=${encodeURIComponent(theirs.link)}` : '';
      const body = method === 'POST' || method === 'PATCH' ? (BODIES[id] ?? {}) : undefined;
      const answer = await key(method, to + query, body);
      expect([id, answer.status]).toEqual([id, 404]);
      // To the letter as of one that nobody has.
      const nobodys = await key(method, to.replace(other.id, NOBODYS) + query, body);
      expect([id, wordsOf(answer, other.id)]).toEqual([id, wordsOf(nobodys, NOBODYS)]);
    }
    expect(await told()).toBe(before);
  });

  test('cannot create an instance', async () => {
    const { key, mine } = await narrowed();
    const answer = await key('POST', '/whatsapp/instances', { name: 'Another' });
    expect([answer.status, answer.body.code]).toEqual([403, 'grant_exceeds_caller']);
    expect((await key('GET', '/whatsapp/instances')).body.data).toHaveLength(1);
    expect((await key('PATCH', mine.at, { name: 'Renamed' })).status).toBe(200);
  });

  test('reads only events of its own instances', async () => {
    const { key, mine, other, call } = await narrowed();
    await call('POST', `${mine.at}/sandbox/inbound`, inboundText('+15550100000'));
    const instancesOf = async (caller: typeof key) => {
      const { data } = (await caller('GET', '/events?limit=100&type=whatsapp.*')).body;
      return new Set(data.map((event: { data: { instance: { id: string } } }) => event.data.instance.id));
    };
    expect([...(await instancesOf(call))]).toEqual(expect.arrayContaining([mine.id, other.id]));
    expect(await instancesOf(key)).toEqual(new Set([mine.id]));
    const [event] = (await call('GET', `/events?object_id=${other.id}&limit=1`)).body.data;
    expect((await call('GET', `/events/${event.id}`)).status).toBe(200);
    expect((await key('GET', `/events/${event.id}`)).status).toBe(404);
  });
});

const BODIES: Partial<Record<string, object>> = {
  whatsapp_instances_create_pairing_code: { phone: '+15550100000' },
  whatsapp_instances_update: { name: 'Taken over' },
  whatsapp_instances_assert_passkey: {
    assertion: { id: 'aWQ', response: { authenticator_data: 'YQ', client_data_json: 'e30', signature: 'c2ln' } },
  },
  whatsapp_contacts_check: { phones: ['+15550100000'] },
  whatsapp_contacts_resolve: { phone: '+15550100000' },
  whatsapp_groups_create: { subject: 'Crew' },
  whatsapp_templates_create: { name: 'news', language: 'en_US', category: 'marketing', body: { text: 'News' } },
  whatsapp_groups_join: { invite: 'AbCdEfGhIjKlMnOp' },
  whatsapp_group_join_requests_approve: { requests: ['1'] },
  whatsapp_group_join_requests_reject: { requests: ['1'] },
  whatsapp_sandbox_simulate_inbound: inboundText('+15550100000'),
  whatsapp_sandbox_advance: { seconds: 1 },
  ...Object.fromEntries(
    ['add', 'remove', 'promote', 'demote'].map((name) => [
      `whatsapp_group_participants_${name}`,
      { participants: ['+15550100000'] },
    ]),
  ),
};

test('another workspace sees none of it', async () => {
  const { other } = await narrowed();
  const { call } = await scene();
  for (const path of ['', '/status', '/qr', '/capabilities', '/profile', '/contacts', '/groups', '/templates']) {
    expect([path, (await call('GET', other.at + path)).status]).toEqual([path, 404]);
  }
  expect((await call('DELETE', other.at)).status).toBe(404);
  expect((await call('GET', '/whatsapp/instances')).body.data).toEqual([]);
});

test('connecting an instance as it is created needs the scope to connect', async () => {
  const { keyOf, workspaceId } = await scene();
  const key = await keyOf({ scopes: ['whatsapp.instances:write'] });
  const refused = await key('POST', '/whatsapp/instances', { name: 'One' });
  expect(refused).toMatchObject({ status: 403, body: { required_scopes: ['whatsapp.instances:connect'] } });
  const made = await key('POST', '/whatsapp/instances', { name: 'One', connect: false });
  expect([made.status, made.body.status]).toEqual([201, 'created']);
  expect((await key('POST', `/whatsapp/instances/${made.body.id}/connect`)).status).toBe(403);
  const reader = restClient(server.url, (await seedKey(workspaceId, { scopes: ['whatsapp.instances:read'] })).secret);
  expect((await reader('GET', `/whatsapp/instances/${made.body.id}/qr`)).status).toBe(403);
  expect((await reader('GET', `/whatsapp/instances/${made.body.id}/status`)).status).toBe(200);
});
