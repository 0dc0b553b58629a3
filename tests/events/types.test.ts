import { afterAll, describe, expect, test } from 'bun:test';

import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';

import { EVENT_TYPES, EVENTS, exampleOf } from '../../shared/events/events';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const { secret } = await seedKey(await seedWorkspace(), { scopes: ['models:read'] });
const call = restClient(server.url, secret);

test('any valid key lists the whole catalogue, page by page', async () => {
  const found: string[] = [];
  for (let query = 'limit=7'; ;) {
    const { status, body } = await call('GET', `/event-types?${query}`);
    expect(status).toBe(200);
    found.push(...body.data.map((entry: { type: string }) => entry.type));
    if (!body.has_more) break;
    query = `limit=7&cursor=${body.next_cursor}`;
  }
  expect(found).toEqual([...EVENT_TYPES]);
  expect((await restClient(server.url, null)('GET', '/event-types')).status).toBe(401);
  expect((await call('GET', '/event-types?cursor=x')).status).toBe(400);
});

describe('a type states the schema of its data, and its example fits the schema', () => {
  // Each runs a few times only: to make its code small costs more than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
  addFormats(ajv);
  // Many types share a schema, which takes long to compile.
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();

  test.each(EVENT_TYPES)('%s', async (type) => {
    const { status, body } = await call('GET', `/event-types/${type}`);
    expect(status).toBe(200);
    const { scope, matchedByPatterns, storedWhen } = EVENTS[type];
    expect(body).toMatchObject({ type, scope, matched_by_patterns: matchedByPatterns, stored_when: storedWhen });
    expect(body.example.type).toBe(type);
    const schema = JSON.stringify(body.schema);
    // Of the document, where a schema refers to its base.
    expect(schema).not.toContain('"extends"');
    const validate = validators.get(schema) ?? ajv.compile(body.schema);
    validators.set(schema, validate);
    expect([validate(body.example.data), validate.errors]).toEqual([true, null]);
    expect(validate({})).toBe(false);
  });
});

test('every example is what its schema lets through', () => {
  for (const type of EVENT_TYPES) {
    const { data } = exampleOf(type);
    expect(EVENTS[type].data.parse(data)).toEqual(data as never);
  }
});

test('a type that does not exist is 404', async () => {
  for (const type of ['api_key.sold', 'nonsense', 'API']) {
    expect(await call('GET', `/event-types/${type}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});
