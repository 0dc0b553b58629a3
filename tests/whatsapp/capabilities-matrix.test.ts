import { afterAll, describe, expect, test } from 'bun:test';

import { queries } from '../../server/db/database';
import { compileOperations } from '../../server/http/rest/operation';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waContacts, waGroups } from '../../server/whatsapp/schema/people';
import { newId } from '../../shared/ids';
import {
  alternativeTo,
  CAPABILITY_NAMES,
  type CapabilityName,
  type DriverName,
  driversOf,
  supports,
} from '../../shared/whatsapp/capabilities';
import { DRIVERS } from '../../shared/whatsapp/drivers';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { rowsOf } from '../contract/tenants';
import { database, startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

/** What an operation is called with, so that nothing but the driver is in its way. */
const BODIES: Partial<Record<string, object>> = {
  whatsapp_instances_create_pairing_code: { phone: '+15550100000' },
  whatsapp_profile_update: { about: 'x' },
  whatsapp_contacts_check: { phones: ['+15550100000'] },
  whatsapp_groups_create: { subject: 'Crew' },
  whatsapp_templates_create: { name: 'news', language: 'en_US', category: 'marketing', body: { text: 'News' } },
  whatsapp_groups_update: { subject: 'Crew' },
  whatsapp_groups_join: { invite: 'AbCdEfGhIjKlMnOp' },
  whatsapp_group_join_requests_approve: { requests: ['1'] },
  whatsapp_group_join_requests_reject: { requests: ['1'] },
  whatsapp_sandbox_simulate_inbound: { from: '+15550100000', event: { type: 'call' } },
  whatsapp_sandbox_advance: { seconds: 1 },
  ...Object.fromEntries(
    ['add', 'remove', 'promote', 'demote'].map((name) => [
      `whatsapp_group_participants_${name}`,
      { participants: ['+15550100000'] },
    ]),
  ),
};
/** Parts of an operation that a network may lack although it has the operation. */
const PARTS: [operationId: string, body: object, capability: CapabilityName][] = [
  ['whatsapp_groups_create', { subject: 'x', participants: ['+15550100000'] }, 'group.add_participants'],
  ['whatsapp_groups_update', { description: 'x' }, 'group.description'],
  ['whatsapp_groups_update', { picture: null }, 'group.picture'],
  ['whatsapp_groups_update', { admins_only_messages: true }, 'group.admins_only_messages'],
  ['whatsapp_groups_update', { admins_only_settings: true }, 'group.admins_only_settings'],
  ['whatsapp_groups_update', { member_add_mode: 'all' }, 'group.member_add_mode'],
  ['whatsapp_groups_update', { subject: 'x', message_lifetime_seconds: 0 }, 'group.message_lifetime'],
];
/** Messages and chats have tests of their own. */
const NOT_OURS = /^whatsapp_(?:messages|chats|calls|media|batches|labels)_/;

const operations = compileOperations().filter(({ id }) => id.startsWith('whatsapp_') && !NOT_OURS.test(id));
const of = (id: string) => {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`No operation ${id}.`);
  return found;
};
const guarded = operations.flatMap(({ id, meta }) =>
  meta.capability === undefined ? [] : [[id, BODIES[id] ?? {}, meta.capability] as const],
);

/** A connected instance of a driver with a contact and a group, straight in the database. */
async function seed(driver: DriverName) {
  const workspaceId = await seedWorkspace();
  const [instance_id, contact_id, group_id] = [newId('wai'), newId('cnt'), newId('grp')];
  const at = new Date();
  const place = { workspaceId, instanceId: instance_id, createdAt: at, updatedAt: at };
  const db = queries(database);
  await db.insert(waInstances).values({
    id: instance_id,
    workspaceId,
    name: 'one',
    driver,
    status: 'connected',
    statusChangedAt: at,
    metadata: {},
    settings: DEFAULT_SETTINGS,
    healthReasons: [],
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(waContacts).values({ ...place, id: contact_id, phone: '+15550100000', metadata: {}, search: '' });
  await db.insert(waGroups).values({ ...place, id: group_id, providerGroupId: 'g', status: 'active', subject: 'Crew' });
  const ids: Record<string, string> = { instance_id, contact_id, group_id, template_id: newId('tpl') };
  const call = restClient(server.url, (await seedKey(workspaceId, { fullAccess: true })).secret);
  return {
    workspaceId,
    ask: (operationId: string, body: object) => {
      const { method, path } = of(operationId);
      const query = operationId === 'whatsapp_groups_preview' ? '?invite=AbCdEfGhIjKlMnOp' : '';
      const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name) + query;
      return call(method, to, method === 'GET' || method === 'DELETE' ? undefined : body);
    },
  };
}

const LACKING = DRIVERS.flatMap((driver) =>
  [...guarded, ...(supports(driver, 'group.create') ? PARTS : [])].flatMap(([id, body, capability]) =>
    supports(driver, capability) ? [] : ([[driver, id, capability, body]] as const),
  ),
);

describe('an operation that a driver lacks answers 422 with driver and capability, and changes nothing', () => {
  test('the matrix has capabilities that a driver lacks', () => expect(LACKING.length).toBeGreaterThanOrEqual(20));

  test.each(LACKING)('%s: %s (%s)', async (driver, id, capability, body) => {
    const { ask, workspaceId } = await seed(driver);
    const before = await rowsOf(database, workspaceId);
    const answer = await ask(id, body);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'unsupported_by_driver',
        driver,
        capability,
        supported_by: driversOf(capability),
        alternative: alternativeTo(driver, capability),
      }),
    ]);
    await server.services.recorder.flush();
    const {
      request_logs: _,
      usage_minutes: __,
      usage_hours: ___,
      usage_days: ____,
      ...after
    } = await rowsOf(database, workspaceId);
    expect(before).toMatchObject(after);
  });
});

test('every operation that a driver may lack says so in the document', async () => {
  const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { 'x-drivers'?: string[]; responses: object }>>;
  };
  for (const { id, method, path, meta } of operations) {
    const entry = document.paths[path]?.[method.toLowerCase()];
    expect([id, entry?.['x-drivers']]).toEqual([id, meta.capability && driversOf(meta.capability)]);
    if (meta.capability)
      expect([id, Object.keys(entry?.responses ?? {})]).toEqual([id, expect.arrayContaining(['422'])]);
  }
  const named = new Set([...guarded, ...PARTS].map(([, , capability]) => capability));
  const ours = CAPABILITY_NAMES.filter((name) => /^(?:instance|sandbox|group|contact|profile)\./.test(name));
  // Presence has no operation: it is an event.
  expect(ours.filter((name) => !named.has(name))).toEqual(['contact.presence']);
});

test('the capabilities of an instance are those of its driver, less what its account cannot', async () => {
  for (const driver of DRIVERS) {
    const { ask } = await seed(driver);
    const { body } = await ask('whatsapp_instances_get_capabilities', {});
    const lacks = driver === 'cloud' ? ['template.read', 'template.write'] : [];
    for (const name of CAPABILITY_NAMES) {
      const isThere = supports(driver, name) && !lacks.includes(name);
      expect([driver, name, body[name].supported]).toEqual([driver, name, isThere]);
    }
  }
});
