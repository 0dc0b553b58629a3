import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

test('a key reads its own identity and permissions', async () => {
  const workspaceId = await seedWorkspace('Acme');
  const { id, secret } = await seedKey(workspaceId, { scopes: ['links:write'] });

  const { status, headers, body } = await restClient(server.url, secret)('GET', '/me');
  expect(status).toBe(200);
  expect(headers.get('x-request-id')).toStartWith('req_');
  expect(headers.get('ratelimit-policy')).toBe('"key";q=100000;w=1, "workspace";q=100000;w=1');
  expect(body).toMatchObject({
    key_id: id,
    workspace: { id: workspaceId, name: 'Acme' },
    scopes: ['links:read', 'links:create', 'links:write'],
  });
});

test('without a key the answer is 401 and says how to authenticate', async () => {
  const { status, headers, body } = await restClient(server.url, null)('GET', '/me');
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer realm="api"');
  expect(body).toMatchObject({ code: 'missing_api_key', retryable: false, instance: '/api/v1/me' });
});
