import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { RateLimit } from '../../shared/access/keys';
import { freshDatabase } from '../support/app';
import { freshAddress, startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { parseList } from '../support/structured';

/** Nothing comes back of it while a test runs. */
const QUOTA: RateLimit = { requests: 20, window_seconds: 3600 };

/** Processes on one database, and keys of one workspace. */
async function cluster() {
  const fresh = await freshDatabase();
  const workspaceId = await seedWorkspace('Nodes', fresh.database);
  const key = async (rateLimit: RateLimit = QUOTA) =>
    (await seedKey(workspaceId, { rateLimit }, fresh.database)).secret;
  const running: ServerProcess[] = [];
  return {
    key,
    admin: async () => (await seedKey(workspaceId, { fullAccess: true }, fresh.database)).secret,
    async start() {
      const server = await startProcess(fresh.url);
      running.push(server);
      return server;
    },
    /** What each grants of a quota by itself: a new key's first answer says how much it has left. */
    async grants(requests: number, ...servers: ServerProcess[]) {
      await until(
        async () => {
          const left = await Promise.all(servers.map(async (server) => remaining(await call(server, await key()))));
          return left.every((count) => count === requests - 1);
        },
        { everyMs: 50 },
      );
    },
    async [Symbol.asyncDispose]() {
      for (const server of running) await server[Symbol.asyncDispose]();
      await fresh.close();
    },
  };
}

const call = (server: ServerProcess, secret: string, headers: Record<string, string> = freshAddress()) =>
  fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${secret}`, ...headers } });

const remaining = ({ headers }: Response) =>
  parseList(headers.get('ratelimit')).find(({ value }) => value === 'key')?.parameters['r'];

/** How many of 40 calls, one after the other, the process accepts. */
async function accepted(server: ServerProcess, secret: string): Promise<number> {
  let count = 0;
  for (let calls = 0; calls < 40; calls += 1) if ((await call(server, secret)).status === 200) count += 1;
  return count;
}

const acceptedBy = (servers: ServerProcess[], secret: string) =>
  Promise.all(servers.map((server) => accepted(server, secret)));

/** Two processes for tests that stop none; each has keys or an address of its own. */
let shared: Awaited<ReturnType<typeof cluster>>;
let both: ServerProcess[];
beforeAll(async () => {
  shared = await cluster();
  both = [await shared.start(), await shared.start()];
  await shared.grants(10, ...both);
});
afterAll(() => shared[Symbol.asyncDispose]());

test('two processes accept as much of a quota together as one does, and each says the same quota', async () => {
  expect(await acceptedBy(both, await shared.key())).toEqual([10, 10]);

  const answers = await Promise.all(both.map(async (server) => call(server, await shared.key())));
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-policy')).toStartWith('"key";q=20;w=3600');
    expect(headers.get('x-ratelimit-limit')).toBe('20');
  }
  // A quota that cannot be divided is one request of each.
  expect(await acceptedBy(both, await shared.key({ requests: 1, window_seconds: 3600 }))).toEqual([1, 1]);
});

test('a process that joins while a quota is used up adds its own share and no more', async () => {
  await using nodes = await cluster();
  const first = await nodes.start();
  const secret = await nodes.key();
  expect(await accepted(first, secret)).toBe(20);
  const second = await nodes.start();
  await nodes.grants(10, first, second);
  expect(await acceptedBy([first, second], secret)).toEqual([0, 10]);
});

test('the process that is left after a kill soon grants quotas in full', async () => {
  await using nodes = await cluster();
  const [first, second] = [await nodes.start(), await nodes.start()];
  await nodes.grants(10, first, second);
  await second.crash();
  await nodes.grants(20, first);
  expect(await accepted(first, await nodes.key())).toBe(20);
});

test('tries of a link’s password are counted over two processes', async () => {
  const made = await fetch(`${both[0]?.url}/api/v1/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await shared.admin()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', password: 'plum rocket wears socks' }),
  });
  const { slug } = (await made.json()) as { slug: string };
  const address = freshAddress();
  const began = performance.now();
  const counts = await Promise.all(
    both.map(async ({ url }) => {
      let count = 0;
      for (let tries = 0; tries < 8; tries += 1) {
        const body = new URLSearchParams({ password: 'not this one' });
        const { status } = await fetch(`${url}/${slug}`, {
          method: 'POST',
          body,
          headers: address,
          redirect: 'manual',
        });
        if (status !== 429) count += 1;
      }
      return count;
    }),
  );
  const comeBack = Math.ceil((performance.now() - began) / 30_000) - 1;
  // Five a minute, of which each process counts two.
  expect(counts.map((count) => count >= 2 && count <= 2 + comeBack)).toEqual([true, true]);
});

test('failures of one address are counted over two processes', async () => {
  const address = freshAddress();
  const began = performance.now();
  const statuses = await Promise.all(
    both.map(async (server) => {
      const found: number[] = [];
      for (let calls = 0; calls < 100; calls += 1) found.push((await call(server, 'sb_ak_nonsense', address)).status);
      return found;
    }),
  );
  const comeBack = Math.ceil((performance.now() - began) / 1000);
  const failed = statuses.flat().filter((status) => status === 401).length;
  expect(failed).toBeGreaterThanOrEqual(60);
  expect(failed).toBeLessThanOrEqual(60 + comeBack);
});
