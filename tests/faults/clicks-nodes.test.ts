import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { openTables } from '../links/clicks/support';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { freshAddress, type ServerProcess, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { runStatements } from '../support/statements';
import { countClicks, countEvents } from './clicks-count';

/** `KILLS=20` for a drill. */
const KILLS = Number(Bun.env['KILLS'] ?? 2);
const CONNECTIONS = 16;
/** Visits of a round, with the wait for the lease of the dead, in which they would come by the thousand. */
const MAX_VISITS = 1_000;
const LIMIT_MS = 120_000;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const SLUGS = ['one', 'two', 'three', 'four', 'five'];

const fresh = await freshDatabase();
const tables = openTables(fresh.database);
afterAll(async () => {
  await tables.close();
  await fresh.close();
});

test.skipIf(engine !== 'postgres')(
  'of two nodes the one that drains is killed for good: the other counts every click once',
  async () => {
    const workspaceId = await seedWorkspace('Nodes', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const answered = new Set<string>();
    let asked = 0;

    /** Visitors of a node until it is gone, or nobody wants more. */
    const crowd = (server: ServerProcess, goesOn: () => boolean) =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, index) => {
          for (let turn = index; server.isRunning() && goesOn(); turn += 1) {
            asked += 1;
            const answer = await fetch(`${server.url}/${SLUGS[turn % SLUGS.length]}`, {
              redirect: 'manual',
              headers: { 'user-agent': AGENT, ...freshAddress() },
            }).catch(() => undefined);
            await answer?.arrayBuffer().catch(() => undefined);
            const id = answer?.headers.get('x-request-id')?.replace('req_', 'clk_');
            if (answer?.status === 302 && id !== undefined) answered.add(id);
          }
        }),
      );
    const owner = async () => (await tables.sql.run('select owner from click_drain'))[0]?.[0];

    await using nodes = new AsyncDisposableStack();
    const start = async () => nodes.use(await startProcess(fresh.url));
    let draining = await start();
    const call = restClient(draining.url, secret);
    const made = [
      await call('POST', '/webhooks', { url: 'switchboard://inbox', events: ['link.clicked'] }),
      ...(await Promise.all(SLUGS.map((slug) => call('POST', '/links', { url: 'https://example.com/', slug })))),
    ];
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));

    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(async () => typeof (await owner()) === 'string', { timeoutMs: LIMIT_MS });
      const before = { asked, owner: await owner() };
      const other = await start();
      const isWanted = () => asked - before.asked < MAX_VISITS;
      const visitors = [crowd(draining, isWanted), crowd(other, isWanted)];
      // At another moment each time, in the middle of batches.
      await until(() => asked - before.asked > 400 + kill * 137, { timeoutMs: LIMIT_MS });
      expect(await owner()).toBe(before.owner);
      draining.kill('SIGKILL');
      // The first lease ends by itself; the others are not waited for.
      if (kill > 0) await runStatements(fresh.url, 'update click_drain set lease_until = now()');
      await until(async () => (await owner()) !== before.owner, { timeoutMs: LIMIT_MS });
      await Promise.all(visitors);
      draining = other;
    }

    const survivor = restClient(draining.url, secret);
    const waiting = async () =>
      (await tables.sql.run('select 1 from click_journal union all select 1 from click_handoff limit 1')).length > 0;
    await until(async () => !(await waiting()), { timeoutMs: LIMIT_MS });
    const listed = await countClicks(draining.url, secret);

    expect(answered.size).toBeGreaterThan(KILLS * 200);
    expect([...answered].filter((id) => !listed.has(id))).toEqual([]);
    expect([...listed.values()].filter((times) => times > 1)).toEqual([]);
    for (const [table, { clicks, bots }] of Object.entries(await tables.everywhere(workspaceId))) {
      expect({ table, counted: clicks + bots }).toEqual({ table, counted: listed.size });
    }
    const events = await countEvents(survivor);
    expect([events.ids.size, events.gaps]).toEqual([events.clicked, 0]);
  },
  (KILLS + 1) * LIMIT_MS,
);
