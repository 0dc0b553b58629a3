import { afterAll, expect, test } from 'bun:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { codeSamples, type OpenApiDocument, type OpenApiOperation, parametersOf } from '../../shared/openapi/samples';
import { startServer } from '../support/app';
import { restClient } from '../support/client';

const server = await startServer();
afterAll(() => server.stop());
const call = restClient(server.url, null);

interface Media {
  content?: Record<string, { schema?: { $ref?: string; type?: string; properties?: object } }>;
}
interface Entry {
  operationId: string;
  parameters?: object[];
  requestBody?: Media;
  responses?: Record<string, Media>;
}

test('the document needs no key and is the same until the service changes', async () => {
  const { status, headers, body } = await call('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://localhost:3000/api/v1' }] });
  const unchanged = await call('GET', '/openapi.json', undefined, { 'if-none-match': headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
});

/** Bytes for each operation and webhook. A change that goes beyond these repeats something that a component could say once. */
test('the document grows only with its operations, and is small on the wire', async () => {
  const text = await (
    await fetch(`${server.url}/api/v1/openapi.json`, { headers: { 'accept-encoding': 'identity' } })
  ).text();
  const { paths, webhooks } = JSON.parse(text) as Record<'paths' | 'webhooks', Record<string, object>>;
  const count = Object.values(paths).flatMap((path) => Object.keys(path)).length + Object.keys(webhooks).length;
  expect(Buffer.byteLength(text) / count).toBeLessThan(2800);
  expect(gzipSync(text).length / count).toBeLessThan(400);
  expect(brotliCompressSync(text).length / count).toBeLessThan(275);
});

test('request bodies, lists, events and repeated parameters are named components', async () => {
  const { body } = await call('GET', '/openapi.json');
  const { paths, webhooks, components } = body as unknown as {
    paths: Record<string, Record<string, Entry>>;
    webhooks: Record<string, { post: Entry }>;
    components: { schemas: Record<string, { properties?: object }> };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const inline = (media: Media | undefined) =>
    Object.values(media?.content ?? {}).filter(({ schema = {} }) => !('$ref' in schema) && schema.type !== 'string');
  const isUpload = ({ requestBody }: Entry) => 'multipart/form-data' in (requestBody?.content ?? {});
  const bodies = operations.filter((entry) => !isUpload(entry) && inline(entry.requestBody).length > 0);
  expect(bodies.map(({ operationId }) => operationId)).toEqual([]);

  const lists = Object.values(components.schemas).filter(({ properties = {} }) => 'next_cursor' in properties);
  expect(lists.length).toBeGreaterThan(25);
  const answers = operations.flatMap(({ operationId, responses = {} }) =>
    Object.values(responses).flatMap((one) => inline(one).map(({ schema }) => ({ operationId, schema }))),
  );
  expect(answers.filter(({ schema }) => 'next_cursor' in (schema?.properties ?? {}))).toEqual([]);

  const seen = new Map<string, number>();
  for (const { parameters = [] } of [...operations, ...Object.values(webhooks).map(({ post }) => post)])
    for (const one of parameters)
      if (!('$ref' in one)) seen.set(JSON.stringify(one), (seen.get(JSON.stringify(one)) ?? 0) + 1);
  expect([...seen].filter(([, uses]) => uses > 1)).toEqual([]);

  const data = Object.values(webhooks).flatMap(({ post }) => Object.values(post.requestBody?.content ?? {}));
  expect(data.filter(({ schema }) => !JSON.stringify(schema).includes('"$ref":"#/components/schemas/Event"'))).toEqual(
    [],
  );
});

/** A provider gives its errors any number, and an amount of money may be owed. */
const ANY_NUMBER = /\/(?:provider\/properties\/(?:code|subcode)|amount_1000)$/;

test('every integer has bounds, and none is a bound of the language', async () => {
  const { body } = await call('GET', '/openapi.json');
  const boundless: string[] = [];
  let integers = 0;
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const schema = value as Record<string, unknown>;
    if ([schema['type']].flat().includes('integer')) {
      integers += 1;
      const isBound = ['minimum', 'exclusiveMinimum', 'const', 'enum'].some((word) => word in schema);
      if (!isBound && !ANY_NUMBER.test(at)) boundless.push(at);
    }
    for (const [name, inner] of Object.entries(schema))
      if (name !== 'example' && name !== 'examples') visit(inner, `${at}/${name}`);
  };
  visit(body, '');
  expect(integers).toBeGreaterThan(200);
  expect(boundless).toEqual([]);
  expect(JSON.stringify(body)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('a scalar is a shared component only where it means the same', async () => {
  const { body } = await call('GET', '/openapi.json');
  const { schemas } = (body as unknown as { components: { schemas: Record<string, Record<string, unknown>> } })
    .components;
  const isPlain = (schema: Record<string, unknown> = {}) =>
    !['enum', 'format', 'items', 'pattern', 'properties', 'oneOf', 'anyOf', 'allOf'].some((word) => word in schema) &&
    ![schema['type']].flat().includes('object');
  const wrong: string[] = [];
  const visit = (value: unknown, around: Record<string, unknown>): void => {
    if (typeof value !== 'object' || value === null) return;
    const one = value as Record<string, unknown>;
    const name = typeof one['$ref'] === 'string' ? one['$ref'].split('/schemas/')[1] : undefined;
    const meaning = one['description'] ?? ('in' in around ? around['description'] : undefined);
    if (
      name !== undefined &&
      isPlain(schemas[name]) &&
      (meaning ?? schemas[name]?.['description']) !== schemas[name]?.['description']
    )
      wrong.push(`${name}: ${String(meaning)}`);
    for (const inner of Object.values(one)) visit(inner, one);
  };
  visit(body, {});
  expect(Object.values(schemas).filter(isPlain).length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

test('each surface has its own document, and an unknown one is refused by name', async () => {
  const { body } = await call('GET', '/openapi.json?surface=getting-started');
  const tags = (body['tags'] as unknown as { name: string }[]).map(({ name }) => name);
  expect(tags).toContain('Keys');
  expect(tags).not.toContain('Events');
  expect((await call('GET', '/openapi.json?surface=nowhere')).body).toMatchObject({
    code: 'validation_failed',
    errors: [{ in: 'query', pointer: '/surface' }],
  });
});

test('a header and a path parameter with the same name are two components', async () => {
  const { body } = await call('GET', '/openapi.json');
  const { parameters } = body['components'] as unknown as { parameters: Record<string, { name: string; in: string }> };
  expect(parameters['WebhookId']).toMatchObject({ in: 'path', name: 'webhook_id' });
  expect(parameters['WebhookIdHeader']).toMatchObject({ in: 'header', name: 'webhook-id' });
});

test('every event has the three headers of Standard Webhooks', async () => {
  const document = (await call('GET', '/openapi.json')).body as unknown as OpenApiDocument;
  const webhooks = Object.values(document.webhooks ?? {}).flatMap((one) => Object.values(one));
  expect(webhooks.length).toBeGreaterThan(50);
  for (const entry of webhooks) {
    const required = parametersOf(document, entry).filter((one) => one.in === 'header' && one.required === true);
    expect(required.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  }
});

test.each(['/api/v1/openapi.json', '/api/v1/openapi.json?surface=links', '/user/api/operations.json'])(
  '%s is sent as the client accepts it, with a tag for each coding',
  async (path) => {
    const get = (accepted: string, more = {}, method = 'GET') =>
      fetch(`${server.url}${path}`, { method, headers: { 'accept-encoding': accepted, ...more } });
    const plain = await get('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    const tags = [plain.headers.get('etag') ?? ''];
    for (const encoding of ['gzip', 'br']) {
      const encoded = await get(encoding);
      expect(encoded.headers.get('content-encoding')).toBe(encoding);
      expect(encoded.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(encoded.headers.get('vary')).toContain('Accept-Encoding');
      expect(await encoded.text()).toBe(text);
      const etag = encoded.headers.get('etag') ?? '';
      expect((await get(encoding, { 'if-none-match': etag })).status).toBe(304);
      expect((await get('identity', { 'if-none-match': etag })).status).toBe(200);
      const head = await get(encoding, {}, 'HEAD');
      expect(Number(head.headers.get('content-length'))).toBeLessThan(text.length / 2);
      tags.push(etag);
    }
    expect(new Set(tags).size).toBe(3);
  },
);

test('no two operations show the same Idempotency-Key', async () => {
  const { body } = await call('GET', '/openapi.json');
  const document = body as unknown as OpenApiDocument;
  const keys = Object.values(document.paths ?? {})
    .flatMap((path) => Object.values(path))
    .flatMap((operation) => parametersOf(document, operation))
    .filter(({ name }) => name === 'Idempotency-Key')
    .map(({ example }) => example);
  expect(keys.length).toBeGreaterThan(50);
  expect(new Set(keys).size).toBe(keys.length);
});

test('If-Match is a parameter of every operation that checks a version: each PATCH and each DELETE', async () => {
  const { body } = await call('GET', '/openapi.json');
  const document = body as unknown as OpenApiDocument;
  const entries = Object.values(document.paths ?? {}).flatMap((path) => Object.entries(path));
  const named = (of: (method: string, entry: OpenApiOperation) => boolean) =>
    entries.filter(([method, entry]) => of(method, entry)).map(([, { operationId }]) => operationId);
  const taking = named((_, entry) => parametersOf(document, entry).some(({ name }) => name === 'If-Match'));
  expect(taking).toEqual(named((_, { responses = {} }) => '412' in responses));
  expect(taking).toContain('webhooks_delete');
  const changing = named((method) => method === 'delete' || method === 'patch');
  // These have no version, since each message or call changes them.
  const isInFlux = (id: string) => /^(?:whatsapp_chats|ai_budgets)_/.test(id);
  expect(changing.filter((id = '') => !taking.includes(id) && !isInFlux(id))).toEqual([]);
});

test('every operation has samples in three languages that hold its method and path', async () => {
  const { body } = await call('GET', '/openapi.json');
  const samples = codeSamples(body, '/keys', 'post');
  const [curl, typescript, python] = samples.map(({ source }) => source);
  expect(curl).toStartWith("curl 'http://localhost:3000/api/v1/keys' \\\n  -X POST");
  expect(curl).toContain('"Authorization: Bearer $SWITCHBOARD_API_KEY"');
  expect(typescript).toContain("method: 'POST'");
  expect(python).toContain('httpx.post(');
});

test('the console gets each operation with the location of its inputs and its scopes', async () => {
  const operations = (await (await fetch(`${server.url}/user/api/operations.json`)).json()) as Record<string, unknown>;
  expect(operations['keys_update']).toMatchObject({
    procedure: 'keys.update',
    method: 'PATCH',
    path: '/keys/{key_id}',
    inputs: { key_id: 'path', name: 'body' },
    scopes: ['keys:write'],
  });
});
