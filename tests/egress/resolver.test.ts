import { afterAll, expect, test } from 'bun:test';

import { createResolver } from '../../server/egress/resolver';
import { startNameServer } from '../support/name-server';
import { HANGING_MS } from '../support/until';

const server = await startNameServer({
  'a.example': { addresses: ['192.0.2.1', '2001:db8::1', '192.0.2.2'] },
  'four.example': { addresses: ['192.0.2.4'] },
  'six.example': { addresses: ['2001:db8::6'] },
  'empty.example': { addresses: [] },
  'broken.example': { addresses: [], broken: true },
  'fleeting.example': { addresses: ['192.0.2.9'], ttl: 0 },
});
const times = { tryMs: HANGING_MS, tries: 2, minTtlMs: 5000, failureMs: 5000 };
const hasty = { ...times, tryMs: 150 };
afterAll(() => server.stop());

const questions = (name: string) => server.asked.filter((line) => line.startsWith(`${name} `)).length;

test('both families are asked, and IPv4 comes first', async () => {
  const resolver = createResolver([server.address], times);
  expect(await resolver.resolve('a.example')).toEqual({
    ok: true,
    addresses: ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  });
  expect(await resolver.resolve('four.example')).toEqual({ ok: true, addresses: ['192.0.2.4'] });
  expect(await resolver.resolve('six.example')).toEqual({ ok: true, addresses: ['2001:db8::6'] });
});

test('a hundred questions at once are one, and later ones are answered from memory without a promise', async () => {
  const resolver = createResolver([server.address], times);
  const before = questions('four.example');
  const answers = await Promise.all(Array.from({ length: 100 }, async () => resolver.resolve('four.example')));
  expect(new Set(answers).size).toBe(1);
  expect(questions('four.example') - before).toBe(2);
  expect(resolver.resolve('four.example')).toEqual({ ok: true, addresses: ['192.0.2.4'] });
  expect(questions('four.example') - before).toBe(2);
});

test('a time to live of 0 is cached for the minimum time, then resolved again', async () => {
  const kept = createResolver([server.address], times);
  await kept.resolve('fleeting.example');
  expect(kept.resolve('fleeting.example')).not.toBeInstanceOf(Promise);

  const anew = createResolver([server.address], { ...times, minTtlMs: 0 });
  await anew.resolve('fleeting.example');
  server.zones['fleeting.example'] = { addresses: ['192.0.2.10'], ttl: 0 };
  expect(await anew.resolve('fleeting.example')).toEqual({ ok: true, addresses: ['192.0.2.10'] });
});

test('a name without address, an unknown name and a broken zone are dns_error, remembered too', async () => {
  const resolver = createResolver([server.address], times);
  for (const name of ['empty.example', 'unknown.example', 'broken.example']) {
    expect(await resolver.resolve(name)).toMatchObject({ ok: false, code: 'dns_error' });
    expect(resolver.resolve(name)).not.toBeInstanceOf(Promise);
  }
});

test('a silent name server is dns_timeout at its limit, and two hundred such names hold up no other', async () => {
  const silent = Array.from({ length: 200 }, (_, index) => `silent${index}.example`);
  for (const name of silent) server.zones[name] = { addresses: [], silent: true };
  // Time enough for the other, however slow the machine.
  const resolver = createResolver([server.address], { ...times, tryMs: 1000 });
  const all = Promise.all(silent.map(async (name) => resolver.resolve(name)));
  const other = Promise.resolve(resolver.resolve('four.example'));
  expect(await Promise.race([other, all])).toMatchObject({ ok: true });

  const codes = new Set((await all).map((resolution) => (resolution.ok ? 'ok' : resolution.code)));
  expect([...codes]).toEqual(['dns_timeout']);
});

test('one family that stays silent does not keep the other from use', async () => {
  server.zones['half.example'] = { addresses: ['192.0.2.7'], silentFor: 28 };
  const resolver = createResolver([server.address], times);
  expect(await resolver.resolve('half.example')).toEqual({ ok: true, addresses: ['192.0.2.7'] });
  resolver.close();
});

test('closing interrupts pending lookups', async () => {
  server.zones['silent.example'] = { addresses: [], silent: true };
  const resolver = createResolver([server.address], times);
  const asked = resolver.resolve('silent.example');
  resolver.close();
  expect(await asked).toMatchObject({ ok: false, code: 'interrupted' });
});

test('no name server at the address ends like a silent one', async () => {
  const resolver = createResolver(['127.0.0.1:1'], hasty);
  expect(await resolver.resolve('a.example')).toMatchObject({ ok: false, code: 'dns_timeout' });
});
