import { expect, test } from 'bun:test';
import { createServer } from 'node:net';

import { engine } from '../../server/db/engine';
import { until } from '../support/process';
import { seedKey } from '../support/seed';
import { startReceiver } from '../webhooks/dispatcher/support';
import { verificationResults } from '../webhooks/verify';
import { ONE, openLoad, startFairCounter, TWO } from './delivery-load';

/** Two processes share them by chance: that one of the two has none of so many is one in 5·10^11. */
const SHARED = 40;

/** A receiver that reads a byte a second. */
async function startSlowReader() {
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const reading = setInterval(() => socket.read(1), 1000);
    socket.on('error', () => {}).on('close', () => clearInterval(reading));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return { url: `http://127.0.0.1:${address.port}`, [Symbol.dispose]: () => void server.close() };
}

test('a secret rotated through either process signs what both send, beside a receiver that reads a byte a second', async () => {
  await using load = await openLoad();
  const count = { verified: 0, refused: 0 };
  const expected = { secret: '', ended: '' };
  using receiver = startReceiver((request, body) => {
    const sent = { headers: Object.fromEntries(request.headers), body };
    const isVerified = (secret: string) => verificationResults(secret, sent).every((result) => result === 'verified');
    const isGood = isVerified(expected.secret) && !(expected.ended && isVerified(expected.ended));
    count[isGood ? 'verified' : 'refused'] += 1;
    return new Response(null, { status: 204 });
  });
  using slow = await startSlowReader();
  const [webhook] = await load.webhooks(1, receiver.url);
  if (!webhook) throw new Error('There is no webhook.');
  await load.webhooks(5, slow.url);
  await using one = await load.start(ONE);
  await using two = await load.start(TWO);
  const { secret: key } = await seedKey(load.workspaceId, {}, load.testDatabase.database);
  const rotate = async (url: string, body: object): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/webhooks/${webhook.id}/rotate-secret`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { secret: string }).secret;
  };
  const arrived = (total: number) => until(() => count.verified + count.refused >= total);

  // The receiver still knows the old one alone, then the new one alone: either verifies inside the overlap.
  expected.secret = webhook.secret;
  await load.emit(150);
  await arrived(20);
  const second = await rotate(two.url, {});
  await arrived(150);
  expected.secret = second;
  await load.emit(50);
  await arrived(200);
  // Without overlap the old one ends at once, in whichever process sends.
  const third = await rotate(one.url, { overlap_seconds: 0 });
  Object.assign(expected, { secret: third, ended: second });
  await load.emit(50);
  await arrived(250);
  expect(count).toEqual({ verified: 250, refused: 0 });
  expect([one.isRunning(), two.isRunning()]).toEqual([true, true]);
});

test.skipIf(engine === 'sqlite')(
  'a process that stands still while another takes its place loses nothing, and its late results change nothing',
  async () => {
    using receiver = startFairCounter(20);
    await using load = await openLoad();
    await load.webhooks(SHARED, receiver.url);
    await using one = await load.start(ONE);
    const [stopped] = await load.nodes();
    await using two = await load.start(TWO);
    await load.emit(1200 / SHARED);
    await until(receiver.haveBoth);
    one.kill('SIGSTOP');
    const held = `select count(*) from webhook_deliveries where state = 1 and lease_owner = '${stopped}'`;
    const leased = await load.count(held);
    await load.passMinute([String(stopped)]);
    await until(async () => (await load.states())[2] === 1200);
    expect(receiver.duplicates()).toBeLessThanOrEqual(leased);

    one.kill('SIGCONT');
    // What it had in flight ends now: it is logged, in the place of the interruption.
    const late = `select count(*) from webhook_attempts where cast(flags as text) like '%late%'`;
    await until(async () => leased === 0 || (await load.count(late)) > 0);
    await until(async () => (await load.nodes()).includes(String(stopped)));
    expect([await load.states(), receiver.received.size]).toEqual([{ 2: 1200 }, 1200]);
    expect(receiver.duplicates()).toBeLessThanOrEqual(leased);
    expect([one.isRunning(), two.isRunning()]).toEqual([true, true]);
  },
);

test.skipIf(engine === 'sqlite')(
  'two processes whose clocks are ten minutes apart lose, repeat and hasten nothing (SQLite has one that sends)',
  async () => {
    const at = new Map<string, number[]>();
    using receiver = startReceiver(({ url, headers }) => {
      const key = `${url} ${headers.get('webhook-id')}`;
      const times = at.get(key) ?? [];
      at.set(key, [...times, performance.now()]);
      return new Response(null, { status: times.length === 0 ? 500 : 204 });
    });
    await using load = await openLoad();
    await load.webhooks(SHARED, receiver.url, { retry: { delays_seconds: [1] } });
    await using ahead = await load.start(ONE, {
      BUN_OPTIONS: '--preload=./tests/faults/shifted-clock.ts',
      CLOCK_SHIFT_MS: '600000',
    });
    await using right = await load.start(TWO);
    await load.emit(2);
    await until(async () => (await load.states())[2] === 2 * SHARED);

    const gaps = [...at.values()].map(([first = 0, second = 0]) => second - first);
    expect([at.size, receiver.requests.length]).toEqual([2 * SHARED, 4 * SHARED]);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(990);
    expect(Math.max(...gaps)).toBeLessThan(20_000);
    // The test is about nothing if both have the same clock.
    const stamps = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(Math.max(...stamps) - Math.min(...stamps)).toBeGreaterThan(500);
    expect([ahead.isRunning(), right.isRunning()]).toEqual([true, true]);
  },
);
