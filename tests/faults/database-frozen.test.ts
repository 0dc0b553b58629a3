import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { openDatabase } from '../../server/db/open';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { watchLateness } from '../support/lateness';
import { freshAddress, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { lasting } from '../support/waiting';
import { countClicks } from './clicks-count';
import { openWire } from './proxy';

/** What is to be over in two seconds, on a machine that is busy with other things. */
const BOUND_MS = 5000;
const SETTLED_MS = 1000;
const WRITERS = 12;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';

const fresh = engine === 'postgres' ? await freshDatabase() : undefined;
afterAll(() => fresh?.close());

test.skipIf(engine === 'sqlite').each(['the old connections work again', 'only new connections work'] as const)(
  'a PostgreSQL that is silent holds up nobody, and when %s all goes on',
  async (ending) => {
    if (!fresh) return;
    await using wire = await openWire(fresh.url);
    await using server = await startProcess(wire.url);
    const workspaceId = await seedWorkspace('Silent', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const call = restClient(server.url, secret);
    const prefix = ending.startsWith('only') ? 'new' : 'old';
    const create = (slug: string, key?: string) =>
      call('POST', '/links', { url: 'https://example.com/', slug }, key ? { 'idempotency-key': key } : {});
    const took = { refused: 0, recovered: 0 };
    using lateness = watchLateness();
    /** Without the time that the machine gave to others. */
    const timed = async <T>(work: () => Promise<T>) => {
      const [began, late] = [performance.now(), lateness.late()];
      const answer = await work();
      return { answer, tookMs: performance.now() - began - (lateness.late() - late) };
    };
    const visited = new Set<string>();
    const visit = async (slug: string): Promise<number> => {
      const answer = await fetch(`${server.url}/${slug}`, {
        redirect: 'manual',
        headers: { 'user-agent': AGENT, ...freshAddress() },
      });
      const id = answer.headers.get('x-request-id')?.replace('req_', 'clk_');
      if (answer.status === 302 && id !== undefined) visited.add(id);
      return answer.status;
    };
    const [cached, cold] = [`${prefix}-cached`, `${prefix}-cold`];
    for (const slug of [cached, cold]) expect((await create(slug)).status).toBe(201);
    expect(await visit(cached)).toBe(302);

    // Writes that go on all the time: some are in the middle when the wire goes silent.
    const written = new Map<string, number>();
    const state = { isSilent: false };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; !state.isSilent; turn += 1) {
        const slug = `${prefix}-${writer}-${turn}`;
        const { answer, tookMs } = await timed(() => create(slug, slug));
        took.refused = Math.max(took.refused, tookMs);
        if (answer.status !== 201) expect(answer.body).toMatchObject({ code: 'unavailable', retryable: true });
        written.set(slug, answer.status);
      }
    });
    // For as long as other processes may not know of a change: its link is read anew once more.
    const began = performance.now();
    await until(async () => (await visit(cached)) === 302 && performance.now() - began > SETTLED_MS, { everyMs: 20 });
    wire.stall();
    state.isSilent = true;
    await Promise.all(writers);
    expect([...written.values()]).toContain(503);

    for (let round = 0; round < 10; round += 1) {
      const asked = [
        timed(async () => ((await call('GET', '/links')).status === 503 ? 'refused' : 'other')),
        timed(async () => ((await create(`${prefix}-never-${round}`)).status === 503 ? 'refused' : 'other')),
        timed(async () => ((await visit(cold)) === 503 ? 'refused' : 'other')),
        timed(async () => ((await visit(cached)) === 302 ? 'redirected' : 'other')),
        timed(async () => ((await fetch(`${server.url}/readyz`)).status === 503 ? 'refused' : 'other')),
      ];
      const answers = await Promise.all(asked);
      expect(answers.map(({ answer }) => answer)).toEqual(['refused', 'refused', 'refused', 'redirected', 'refused']);
      took.refused = Math.max(took.refused, ...answers.map(({ tookMs }) => tookMs));
    }
    expect(took.refused).toBeLessThan(BOUND_MS);

    expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
      status: 'not_ready',
      causes: [{ code: 'database_unreachable', message: 'database does not respond' }],
    });
    if (ending.startsWith('only')) wire.resumeNew();
    else wire.resume();
    const recovery = await timed(async () => {
      await until(async () => (await call('GET', '/links')).status === 200, { everyMs: 50 });
      await until(async () => (await fetch(`${server.url}/readyz`)).status === 200, { everyMs: 50 });
    });
    took.recovered = recovery.tookMs;
    expect(took.recovered).toBeLessThan(BOUND_MS);
    if (Bun.env['TOOK'] !== undefined) process.stdout.write(`${JSON.stringify({ ending, ...took })}\n`);

    // Whoever was told to try again does, with the same key: one effect each.
    for (const [slug, status] of written) {
      if (status === 503) await until(async () => (await create(slug, slug)).status === 201, { everyMs: 50 });
    }
    for (const slug of written.keys()) {
      expect(
        (await call('GET', `/links?q=${slug}&limit=100`)).body.data.map((link: { slug: string }) => link.slug),
      ).toContain(slug);
      const again = await create(slug, slug);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    }
    expect(await visit(cold)).toBe(302);
    await until(async () => (await countClicks(server.url, secret)).size >= visited.size, { everyMs: 100 });
    expect(new Set((await countClicks(server.url, secret)).keys())).toEqual(visited);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);

test.skipIf(engine === 'sqlite')('a subscription whose connection was lost silently is restored', async () => {
  if (!fresh) return;
  await using wire = await openWire(fresh.url);
  const database = await openDatabase(wire.url);
  const received: string[] = [];
  let gaps = 0;
  await database.listen(
    'silence',
    (text) => void received.push(text),
    () => void (gaps += 1),
  );
  const session = fresh.database.session();
  const notify = (text: string) => session?.run('select pg_notify($1, $2)', ['silence', text]);
  await until(async () => (await notify('before'), received.includes('before')), { everyMs: 50 });

  wire.stallOld();
  await until(() => gaps > 1, { everyMs: 50 });
  await until(async () => (await notify('after'), received.includes('after')), { everyMs: 50 });
  await Promise.all([database.close(), session?.close()]);
});

test.skipIf(engine === 'sqlite')(
  'a statement that takes long, or waits for a lock, does not count as silence',
  async () => {
    if (!fresh) return;
    const session = fresh.database.session();
    const other = fresh.database.session();
    await other?.run('select pg_advisory_lock(4711)', []);
    const slow = session?.run('select pg_advisory_lock(4711), 1', []);
    const answered = slow?.then(() => 'answered');
    expect(await Promise.race([answered, lasting(4000)])).toBeUndefined();
    await other?.run('select pg_advisory_unlock(4711)', []);
    expect(await answered).toBe('answered');
    await Promise.all([session?.close(), other?.close()]);
  },
);
