import { afterAll, expect, test } from 'bun:test';
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { scoped } from '../../server/db/scoped';
import { expireOldMedia, sweepMedia } from '../../server/whatsapp/media/retention';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { database } from '../support/app';
import { mediaScene, PNG, seedMessage, startMediaPlace } from './media-support';

const place = await startMediaPlace();
afterAll(() => place.stop());

const DAY = 86_400_000;
const TEXT = 'abcdefghij'.repeat(10);
const NEVER = new AbortController().signal;
const INERT = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" };

const inertOf = (headers: Headers) =>
  Object.fromEntries(Object.keys(INERT).map((name) => [name, headers.get(name)])) as typeof INERT;

const ofFolder = (workspaceId: string) => place.files().filter((name) => name.startsWith(workspaceId));

test('the bytes are served whole, as ranges, or as 304', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(TEXT, 'text/plain', 'a.txt');
  const whole = await scene.content(body.id);
  expect([whole.status, await whole.text(), whole.headers.get('content-length')]).toEqual([200, TEXT, '100']);
  expect([whole.headers.get('etag'), whole.headers.get('accept-ranges')]).toEqual([`"${body.sha256}"`, 'bytes']);
  expect(inertOf(whole.headers)).toEqual(INERT);
  expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="a.txt"; filename*=UTF-8''a.txt`);

  const part = await scene.content(body.id, { range: 'bytes=5-9' });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'fghij', 'bytes 5-9/100']);
  const tail = await scene.content(body.id, { range: 'bytes=-3', 'if-range': `"${body.sha256}"` });
  expect([tail.status, await tail.text()]).toEqual([206, 'hij']);
  const other = await scene.content(body.id, { range: 'bytes=-3', 'if-range': '"other"' });
  expect([other.status, await other.text()]).toEqual([200, TEXT]);
  for (const range of ['bytes=0-1,3-4', 'bytes=200-5', 'bytes=-', 'lines=0-1']) {
    const ignored = await scene.content(body.id, { range });
    expect([range, ignored.status, await ignored.text()]).toEqual([range, 200, TEXT]);
  }
  const past = await scene.content(body.id, { range: 'bytes=200-', 'if-range': '"other"' });
  expect([past.status, await past.text()]).toEqual([200, TEXT]);

  const beyond = await scene.content(body.id, { range: 'bytes=100-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */100']);
  expect(((await beyond.json()) as { code: string }).code).toBe('range_not_satisfiable');
  expect((await scene.content(body.id, { 'if-none-match': `"${body.sha256}"` })).status).toBe(304);
  const head = await scene.content(body.id, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '100', '']);
});

test('a type that a browser would execute is served as bytes', async () => {
  const scene = await mediaScene(place);
  for (const [text, type] of [
    ['<!doctype html><script>alert(1)</script>', 'text/html'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?><a/>', 'text/xml'],
    ['alert(1)', 'text/javascript'],
  ] as const) {
    const { body } = await scene.upload(text, type);
    expect(body.mime_type).toBe(type);
    for (const answer of [await scene.content(body.id), await fetch(local(body.url))]) {
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toStartWith('attachment;');
      expect(inertOf(answer.headers)).toEqual(INERT);
    }
  }
});

/** The link on the port that the server has here. */
const local = (url: string): string => url.replace(/^https?:\/\/[^/]+/, place.url);

test('a signed link needs no key, and works for an hour', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(TEXT, 'text/plain', 'Grüße & mehr 100%.txt');
  const link = local(body.url);
  const answer = await fetch(link);
  expect([answer.status, await answer.text()]).toEqual([200, TEXT]);
  expect(inertOf(answer.headers)).toEqual(INERT);
  expect(answer.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%26%20mehr%20100%25.txt",
  );
  const part = await fetch(link, { headers: { range: 'bytes=0-4' } });
  expect([part.status, await part.text()]).toEqual([206, 'abcde']);
  const head = await fetch(link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '100']);
  expect((await fetch(link, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })).status).toBe(304);
  expect((await fetch(link, { headers: { range: 'bytes=100-' } })).status).toBe(416);
  expect((await fetch(link, { method: 'POST' })).status).toBe(404);

  place.clock.ahead = 3_601_000;
  const ended = await fetch(link);
  place.clock.ahead = 0;
  expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([404, 'not_found']);
});

test('a tampered link and a link to a deleted file get the same answer', async () => {
  const scene = await mediaScene(place);
  const [one, two] = [(await scene.upload('one', 'text/plain')).body, (await scene.upload('two', 'text/plain')).body];
  const link = local(one.url);
  const wrong = [
    link.replace(one.id, two.id),
    link.replace(/expires=(\d+)/, (_, time) => `expires=${Number(time) + 1}`),
    link.replace(/expires=\d+/, 'expires=9e15'),
    link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    link.replace(/&signature=.*/, ''),
    link.replace(/\/file\b|\/document\.txt/, '/other.txt'),
    link.replace(/\?.*/, ''),
  ];
  expect(wrong.filter((url) => url === link)).toEqual([]);
  await scene.call('DELETE', `${scene.path}/${two.id}`);
  const answers = await Promise.all([...wrong, local(two.url)].map((url) => fetch(url)));
  const said = await Promise.all(
    answers.map(async (answer) => {
      const { instance: _, request_id: __, ...problem } = (await answer.json()) as Record<string, unknown>;
      return JSON.stringify([answer.status, problem]);
    }),
  );
  expect(new Set(said).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});

test('no path in a link leaves the folder', async () => {
  for (const path of ['/files/..%2f..%2fetc%2fpasswd/x', '/files/med_x/..%2f..%2fsecret.key', '/files/%00/x']) {
    expect((await fetch(`${place.url}${path}?expires=9999999999&signature=x`)).status).toBe(404);
  }
});

test('a file is deleted with its bytes, unless another file has the same', async () => {
  const scene = await mediaScene(place);
  const [one, two] = [(await scene.upload(TEXT, 'text/plain')).body, (await scene.upload(TEXT, 'text/plain')).body];
  place.clock.ahead = 2 * 3_600_000;
  expect((await scene.call('DELETE', `${scene.path}/${one.id}`)).status).toBe(204);
  expect((await scene.call('GET', `${scene.path}/${one.id}`)).status).toBe(404);
  expect((await scene.content(two.id)).status).toBe(200);
  const stale = await scene.call('DELETE', `${scene.path}/${two.id}`, undefined, { 'if-match': '"9"' });
  expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
  const { headers } = await scene.call('GET', `${scene.path}/${two.id}`);
  const tag = { 'if-match': headers.get('etag') ?? '' };
  expect((await scene.call('DELETE', `${scene.path}/${two.id}`, undefined, tag)).status).toBe(204);
  place.clock.ahead = 0;
  expect(ofFolder(scene.workspaceId)).toEqual([]);
  expect((await scene.call('DELETE', `${scene.path}/${two.id}`)).status).toBe(404);
});

test('a file of a queued message is not deleted, and does not expire', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(TEXT, 'text/plain');
  await seedMessage(scene, { mediaId: body.id, status: 'queued' });
  expect((await scene.call('DELETE', `${scene.path}/${body.id}`)).body.code).toBe('invalid_state');

  place.clock.ahead = 31 * DAY;
  await expireOldMedia(retention, NEVER);
  expect((await scene.call('GET', `${scene.path}/${body.id}`)).body.status).toBe('ready');
  await scoped(database, scene.workspaceId).update(waMessages, undefined, { status: 'sent' });
  await expireOldMedia(retention, NEVER);
  expect((await scene.call('GET', `${scene.path}/${body.id}`)).body.status).toBe('expired');
  place.clock.ahead = 0;
});

const retention = {
  config: place.services.config,
  store: database,
  now: () => new Date(Date.now() + place.clock.ahead),
};

test('a file expires after thirty days, and its bytes are deleted', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(TEXT, 'text/plain');
  place.clock.ahead = 30 * DAY - 60_000;
  await expireOldMedia(retention, NEVER);
  expect((await scene.content(body.id)).status).toBe(200);

  place.clock.ahead = 30 * DAY + 60_000;
  await expireOldMedia(retention, NEVER);
  const { body: after } = await scene.call('GET', `${scene.path}/${body.id}`);
  expect([after.status, after.url, after.sha256]).toEqual(['expired', null, body.sha256]);
  expect(ofFolder(scene.workspaceId)).toEqual([]);
  const answer = await scene.content(body.id);
  place.clock.ahead = 0;
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'invalid_state']);
});

test('the sweep deletes old files without a row, and keeps new ones and those with a row', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(TEXT, 'text/plain');
  const { mediaFolder } = place.services.config;
  const folder = join(mediaFolder, scene.workspaceId, 'ab');
  const [old, young] = [`ab${'0'.repeat(62)}`, `ab${'1'.repeat(62)}`];
  for (const name of [old, young]) await Bun.write(join(folder, name), 'lost');
  await Bun.write(join(mediaFolder, '.part', 'broken'), 'cut');
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const path of [
    join(folder, old),
    join(mediaFolder, '.part', 'broken'),
    pathOf(scene.workspaceId, body.sha256),
  ]) {
    utimesSync(path, long, long);
  }
  await sweepMedia({ ...retention, now: () => new Date() }, NEVER);
  const left = place.files().filter((name) => name.startsWith(scene.workspaceId) || name.startsWith('.part'));
  expect(left).toHaveLength(2);
  expect(left.map((name) => name.split('/').at(-1))).toEqual(expect.arrayContaining([body.sha256, young]));
});

const pathOf = (workspaceId: string, hash: string) =>
  join(place.services.config.mediaFolder, workspaceId, hash.slice(0, 2), hash);

test('a file whose bytes are missing on disk is not found', async () => {
  const scene = await mediaScene(place);
  const { body } = await scene.upload(PNG, 'image/png');
  rmSync(pathOf(scene.workspaceId, body.sha256));
  expect((await scene.content(body.id)).status).toBe(404);
  expect((await fetch(local(body.url))).status).toBe(404);
  const row = await scoped(database, scene.workspaceId).require(waMedia, body.id);
  expect(await place.media.local(row)).toBeUndefined();
});
