import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Document, flatten, typesOf } from './document';
import { oneDraft } from './gates';
import { buildRequest, readOperations } from './operations';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const { secret } = await seedKey(await seedWorkspace(), { fullAccess: true });
const call = restClient(server.url, secret);
const baseUrl = `${server.url}/api/v1`;
const document = (await call('GET', '/openapi.json')).body as unknown as Document;
const operations = readOperations(document);

const lists = operations.flatMap((operation) =>
  operation.parameters.flatMap(({ in: location, name, schema }) =>
    location === 'query' && typesOf(flatten(document, schema)).includes('array')
      ? [{ operation, name, schema: flatten(document, schema) }]
      : [],
  ),
);

describe('a list in the query without a value', () => {
  test('is an empty filter, or refused where the document asks for an item', async () => {
    const wrong: string[] = [];
    for (const { operation, name, schema } of lists) {
      const draft = oneDraft({ document }, operation);
      const query = draft.query.filter(([other]) => other !== name);
      const request = buildRequest(operation, { ...draft, query: [...query, [name, '']] }, { baseUrl, key: secret });
      const { status } = await fetch(request);
      const isRefused = status === 400;
      if (isRefused !== (schema.minItems ?? 0) > 0) wrong.push(`${operation.operationId} ${name}: ${status}`);
    }
    expect(lists.length).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
  });

  test('filters by nothing', async () => {
    const all = await call('GET', '/links/analytics?group_by=os');
    const none = await call('GET', '/links/analytics?group_by=os&os=');
    expect([none.status, none.body.data]).toEqual([200, all.body.data]);
  });
});

describe('an error of a request without a body names the place of the field', () => {
  test('when a service refuses it', async () => {
    const link = await call('POST', '/links', { url: 'https://example.com' });
    const { status, body } = await call('GET', `/links/${link.body.id}/qr?color=ffffff`);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ in: 'query', pointer: '/color' })]]);
  });

  test('over typed RPC too', async () => {
    const rpc = openBrowser(server.url, { authorization: `Bearer ${secret}`, origin: server.services.config.baseUrl });
    const { problem } = await rpc.query('links.list', { limit: 0 });
    expect(problem.errors).toEqual([expect.objectContaining({ in: 'query', pointer: '/limit' })]);
  });
});

describe('the root of the API', () => {
  test('lists the documents, the references and the health checks, without a key', async () => {
    const anonymous = restClient(server.url, null);
    const { status, body } = await anonymous('GET', '');
    expect(status).toBe(200);
    const base = server.services.config.baseUrl;
    expect(body).toMatchObject({
      openapi: `${base}/api/v1/openapi.json`,
      reference: `${base}/user/api/reference`,
      health: { live: `${base}/healthz`, ready: `${base}/readyz` },
    });
    const surfaces = body.surfaces as { id: string; openapi: string; reference: string }[];
    expect(surfaces.map(({ id }) => id)).toEqual(['getting-started', 'whatsapp', 'links', 'automation']);
    const links = [body.openapi, body.health.live, body.health.ready, ...surfaces.map(({ openapi }) => openapi)];
    for (const link of links as string[]) {
      expect((await fetch(link.replace(base, server.url))).status).toBe(200);
    }
  });

  test('takes no other method', async () => {
    const { status, headers } = await call('POST', '', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});
