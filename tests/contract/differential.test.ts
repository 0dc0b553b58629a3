import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';

import { compileOperations } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import { createCallerFactory } from '../../server/trpc/procedures';
import { newId } from '../../shared/ids';
import type { BenchServer } from '../bench/bridge-server';
import { startServer } from '../support/app';
import { contextOf } from '../support/context';

/** trpc-to-openapi’s own handler over the same router and database. It changes the schemas, so it has a process. */
let library: BenchServer;
let child: ReturnType<typeof Bun.spawn>;
const bridge = await startServer({ aiSandbox: true });

beforeAll(async () => {
  child = Bun.spawn([process.execPath, join(import.meta.dir, '../bench/bridge-server.ts'), 'library'], {
    env: { ...process.env, MODELS: '0', NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { value } = await (child.stdout as ReadableStream<Uint8Array>).getReader().read();
  library = JSON.parse(new TextDecoder().decode(value)) as BenchServer;
  const link = await ask(bridge.url, 'POST', '/links', { url: 'https://example.com/', external_id: EXTERNAL_ID });
  expect(link.status).toBe(201);
});
afterAll(async () => {
  child.kill();
  await bridge.stop();
});

const ask = async (url: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${library.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
};
const both = async (method: string, path: string, body?: unknown) =>
  Promise.all([ask(bridge.url, method, path, body), ask(library.url, method, path, body)]);

/** What tells of the calls themselves differs from one call to the next. */
const OF_CALLS = new Set(['request_logs_list', 'usage_get']);
/** The library knows no answers but JSON. */
const reads = compileOperations().filter(
  ({ id, method, meta, pathParameters, access }) =>
    method === 'GET' && !meta.raw && pathParameters.length === 0 && access.type !== 'public' && !OF_CALLS.has(id),
);

const EXTERNAL_ID = 'same-for-both';
/** What a question is about, where it needs that. */
const ABOUT: Record<string, Record<string, string | string[]>> = {
  links_lookup: { external_id: EXTERNAL_ID },
  links_check_slug_availability: { slug: 'free-in-both' },
  links_list_daily_clicks: { link_ids: [newId('lnk')] },
};
const withQuestion = (id: string, path: string): string =>
  `${path}?${new URLSearchParams(Object.entries(ABOUT[id] ?? {}).map(([name, value]) => [name, String(value)]))}`;

/** Read by the library as `/links/{link_id}`. */
const TAKEN_FOR_AN_ID = /^\/links\/(?:analytics|clicks|daily-clicks)$/;
const known = reads.filter(({ path }) => !TAKEN_FOR_AN_ID.test(path));

test.each(known.map(({ path, id }) => [path, id]))(
  'GET %s answers with the same body through both',
  async (path, id) => {
    const [ours, theirs] = await both('GET', withQuestion(id, path));
    expect(ours.status).toBe(200);
    expect(theirs.status).toBe(200);
    expect(steady(ours.body)).toEqual(steady(theirs.body));
  },
);

test.each(reads.map(({ id }) => id))('%s answers as the procedure’s own caller does', async (id) => {
  const operation = reads.find((read) => read.id === id);
  if (!operation) throw new Error(id);
  const caller = createCallerFactory(appRouter)(await contextOf(bridge.services, library.key));
  const call = operation.procedure.split('.').reduce<unknown>((part, name) => (part as never)[name], caller);
  const direct: unknown = await (call as (input: object) => Promise<unknown>)(ABOUT[id] ?? {});
  const { body } = await ask(bridge.url, 'GET', withQuestion(id, operation.path));
  expect(steady(body)).toEqual(steady(JSON.parse(JSON.stringify(direct)) as object));
});

test('a key made through either has the same form', async () => {
  const [ours, theirs] = await both('POST', '/keys', { kind: 'lk', name: 'Same', scopes: ['links:read'] });
  expect(Object.keys(ours.body ?? {}).toSorted()).toEqual(Object.keys(theirs.body ?? {}).toSorted());
});

/** Where the library is not right, and what the bridge does instead. */
const DIFFERENCES: [what: string, method: string, path: string, body: unknown, ours: number, theirs: number][] = [
  ['a creation is 201, not 200', 'POST', '/keys', { kind: 'lk', name: 'A', scopes: ['links:read'] }, 201, 200],
  ['an accepted report is 202, not 200', 'POST', '/leaked-keys', { keys: ['x'] }, 202, 200],
  ['a wrong method is 405, not 404', 'DELETE', '/me', undefined, 405, 404],
  ['an id that cannot be one is 404, not 400', 'GET', '/keys/nonsense', undefined, 404, 400],
  ['a word in the place of an id is no id', 'GET', '/links/analytics', undefined, 200, 400],
  ['an exponent is no integer', 'GET', '/models?limit=1e1', undefined, 400, 200],
  ['white space is no part of a number', 'GET', '/models?limit=%205', undefined, 400, 200],
  ['a trailing slash is another path', 'GET', '/me/', undefined, 404, 200],
];

test.each(DIFFERENCES)('intended: %s', async (_, method, path, body, ourStatus, theirStatus) => {
  const [ours, theirs] = await both(method, path, body);
  expect([ours.status, theirs.status]).toEqual([ourStatus, theirStatus]);
});

test('intended: after a REST call the schema still refuses text for a number', async () => {
  await ask(bridge.url, 'GET', '/models?limit=5');
  const operation = compileOperations().find(({ id }) => id === 'models_list');
  expect(operation?.input.safeParse({ limit: '5' }).success).toBe(false);
});

test('intended: errors are problems with every issue', async () => {
  const [ours, theirs] = await both('GET', '/models?limit=0&sort=worst');
  expect(ours.body).toMatchObject({ code: 'validation_failed', status: 400 });
  expect(((ours.body?.['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()).toEqual([
    '/limit',
    '/sort',
  ]);
  expect(theirs.body).toMatchObject({ code: 'BAD_REQUEST' });
});

/** Without what differs from moment to moment. */
function steady(body: object | undefined): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      /^(last_used_|request_id|from|to$|next_cursor|latest_sequence|as_of)/.test(name) ? undefined : value,
    ),
  );
}
