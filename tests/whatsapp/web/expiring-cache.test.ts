import { expect, test } from 'bun:test';

import type { WASocket } from 'baileys';

import { createExpiringCache } from '../../../server/whatsapp/drivers/web/worker/expiring-cache';
import { until } from '../../support/process';
import { startSessionStage } from './session-stage';

function openCache() {
  let time = 0;
  return { cache: createExpiringCache(1000, () => time), pass: (ms: number) => void (time += ms) };
}

test('a value is kept for its time, counted from when it was last set', () => {
  const { cache, pass } = openCache();
  void cache.set('one', 1);
  pass(600);
  void cache.set('two', 2);
  expect([cache.get<number>('one'), cache.get<number>('two'), cache.get<number>('three')]).toEqual([1, 2, undefined]);
  void cache.set('one', 3);
  pass(600);
  expect([cache.get<number>('one'), cache.get<number>('two')]).toEqual([3, 2]);
  pass(400);
  expect([cache.get<number>('one'), cache.get<number>('two')]).toEqual([undefined, undefined]);
});

test('values can be deleted, one or all', () => {
  const { cache } = openCache();
  for (const key of ['one', 'two', 'three']) void cache.set(key, key);
  void cache.del('two');
  expect([cache.get<string>('one'), cache.get<string>('two')]).toEqual(['one', undefined]);
  void cache.flushAll();
  expect([cache.get<string>('one'), cache.get<string>('three')]).toEqual([undefined, undefined]);
});

test('the oldest values are forgotten when there are too many', () => {
  const { cache } = openCache();
  for (let index = 0; index < 12_000; index += 1) void cache.set(String(index), index);
  expect([cache.get<number>('1999'), cache.get<number>('2000'), cache.get<number>('11999')]).toEqual([
    undefined,
    2000,
    11_999,
  ]);
});

test('a socket has them instead of those of the library, which have timers', async () => {
  const sockets: WASocket[] = [];
  const listen = ({ socket }: { socket: WASocket }): void => void sockets.push(socket);
  await using stage = await startSessionStage({ services: { features: [{ listen }] } });
  await stage.start('wa_1');
  await until(() => sockets.length === 1);
  for (const name of ['userDevicesCache', 'placeholderResendCache'] as const)
    expect(Object.keys(sockets[0]?.[name] ?? {})).toEqual(['get', 'set', 'del', 'flushAll']);
});
