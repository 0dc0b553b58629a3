import { afterAll, describe, expect, test } from 'bun:test';

import { EVENTS } from '../../shared/events/events';
import { typesOf } from '../../shared/events/patterns';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { openStream } from '../support/stream';

const server = await startServer();
afterAll(() => server.stop());

const NARROW = ['events:read', 'webhooks:write', 'links:read', 'links.domains:read'] as const;
const URL = 'https://hooks.example.com/links';
/** Of `link.*`, what `links:read` alone does not read. */
const CLICKS = {
  code: 'events_omitted',
  types: ['link.clicked'],
  required_scopes: ['links.analytics:read'],
  message: expect.stringContaining('links.analytics:read'),
};

async function scene() {
  const workspaceId = await seedWorkspace();
  const keyOf = async (columns: Parameters<typeof seedKey>[1]) => {
    const { secret } = await seedKey(workspaceId, columns);
    return { secret, call: restClient(server.url, secret) };
  };
  const narrow = await keyOf({ scopes: [...NARROW] });
  const full = await keyOf({ fullAccess: true });
  return { workspaceId, keyOf, narrow: narrow.call, secret: narrow.secret, full: full.call };
}

describe('a webhook whose glob matches types that its creator may not read', () => {
  test('names them in the answer, when it is read, in lists and in its event', async () => {
    const { narrow } = await scene();
    const made = await narrow('POST', '/webhooks', { url: URL, events: ['link.*'] });
    expect([made.status, made.body.warnings]).toMatchObject([201, [CLICKS]]);

    expect((await narrow('GET', `/webhooks/${made.body.id}`)).body.warnings).toMatchObject([CLICKS]);
    expect((await narrow('GET', '/webhooks')).body.data[0].warnings).toMatchObject([CLICKS]);
    const { body } = await narrow('GET', '/events?type=webhook.created');
    expect(body.data[0].data.warnings).toMatchObject([CLICKS]);
  });

  test('names all of them for `*`, with every scope that is missing', async () => {
    const { narrow } = await scene();
    const { body } = await narrow('POST', '/webhooks', { url: URL, events: ['*'] });
    const isRead = (scope: string) =>
      ['events:read', 'links:read', 'links.domains:read', 'webhooks:read'].includes(scope);
    const left = typesOf(['*']).filter((type) => !isRead(EVENTS[type].scope));
    const [warning] = body.warnings;
    expect(left).toContain('api_key.created');
    expect(warning.types).toEqual(left);
    expect(warning.required_scopes.toSorted()).toEqual([...new Set(left.map((type) => EVENTS[type].scope))].toSorted());
  });

  test('has no warning where nothing is left out, and a type by name is refused as before', async () => {
    const { narrow, full, keyOf } = await scene();
    expect((await full('POST', '/webhooks', { url: URL, events: ['*'] })).body.warnings).toEqual([]);
    expect((await narrow('POST', '/webhooks', { url: URL, events: ['link.created'] })).body.warnings).toEqual([]);
    const { call } = await keyOf({ scopes: [...NARROW, 'links.analytics:read'] });
    expect((await call('POST', '/webhooks', { url: URL, events: ['link.*'] })).body.warnings).toEqual([]);

    const refused = await narrow('POST', '/webhooks', { url: URL, events: ['link.clicked'] });
    expect([refused.status, refused.body.required_scopes]).toEqual([403, ['links.analytics:read']]);
  });

  test('is warned about by a change too, and the warning goes when a reader adds the types by name', async () => {
    const { narrow, full } = await scene();
    const { body } = await narrow('POST', '/webhooks', { url: URL, events: ['link.created'] });
    const path = `/webhooks/${body.id}`;
    expect((await narrow('PATCH', path, { events: ['link.*'] })).body.warnings).toMatchObject([CLICKS]);
    expect((await full('PATCH', path, { name: 'Renamed' })).body.warnings).toMatchObject([CLICKS]);
    expect((await full('PATCH', path, { events: ['link.*', 'link.clicked'] })).body.warnings).toEqual([]);
  });
});

test('a rule lists the matched types that its creator may not read', async () => {
  const { keyOf, full } = await scene();
  const { call } = await keyOf({
    kind: 'ak',
    scopes: ['automation.rules:write', 'automation.rules:read', 'links:read', 'links.domains:read', 'links:create'],
  });
  const rule = {
    name: 'Links',
    trigger: { type: 'event', events: ['link.*'] },
    actions: [{ type: 'create_link', link: { url: 'https://example.com' } }],
  };
  const made = await call('POST', '/rules', rule);
  expect([made.status, made.body.warnings]).toMatchObject([201, [CLICKS]]);
  const path = `/rules/${made.body.id}`;
  expect((await call('GET', path)).body.warnings).toMatchObject([CLICKS]);
  expect((await call('PATCH', path, { name: 'Renamed' })).body.warnings).toMatchObject([CLICKS]);

  const events = ['link.*', 'link.clicked'];
  expect((await full('PATCH', path, { trigger: { type: 'event', events } })).body.warnings).toEqual([]);
  const manual = await call('POST', '/rules', { ...rule, trigger: { type: 'manual' } });
  expect(manual.body.warnings).toEqual([]);
});

describe('a filter of events that names types which the caller does not read', () => {
  test('is answered with a warning in the list', async () => {
    const { narrow } = await scene();
    for (const type of ['link.*', 'link.clicked']) {
      expect((await narrow('GET', `/events?type=${type}`)).body.warnings).toMatchObject([CLICKS]);
    }
    expect((await narrow('GET', '/events?type=link.created')).body.warnings).toEqual([]);
    expect((await narrow('GET', '/events?after_sequence=0')).body.warnings).toEqual([]);
  });

  test('is answered with a frame at the start of a stream, which moves no number', async () => {
    const { secret } = await scene();
    await using stream = await openStream(server.url, secret, {}, 'type=link.*');
    const frame = await stream.next();
    expect([frame.event, frame.id]).toEqual(['warning', '']);
    expect(JSON.parse(frame.data)).toMatchObject(CLICKS);
  });

  test('is silent without a filter, which asks for what the caller reads', async () => {
    const { secret, narrow } = await scene();
    await using stream = await openStream(server.url, secret);
    await narrow('POST', '/webhooks', { url: URL, events: ['link.created'] });
    expect((await stream.next()).event).toBe('');
  });
});
