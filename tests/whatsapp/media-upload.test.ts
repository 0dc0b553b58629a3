import { afterAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';

import { restClient } from '../support/client';
import { memberOf } from '../support/people';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { FORM, formOf, seedInstance } from './media-fixtures';
import { mediaScene, MIB, PNG, startMediaPlace } from './media-support';

const place = await startMediaPlace();
afterAll(() => place.stop());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const reasonOf = (body: { errors: { pointer: string; code: string }[] }) => body.errors.map(({ code }) => code);

test('an uploaded file is stored, and its detected type is returned', async () => {
  const scene = await mediaScene(place);
  const { status, body, headers } = await scene.upload(PNG, 'image/png', 'Grüße.png');
  expect([status, headers.get('location')]).toEqual([201, `/api/v1${scene.path}/${body.id}`]);
  expect(body).toMatchObject({
    object: 'whatsapp.media',
    mime_type: 'image/png',
    size: PNG.length,
    sha256: sha256(PNG),
    filename: 'Grüße.png',
    width: 3,
    height: 2,
    status: 'ready',
    error: null,
  });
  expect(await scene.call('GET', `${scene.path}/${body.id}`)).toMatchObject({ status: 200, body: { id: body.id } });
  expect(place.files()).toContain(`${scene.workspaceId}/${sha256(PNG).slice(0, 2)}/${sha256(PNG)}`);
});

test('the same bytes are stored once for a workspace, and separately for another', async () => {
  const [one, two] = [await mediaScene(place), await mediaScene(place)];
  const bytes = Buffer.from('shared bytes');
  for (const scene of [one, one, two]) expect((await scene.upload(bytes, 'text/plain')).status).toBe(201);
  expect(place.files().filter((name) => name.endsWith(sha256(bytes)))).toHaveLength(2);
});

test('a file whose bytes are not its declared type is refused, and nothing is left of it', async () => {
  const scene = await mediaScene(place);
  const before = place.files().length;
  const html = '<!doctype html><script>alert(document.domain)</script>';
  for (const [bytes, type] of [
    [html, 'image/png'],
    [PNG, 'video/mp4'],
    [PNG, 'application/pdf'],
    ['MZ\u0000\u0003', 'audio/mpeg'],
    ['', 'text/plain'],
  ] as const) {
    const { status, body } = await scene.upload(bytes, type);
    expect([type, status, body.code, reasonOf(body)]).toEqual([type, 422, 'unprocessable', ['media_type_not_allowed']]);
  }
  expect(place.files()).toHaveLength(before);
});

test('a polyglot counts as the type that it begins with', async () => {
  const scene = await mediaScene(place);
  const polyglot = Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
  const { body } = await scene.upload(polyglot, 'image/jpeg', 'a.html');
  expect([body.mime_type, body.filename]).toEqual(['image/png', 'a.html']);
  const answer = await scene.content(body.id);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toStartWith('attachment;');
});

test('a path in a file name is ignored', async () => {
  const scene = await mediaScene(place);
  for (const [name, kept] of [
    ['../../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini'],
    ['..', null],
    ['a%22b.txt', 'a"b.txt'],
  ] as const) {
    const { body } = await scene.upload('text', 'text/plain', name);
    expect([name, body.filename]).toEqual([name, kept]);
  }
  expect(place.files().every((name) => /^ws_\w+\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name))).toBe(true);
});

test('a file above the limit of its class is refused before the rest of it is read', async () => {
  const scene = await mediaScene(place);
  const picture = Buffer.concat([PNG, Buffer.alloc(5 * MIB)]);
  expect((await scene.upload(picture, 'image/png')).status).toBe(413);
  // The same as a document is none of that class.
  expect((await scene.upload(picture, null)).status).toBe(201);

  const { status } = await drip(scene, Buffer.concat([PNG, Buffer.alloc(6 * MIB)]), 90 * MIB);
  expect(status).toBe(413);
  expect(place.files().filter((name) => name.startsWith('.part'))).toEqual([]);
});

test('a Content-Length above every limit is refused without reading', async () => {
  const scene = await mediaScene(place);
  const { status } = await drip(scene, Buffer.alloc(0), 101 * MIB);
  expect(status).toBe(413);
});

test('an upload that breaks off leaves no file', async () => {
  const scene = await mediaScene(place);
  const before = place.files().length;
  const { socket } = await drip(scene, Buffer.concat([PNG, Buffer.alloc(MIB)]), 4 * MIB, false);
  // Its part is there while it comes.
  await until(() => place.files().length > before);
  socket.destroy();
  await until(() => place.files().length === before);
});

test('a form that ends before its file does, or has none, is refused', async () => {
  const scene = await mediaScene(place);
  const send = (body: BodyInit, type = FORM) =>
    fetch(`${place.url}/api/v1${scene.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.secret}`, 'content-type': type },
      body,
    }).then(async (answer) => [answer.status, ((await answer.json()) as { code: string }).code]);

  const form = formOf(PNG, 'image/png', 'a.png');
  expect(await send(form.subarray(0, -30))).toEqual([400, 'malformed_json']);
  expect(await send(Buffer.from(form.toString('latin1').replace('name="file"', 'name="other"'), 'latin1'))).toEqual([
    400,
    'malformed_json',
  ]);
  expect(await send(form, 'multipart/form-data')).toEqual([400, 'malformed_json']);
  expect(await send(PNG, 'image/png')).toEqual([415, 'unsupported_media_type']);
  expect((await send(form))[0]).toBe(201);
  expect(place.files().filter((name) => name.startsWith('.part'))).toEqual([]);
});

test('one Idempotency-Key stores one file; other bytes with it are refused', async () => {
  const scene = await mediaScene(place);
  const once = { 'idempotency-key': 'one' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => scene.upload(PNG, 'image/png', 'a', once)));
  const made = answers.filter(({ status }) => status === 201);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);

  const again = await scene.upload(PNG, 'image/png', 'a', once);
  expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([made[0]?.body.id, 'true']);
  expect((await scene.upload('other', 'text/plain', 'a', once)).body.code).toBe('idempotency_key_reused');
});

test('an error names the field', async () => {
  const { call, path } = await mediaScene(place);
  for (const [body, pointer] of [
    [{}, '/url'],
    [{ url: 'ftp://a.example/x' }, '/url'],
    [{ url: 'https://a.example/x', other: 1 }, '/other'],
    [{ url: 'https://a.example/x', filename: 'a/b' }, '/filename'],
    [{ url: `https://a.example/${'x'.repeat(2048)}` }, '/url'],
  ] as const) {
    const answer = await call('POST', path, body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
  }
});

test('a key needs the scope, and sees only its own instances and workspace', async () => {
  const scene = await mediaScene(place);
  const other = await mediaScene(place);
  const { body } = await scene.upload(PNG, 'image/png');
  const reader = restClient(
    place.url,
    (await seedKey(scene.workspaceId, { scopes: ['whatsapp.messages:read'] })).secret,
  );
  const sender = restClient(
    place.url,
    (await seedKey(scene.workspaceId, { scopes: ['whatsapp.messages:send'] })).secret,
  );
  const file = `${scene.path}/${body.id}`;
  expect((await reader('POST', scene.path, { url: 'https://a.example/x' })).body.code).toBe('insufficient_scope');
  expect((await reader('DELETE', file)).body.code).toBe('insufficient_scope');
  expect((await sender('GET', file)).body.code).toBe('insufficient_scope');
  expect((await sender('GET', `${file}/content`)).body.code).toBe('insufficient_scope');

  const elsewhere = await seedInstance(scene.workspaceId);
  const narrowed = await seedKey(scene.workspaceId, { resources: { whatsapp_instances: [elsewhere] } });
  const unseen = restClient(place.url, narrowed.secret);
  for (const call of [unseen, other.call]) {
    for (const suffix of ['', '/content']) expect((await call('GET', file + suffix)).status).toBe(404);
    expect((await call('POST', `${file}/retry`)).status).toBe(404);
    expect((await call('DELETE', file)).status).toBe(404);
    expect((await call('POST', scene.path, { url: 'https://a.example/x' })).status).toBe(404);
  }
  // Nor by way of an instance that it does see.
  expect((await unseen('GET', `/whatsapp/instances/${elsewhere}/media/${body.id}`)).status).toBe(404);
  expect((await other.call('GET', `${other.path}/${body.id}`)).status).toBe(404);
  expect((await scene.call('GET', file)).status).toBe(200);
});

test('the console uploads and reads files with its session', async () => {
  const scene = await mediaScene(place);
  const { cookie } = await memberOf(place, scene.workspaceId, 'developer');
  const own = { cookie, origin: place.url, 'sec-fetch-site': 'same-origin', 'x-workspace-id': scene.workspaceId };
  const send = (instance: string) =>
    fetch(`${place.url}/trpc/whatsapp.media.upload?instance_id=${instance}`, {
      method: 'POST',
      headers: { ...own, 'content-type': FORM },
      body: formOf(PNG, 'image/png', 'a.png'),
    });
  const sent = await send(scene.id);
  const { id } = (await sent.json()) as { id: string };
  expect(sent.status).toBe(201);
  const query = `instance_id=${scene.id}&media_id=${id}`;
  const read = await fetch(`${place.url}/trpc/whatsapp.media.get_content?${query}`, { headers: own });
  expect([read.status, sha256(await read.bytes())]).toEqual([200, sha256(PNG)]);
  expect((await fetch(`${place.url}/trpc/whatsapp.media.get_content?${query}&x=1`, { headers: own })).status).toBe(400);
  expect((await send((await mediaScene(place)).id)).status).toBe(404);
  expect((await send('')).status).toBe(404);
});

/** Begins a form of `length` bytes on a socket of its own, and sends of it only `bytes`. */
async function drip(scene: { path: string; secret: string }, bytes: Uint8Array, length: number, isAnswered = true) {
  const form = formOf(bytes, 'image/png', 'a.png');
  const head = [
    `POST /api/v1${scene.path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${scene.secret}`,
    `content-type: ${FORM}`,
    `content-length: ${length}`,
  ];
  const socket = connect(Number(new URL(place.url).port), '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes('\r\n\r\n')) resolve();
    });
    socket.on('close', () => resolve());
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(form.subarray(0, form.length - 30));
  if (isAnswered) {
    await answered;
    socket.destroy();
  }
  return { socket, status: Number(received.split(' ')[1]) };
}
