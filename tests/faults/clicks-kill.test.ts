import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { freshAddress, type ServerProcess, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { countClicks, countEvents } from './clicks-count';

/** `KILLS=50` for a drill. */
const KILLS = Number(Bun.env['KILLS'] ?? (engine === 'sqlite' ? 6 : 3));
const CONNECTIONS = 32;
const LINKS = 20;
const MAX_USES = 150;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

const fresh = await freshDatabase();
afterAll(() => fresh.close());

test(
  `over ${KILLS} kills every redirect that was answered is one click, with one event`,
  async () => {
    const workspaceId = await seedWorkspace('Kill', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const slugs = Array.from({ length: LINKS }, (_, index) => `kill-${index}`);
    /** Click ids of answers that led on, by whether the link is limited. */
    const answered = { free: new Set<string>(), limited: new Set<string>() };
    let asked = 0;

    const visit = async (server: ServerProcess, slug: string): Promise<number> => {
      asked += 1;
      const answer = await fetch(`${server.url}/${slug}`, {
        redirect: 'manual',
        headers: { 'user-agent': AGENT, ...freshAddress() },
      });
      await answer.arrayBuffer();
      const id = (answer.headers.get('x-request-id') ?? '').replace('req_', 'clk_');
      if (answer.status === 302) answered[slug === 'limited' ? 'limited' : 'free'].add(id);
      return answer.status;
    };
    /** Visitors until the server is gone. */
    const crowd = (server: ServerProcess) =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, index) => {
          for (let turn = 0; server.isRunning(); turn += 1) {
            const slug = turn % 10 === 9 ? 'limited' : (slugs[(index + turn) % LINKS] ?? '');
            // The connection breaks with the server.
            if ((await visit(server, slug).catch(() => undefined)) === undefined) return;
          }
        }),
      );

    for (let kill = 0; kill < KILLS; kill += 1) {
      await using server = await startProcess(fresh.url);
      if (kill === 0) {
        const call = restClient(server.url, secret);
        const made = [
          await call('POST', '/webhooks', {
            url: 'switchboard://inbox',
            events: ['link.clicked', 'link.limit_reached'],
          }),
          ...(await Promise.all(slugs.map((slug) => call('POST', '/links', { url: 'https://example.com/', slug })))),
          await call('POST', '/links', { url: 'https://example.com/', slug: 'limited', max_clicks: MAX_USES }),
        ];
        expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
      }
      const before = asked;
      const visitors = crowd(server);
      // At another moment each time: within drain, settle and what they wait for.
      await until(() => asked - before > 150 + kill * 37);
      await server.crash();
      await visitors;
    }

    await using server = await startProcess(fresh.url);
    const call = restClient(server.url, secret);
    // Clicks of before are counted first; then the rest of the uses is given out.
    while ((await visit(server, 'limited')) === 302);

    let listed = new Map<string, number>();
    const isSettled = async (): Promise<boolean> => {
      const began = Date.now();
      const { body } = await call('GET', '/links/analytics?interval=all&bots=include');
      listed = await countClicks(server.url, secret);
      const events = await countEvents(call);
      return Date.parse(body.as_of) > began - 1000 && events.clicked === listed.size;
    };
    await until(isSettled, { timeoutMs: 180_000, everyMs: 500 });

    const all = [...answered.free, ...answered.limited];
    expect(all.length).toBeGreaterThan(KILLS * 50);
    expect(all.filter((id) => !listed.has(id))).toEqual([]);
    expect([...listed].filter(([, times]) => times > 1)).toEqual([]);

    const { body } = await call('GET', '/links/analytics?interval=all&bots=include');
    expect(body.totals.clicks + body.totals.bot_clicks).toBe(listed.size);
    const links = (await call('GET', '/links?limit=100')).body.data as {
      slug: string;
      clicks: number;
      bot_clicks: number;
    }[];
    expect(links.reduce((sum, link) => sum + link.clicks + link.bot_clicks, 0)).toBe(listed.size);

    // A kill between the record and the answer costs a use, and never gives one twice.
    expect(answered.limited.size).toBeLessThanOrEqual(MAX_USES);
    expect(answered.limited.size).toBeGreaterThan(MAX_USES - KILLS * CONNECTIONS);
    const limited = links.find(({ slug }) => slug === 'limited');
    expect(limited).toMatchObject({ status: 'limit_reached', remaining_clicks: 0 });
    // On PostgreSQL a use is taken before its click is recorded, and a kill in between costs it.
    const lost = engine === 'postgres' ? KILLS * CONNECTIONS : 0;
    expect(limited?.clicks).toBeLessThanOrEqual(MAX_USES);
    expect(limited?.clicks).toBeGreaterThanOrEqual(MAX_USES - lost);
    const events = await countEvents(call);
    expect(events.limits).toBe(1);
    expect(events.ids.size).toBe(events.clicked);
    expect(events.gaps).toBe(0);
  },
  300_000 + KILLS * 5000,
);
