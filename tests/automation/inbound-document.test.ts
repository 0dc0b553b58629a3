import { afterAll, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { restClient } from '../support/client';

const server = await startServer();
afterAll(() => server.stop());

test('the calls of endpoints are in the document', async () => {
  const { body } = await restClient(server.url, null)('GET', '/openapi.json?surface=automation');
  const call = body.paths['/inbound/{endpoint_id}'].post;
  expect(call).toMatchObject({
    operationId: 'inbound_receive',
    tags: ['Inbound endpoints'],
    'x-required-scopes': ['automation.inbound:publish'],
  });
  expect(Object.keys(call.requestBody.content)).toContain('application/x-www-form-urlencoded');
  expect(body.security).toEqual([{ bearer: [] }]);
  expect(call).not.toHaveProperty('security');
  expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['202', '401', '404', '422', '429', 'default']));
  expect(body.paths['/inbound/{endpoint_id}/{token}'].post.security).toEqual([]);
});
