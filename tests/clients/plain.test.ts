import { afterAll, describe, expect, test } from 'bun:test';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const server = await startServer();
afterAll(() => server.stop());

const NODE = `
const [method, url, key, body] = process.argv.slice(1);
const headers = { ...(key && { authorization: 'Bearer ' + key }), ...(body && { 'content-type': 'application/json' }) };
fetch(url, { method, headers, ...(body && { body }) }).then(async (response) => {
  const problem = await response.json();
  console.log(JSON.stringify([response.status, response.headers.get('content-type'), problem.code, problem.request_id === response.headers.get('x-request-id')]));
});`;

const PYTHON = `
import json, sys, urllib.error, urllib.request
method, url, key, body = sys.argv[1:5]
request = urllib.request.Request(url, method=method, data=body.encode() or None)
if key: request.add_header('Authorization', 'Bearer ' + key)
if body: request.add_header('Content-Type', 'application/json')
try:
    urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    told = [error.code, error.headers['Content-Type'], problem['code'], problem['request_id'] == error.headers['X-Request-Id']]
    print(json.dumps(told, separators=(',', ':')))`;

interface Call {
  method: string;
  path: string;
  key?: string;
  body?: string;
}

/** How each client sends a call and prints status, type, code and whether the request id is that of the header. */
const CLIENTS: Record<string, (call: Required<Call>) => string[]> = {
  node: ({ method, path, key, body }) => ['node', '-e', NODE, method, path, key, body],
  python3: ({ method, path, key, body }) => ['python3', '-c', PYTHON, method, path, key, body],
  curl: ({ method, path, key, body }) => [
    'curl',
    '--silent',
    '--show-error',
    ...(key ? ['--oauth2-bearer', key] : []),
    ...(body ? ['--json', body] : []),
    '--request',
    method,
    '--write-out',
    '\\n%{http_code}\\n%{content_type}\\n%header{x-request-id}',
    path,
  ],
};

/** What curl printed, as the programs above tell it. */
function curled(text: string): string {
  const [body = '', status, type, requestId] = text.split('\n');
  const { code, request_id } = JSON.parse(body) as { code: string; request_id: string };
  return JSON.stringify([Number(status), type, code, request_id === requestId]);
}

const present = Object.entries(CLIENTS).filter(([name]) => Bun.which(name) !== null);

test('there is a client to try', () => expect(present.map(([name]) => name)).toContain('node'));

describe.each(present)('%s reads', (name, command) => {
  const scene = async () => {
    const workspaceId = await seedWorkspace();
    const { secret: key } = await seedKey(workspaceId);
    const { secret: narrow } = await seedKey(workspaceId, { scopes: ['models:read'] });
    const { secret: spent } = await seedKey(workspaceId, { rateLimit: { requests: 1, window_seconds: 60 } });
    await (await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${spent}` } })).arrayBuffer();
    return { key, narrow, spent };
  };

  test('every kind of error', async () => {
    const { key, narrow, spent } = await scene();
    const calls: [Call, number, string][] = [
      [{ method: 'POST', path: '/keys', key, body: '{"kind":' }, 400, 'malformed_json'],
      [{ method: 'GET', path: '/keys?limit=0', key }, 400, 'validation_failed'],
      [{ method: 'GET', path: '/me' }, 401, 'missing_api_key'],
      [{ method: 'GET', path: '/me', key: 'sb_ak_nonsense' }, 401, 'invalid_api_key'],
      [{ method: 'GET', path: '/keys', key: narrow }, 403, 'insufficient_scope'],
      [{ method: 'GET', path: '/keys/x', key }, 404, 'not_found'],
      [{ method: 'GET', path: '/nowhere' }, 404, 'route_not_found'],
      [{ method: 'DELETE', path: '/keys', key }, 405, 'method_not_allowed'],
      [{ method: 'GET', path: '/me', key: spent }, 429, 'rate_limited'],
    ];
    const told = await Promise.all(
      calls.map(async ([{ method, path, key: bearer = '', body = '' }]) => {
        const child = Bun.spawn(command({ method, path: `${server.url}/api/v1${path}`, key: bearer, body }), {
          stdout: 'pipe',
        });
        const text = (await new Response(child.stdout).text()).trim();
        return name === 'curl' ? curled(text) : text;
      }),
    );
    const type = 'application/problem+json';
    expect(told).toEqual(calls.map(([, status, code]) => JSON.stringify([status, type, code, true])));
  }, 60_000);
});
