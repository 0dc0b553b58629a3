import { afterAll, expect, test } from 'bun:test';

import { MAX_RECORDINGS } from '../../server/ai/gateway/routes/transcriptions';
import { readBody } from '../../server/http/rest/body';
import { chunksOf } from '../../server/uploads/receive';
import { LIMITS } from '../../shared/limits';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { openSocket } from '../support/raw';
import { seedKey, seedWorkspace } from '../support/seed';

/** Longer than a connection may be idle, which for the runtime is one with less than 16 KB a second. */
const BODY_MS = 25_000;
const SLOW_MS = 16_000;

const server = await startServer({ bodyTimeoutMs: BODY_MS });
afterAll(() => server.stop());
const port = Number(new URL(server.url).port);
const { secret } = await seedKey(await seedWorkspace('Slow'), { fullAccess: true });

const json = 'Content-Type: application/json';
const head = (line: string, ...fields: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${secret}`, ...fields, '', ''].join('\r\n');

/** All are begun at once, so that they are waited for together. */
async function begin(first: string, rest = '') {
  const socket = await openSocket(port);
  const began = performance.now();
  socket.send(first);
  let sent = 0;
  const letters = setInterval(
    () => {
      socket.send(rest.charAt(sent));
      sent += 1;
      if (sent >= rest.length) clearInterval(letters);
    },
    SLOW_MS / Math.max(1, rest.length),
  );
  return { ...socket, began };
}

const NEW_KEY = JSON.stringify({ kind: 'ak', name: 'Slow', scopes: ['models:read'] });
const FORM = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nurl\nhttps://example.com/slow\r\n--b--\r\n`;
const CALL = { model: 'switchboard/echo', messages: [{ role: 'user', content: 'Hello' }] };
const post = (path: string, body: string): string =>
  head(`POST ${path}`, json, `Content-Length: ${Buffer.byteLength(body)}`) + body;

const dripping = await begin(head('POST /api/v1/keys', json, `Content-Length: ${NEW_KEY.length}`), NEW_KEY);
const typed = await begin(head('POST /trpc/keys.create', json, `Content-Length: ${NEW_KEY.length}`), NEW_KEY);
const upload = await begin(
  head('POST /api/v1/link-imports', 'Content-Type: multipart/form-data; boundary=b', `Content-Length: ${FORM.length}`),
  FORM,
);
const silent = await Promise.all(
  ['Content-Length: 100', 'Transfer-Encoding: chunked'].map((size) =>
    begin(head('POST /api/v1/keys', json, size) + '1\r\n{\r\n'),
  ),
);
const drippingAnswer = dripping.answer();
/** Answers when the call that comes a letter at a time has been answered. */
const late = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: LIMITS.idleSeconds,
  fetch: async (request) => {
    await readBody(request, {
      config: { bodyTimeoutMs: BODY_MS },
      holdOpen: (seconds) => late.timeout(request, seconds),
    });
    await drippingAnswer;
    return new Response('late');
  },
});
afterAll(() => late.stop(true));
const waiting = fetch(late.url, { method: 'POST', body: '{}' }).then((answer) => answer.text());
const spent = await Promise.all(
  [
    head('GET /api/v1/me'),
    post('/api/v1/chat/completions', JSON.stringify(CALL)),
    post('/api/v1/chat/completions', JSON.stringify({ ...CALL, stream: true })),
  ].map((request) => begin(request)),
);

test('a body or a file that comes a letter at a time is taken', async () => {
  expect((await drippingAnswer)?.status).toBe(201);
  expect((await typed.answer())?.status).toBe(200);
  expect((await upload.answer())?.status).toBe(202);
  expect(performance.now() - dripping.began).toBeGreaterThan(SLOW_MS - 1000);
});

test('a call whose body has come may wait for its answer for longer than a connection may be idle', async () => {
  expect(await waiting).toBe('late');
});

test('a body that never ends is answered, and its connection closed', async () => {
  for (const socket of silent) {
    const answer = await socket.answer();
    expect([answer?.status, answer?.code]).toEqual([400, 'malformed_json']);
    expect(answer?.text).toContain('The body was not complete after 25 seconds.');
    expect((await socket.closed) - socket.began).toBeGreaterThan(BODY_MS - 1000);
  }
});

test('a connection that is held open for a call is closed after it, when nothing more comes', async () => {
  for (const socket of spent) expect((await socket.closed) - socket.began).toBeGreaterThan(7000);
});

test('a file that pauses for too long is refused', async () => {
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(3)) });
  const chunks = chunksOf(stream, 50);
  expect((await chunks.next()).value).toHaveLength(3);
  expect(await chunks.next().catch((error: unknown) => error)).toMatchObject({
    code: 'malformed_json',
    message: 'No byte of the file arrived for 0.05 seconds.',
  });
});

test('recordings of one workspace that do not end leave room for others', async () => {
  const { recordings } = server.services.gateway;
  const fields = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000'];
  const sockets = await Promise.all(Array.from({ length: MAX_RECORDINGS }, () => openSocket(port)));
  for (const socket of sockets) socket.send(head('POST /api/v1/audio/transcriptions', ...fields));
  await until(() => recordings.inUse('') >= MAX_RECORDINGS * 0.75);

  const other = await seedKey(await seedWorkspace('Other'), { fullAccess: true });
  const body = new FormData();
  body.set('model', 'switchboard/echo');
  body.set('file', new File(['recording'], 'note.ogg'));
  const headers = { authorization: `Bearer ${other.secret}` };
  const answer = await fetch(`${server.url}/api/v1/audio/transcriptions`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  for (const socket of sockets) socket[Symbol.dispose]();
  await until(() => recordings.inUse('') === 0);
});
