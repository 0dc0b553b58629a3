import { afterAll, expect, test } from 'bun:test';

import { readConfig } from '../../server/config/config';
import { createEgress } from '../../server/egress/egress';
import type { WireRequest } from '../../server/egress/types';
import { reply, SMALL_LIMITS, startReceiver } from '../support/receiver';

const strict = createEgress({ ...readConfig({}), port: 1 });
const open = createEgress({ ...readConfig({ WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: '1' }), port: 1 });
afterAll(() => {
  strict.close();
  open.close();
});

const REQUEST: WireRequest = { method: 'GET', headers: [], limits: SMALL_LIMITS };
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const body = new TextEncoder().encode('{"n":1}');

test('a provider on this machine is only for operators who allow it, outside production', async () => {
  const receiver = await startReceiver((socket) => socket.write(reply('ok')));
  const { url } = receiver;
  const production = createEgress({
    ...readConfig({ WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: '1', NODE_ENV: 'production' }),
    port: 1,
  });
  for (const egress of [strict, production]) {
    expect(await failure(egress.call(url, REQUEST))).toMatchObject({ code: 'ssrf_blocked', phase: 'guard' });
  }
  expect((await open.call(url, REQUEST)).status).toBe(200);
  expect((await open.call(url.replace('127.0.0.1', 'localhost'), REQUEST)).status).toBe(200);
  expect(receiver.seen.requests).toHaveLength(2);
  receiver.stop();
  production.close();
});

test('that allows this machine to providers alone, and no other private address', () => {
  for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::]', '192.168.1.1', 'graph.internal']) {
    expect([host, open.check(`https://${host}/`, 'provider').ok]).toEqual([host, false]);
  }
  expect(open.check('http://127.0.0.1:8080/', 'provider').ok).toBe(true);
  for (const purpose of ['webhook', 'download'] as const) {
    expect(open.check('https://127.0.0.1:8080/', purpose).ok).toBe(false);
  }
  expect(open.check('http://graph.facebook.com/', 'provider')).toMatchObject({ ok: false, code: 'invalid_url' });
  expect(strict.check('https://graph.facebook.com/', 'provider').ok).toBe(true);
});

test('a single request is not sent again over a connection that was closed', async () => {
  const receiver = await startReceiver((socket, _, count) =>
    count % 2 === 1 ? socket.write(reply('ok')) : socket.destroy(),
  );
  const post = (single: boolean) => open.call(receiver.url, { ...REQUEST, method: 'POST', body, single });
  expect((await post(true)).status).toBe(200);
  expect(await failure(post(true))).toMatchObject({ code: 'connection_reset', phase: 'head' });
  expect(await post(true)).toMatchObject({ status: 200, reused: false });
  receiver.stop();
});

test('a body is read while it is sent, and taken while it comes', async () => {
  const receiver = await startReceiver((socket) => socket.write(reply('x'.repeat(50_000))));
  const parts = ['one ', 'two ', 'three'];
  const content = {
    length: parts.join('').length,
    async *chunks() {
      for (const part of parts) yield await Promise.resolve(new TextEncoder().encode(part));
    },
  };
  const taken: string[] = [];
  const onBody = async (chunk: Uint8Array): Promise<void> => {
    await Promise.resolve();
    taken.push(new TextDecoder().decode(chunk));
  };
  const answer = await open.call(receiver.url, { ...REQUEST, method: 'POST', body: content, onBody });
  expect(receiver.seen.requests[0]).toEndWith('\r\n\r\none two three');
  expect(answer).toMatchObject({ status: 200, incomplete: false, bodyBytes: 50_000 });
  expect([answer.body.byteLength, taken.join('').length]).toEqual([0, 50_000]);

  const failing = () => Promise.reject(new Error('no space left'));
  expect(await open.call(receiver.url, { ...REQUEST, onBody: failing })).toMatchObject({
    status: 200,
    incomplete: true,
  });
  const broken = {
    length: 9,
    // oxlint-disable-next-line require-yield
    async *chunks(): AsyncGenerator<Uint8Array> {
      await Promise.reject(new Error('no such file'));
    },
  };
  const cut = open.call(receiver.url, { ...REQUEST, method: 'POST', body: broken });
  expect(await failure(cut)).toMatchObject({ code: 'interrupted' });
  receiver.stop();
});
