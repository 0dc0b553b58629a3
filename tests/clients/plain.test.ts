import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
    answers = [error.code, error.headers['Content-Type'], problem['code'], problem['request_id'] == error.headers['X-Request-Id']]
    print(json.dumps(answers, separators=(',', ':')))`;

const HTTPX = `
import json, sys, httpx
method, url, key, body = sys.argv[1:5]
headers = {}
if key: headers['Authorization'] = 'Bearer ' + key
if body: headers['Content-Type'] = 'application/json'
answer = httpx.request(method, url, headers=headers, content=body or None)
problem = answer.json()
answers = [answer.status_code, answer.headers['Content-Type'], problem['code'], problem['request_id'] == answer.headers['X-Request-Id']]
try:
    answer.raise_for_status()
except httpx.HTTPStatusError:
    print(json.dumps(answers, separators=(',', ':')))`;

const GO = `
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	request, err := http.NewRequest(os.Args[1], os.Args[2], strings.NewReader(os.Args[4]))
	if err != nil { panic(err) }
	if os.Args[3] != "" { request.Header.Set("Authorization", "Bearer " + os.Args[3]) }
	if os.Args[4] != "" { request.Header.Set("Content-Type", "application/json") }
	response, err := http.DefaultClient.Do(request)
	if err != nil { panic(err) }
	defer response.Body.Close()
	var problem struct {
		Code string
		RequestId string \`json:"request_id"\`
	}
	if err := json.NewDecoder(response.Body).Decode(&problem); err != nil { panic(err) }
	same := problem.RequestId == response.Header.Get("X-Request-Id")
	answers, _ := json.Marshal([]any{response.StatusCode, response.Header.Get("Content-Type"), problem.Code, same})
	fmt.Println(string(answers))
}`;

/** The first Python that has httpx: a version manager's own may stand before the system's. */
const pythonWithHttpx = ['python3', '/usr/bin/python3'].find(
  (python) => Bun.which(python) && Bun.spawnSync([python, '-c', 'import httpx']).exitCode === 0,
);

/** The program in Go, compiled once; undefined where there is no Go. */
async function compiledGo(folder: string): Promise<string | undefined> {
  if (Bun.which('go') === null) return undefined;
  const [source, program] = [join(folder, 'main.go'), join(folder, 'client')];
  await Bun.write(source, GO);
  const { exitCode, stderr } = Bun.spawnSync(['go', 'build', '-o', program, source], {
    env: { PATH: Bun.env['PATH'] ?? '', HOME: folder, GOCACHE: Bun.env['GOCACHE'] ?? join(tmpdir(), 'switchboard-go') },
  });
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  return program;
}

const folder = mkdtempSync(join(tmpdir(), 'switchboard-clients-'));
const go = await compiledGo(folder);
afterAll(() => rmSync(folder, { recursive: true }));

interface Call {
  method: string;
  path: string;
  key?: string;
  body?: string;
}

/** Each client that is here: how it sends a call and prints status, type, code and whether the request id is that of the header. */
const CLIENTS: [string, string | null | undefined, (call: Required<Call>) => string[]][] = [
  ['node', Bun.which('node'), ({ method, path, key, body }) => ['-e', NODE, method, path, key, body]],
  ['python3', Bun.which('python3'), ({ method, path, key, body }) => ['-c', PYTHON, method, path, key, body]],
  ['httpx', pythonWithHttpx, ({ method, path, key, body }) => ['-c', HTTPX, method, path, key, body]],
  ['go', go, ({ method, path, key, body }) => [method, path, key, body]],
  [
    'curl',
    Bun.which('curl'),
    ({ method, path, key, body }) => [
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
  ],
];

/** What curl printed, as the programs above tell it. */
function curled(text: string): string {
  const [body = '', status, type, requestId] = text.split('\n');
  const { code, request_id } = JSON.parse(body) as { code: string; request_id: string };
  return JSON.stringify([Number(status), type, code, request_id === requestId]);
}

// Only Node is sure to be there.
describe.each(CLIENTS)('%s reads', (name, program, argumentsOf) => {
  const scene = async () => {
    const workspaceId = await seedWorkspace();
    const { secret: key } = await seedKey(workspaceId);
    const { secret: narrow } = await seedKey(workspaceId, { scopes: ['models:read'] });
    const { secret: spent } = await seedKey(workspaceId, { rateLimit: { requests: 1, window_seconds: 3600 } });
    await (await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${spent}` } })).arrayBuffer();
    return { key, narrow, spent };
  };

  test.skipIf(!program && name !== 'node')('every kind of error', async () => {
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
    const answers = await Promise.all(
      calls.map(async ([{ method, path, key: bearer = '', body = '' }]) => {
        const child = Bun.spawn(
          [program ?? name, ...argumentsOf({ method, path: `${server.url}/api/v1${path}`, key: bearer, body })],
          {
            stdout: 'pipe',
          },
        );
        const text = (await new Response(child.stdout).text()).trim();
        return name === 'curl' ? curled(text) : text;
      }),
    );
    const type = 'application/problem+json';
    expect(answers).toEqual(calls.map(([, status, code]) => JSON.stringify([status, type, code, true])));
  });
});
