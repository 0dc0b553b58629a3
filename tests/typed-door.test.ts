import { afterAll, expect, test } from 'bun:test';

import { createTRPCClient, httpBatchLink } from '@trpc/client';

import type { AppRouter } from '../server/router';
import { startServer } from './support/app';
import { restClient } from './support/client';
import { seedKey, seedWorkspace } from './support/seed';

const server = await startServer();
afterAll(() => server.stop());

test('each call of a key at the typed door is in the request log, a batch’s one by one', async () => {
  const { secret } = await seedKey(await seedWorkspace());
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${server.url}/trpc`, headers: { authorization: `Bearer ${secret}` } })],
  });
  await Promise.all([
    client.me.get.query({}),
    client.keys.get.query({ key_id: 'key_00000000000000000000000000' }).catch(() => undefined),
  ]);
  await server.services.recorder.flush();

  const { body } = await restClient(server.url, secret)('GET', '/request-logs');
  expect(body['data']).toHaveLength(2);
  expect(body['data']).toContainEqual(
    expect.objectContaining({ path: '/trpc/me.get', operation_id: 'me_get', status: 200 }),
  );
  expect(body['data']).toContainEqual(
    expect.objectContaining({ operation_id: 'keys_get', status: 404, code: 'not_found' }),
  );
});
