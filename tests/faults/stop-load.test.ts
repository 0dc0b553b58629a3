import { afterAll, expect, test } from 'bun:test';

import { freshDatabase } from '../support/app';
import { restClient, type Answer } from '../support/client';
import { startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const CALLERS = 24;
/** Each stop catches a few requests in the middle, in another place each time. */
const STOPS = 3;

const fresh = await freshDatabase();
afterAll(() => fresh.close());

interface Outcome {
  slug: string;
  /** Undefined where there was no answer. */
  answer: Answer | undefined;
}

/** Makes one link after the other, on a kept connection, until the server takes no more. */
async function makeLinks(server: ServerProcess, secret: string, name: string, outcomes: Outcome[]): Promise<void> {
  const call = restClient(server.url, secret);
  for (let turn = 0, isRefused = false; !isRefused; turn += 1) {
    const slug = `${name}-${turn}`;
    try {
      outcomes.push({ slug, answer: await call('POST', '/links', { url: 'https://example.com/', slug }) });
    } catch (error) {
      outcomes.push({ slug, answer: undefined });
      isRefused = (error as { code?: string }).code === 'ECONNREFUSED';
    }
  }
}

test('a stop under load answers every accepted request, and has no effect for the others', async () => {
  const workspaceId = await seedWorkspace('Stop', fresh.database);
  const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
  const outcomes: Outcome[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await using server = await startProcess(fresh.url);
    const before = outcomes.length;
    const callers = Array.from({ length: CALLERS }, (_, caller) =>
      makeLinks(server, secret, `s${stop}-${caller}`, outcomes),
    );
    await until(() => outcomes.length > before + 100 + stop * 13);
    server.kill('SIGTERM');
    await Promise.all(callers);
    expect(await server.exited).toBe(0);
  }

  await using again = await startProcess(fresh.url);
  const call = restClient(again.url, secret);
  const kept = new Set<string>();
  for (let next = '', hasMore = true; hasMore;) {
    const { body } = await call('GET', `/links?limit=100${next}`);
    for (const { slug } of body.data as { slug: string }[]) kept.add(slug);
    next = `&cursor=${body.next_cursor}`;
    hasMore = body.has_more;
  }
  const answered = outcomes.filter(({ answer }) => answer !== undefined);
  expect(answered.filter(({ answer }) => answer?.status !== 201).map(({ answer }) => answer?.body)).toEqual([]);
  expect(answered.filter(({ slug }) => !kept.has(slug))).toEqual([]);
  // Who got no answer may send it again: nothing was done.
  const refused = outcomes.filter(({ answer }) => answer === undefined);
  expect(refused.filter(({ slug }) => kept.has(slug)).map(({ slug }) => slug)).toEqual([]);
  expect(refused.length).toBeGreaterThanOrEqual(CALLERS * STOPS);
}, 180_000);
