import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { linkImports, links } from '../../server/links/schema/links';
import { freshDatabase } from '../support/app';
import { restClient } from '../support/client';
import { type ServerProcess, startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { importCalls } from './import-scene';

const ROWS = 2_000;
const KILLS = 3;

const fresh = await freshDatabase();
afterAll(() => fresh.close());

/** The half minute passes for which the process that was killed holds the import. */
const endLease = () =>
  queries(fresh.database)
    .update(linkImports)
    .set({ leaseUntil: new Date(0) });

test('an import that is killed repeatedly imports every row once', async () => {
  const workspaceId = await seedWorkspace('Import', fresh.database);
  const { secret } = await seedKey(workspaceId, {}, fresh.database);
  const rows = Array.from({ length: ROWS }, (_, at) => `https://example.com/${at},"Row\n${at}"`);
  const file = `url,title\n${rows.join('\n')}\n`;

  let server: ServerProcess = await startProcess(fresh.url);
  const { body } = await importCalls(server, secret).send(file);
  const read = async () => (await restClient(server.url, secret)('GET', `/link-imports/${body.id}`)).body;

  let [done, interrupted] = [0, 0];
  // A slow machine may have read them all before the last kill.
  for (let killed = 0; killed < KILLS && done < ROWS; killed += 1) {
    // No slug is given: a row that were taken twice would be two links.
    await until(async () => (await read()).rows_done > done);
    await server.crash();
    const [row] = await queries(fresh.database).select().from(linkImports).where(eq(linkImports.id, body.id));
    done = row?.rowsDone ?? 0;
    if (done < ROWS) interrupted += 1;
    expect(await queries(fresh.database).$count(links, eq(links.workspaceId, workspaceId))).toBe(done);
    await endLease();
    server = await startProcess(fresh.url);
  }
  expect(interrupted).toBeGreaterThan(0);
  const ended = await importCalls(server, secret).ended(body.id);
  expect(ended).toMatchObject({ status: 'completed', rows_total: ROWS, rows_done: ROWS, created: ROWS, failed: 0 });

  const made = await importCalls(server, secret).allLinks();
  const titles = made.map(({ title }) => title as string);
  expect(new Set(titles).size).toBe(ROWS);
  expect(titles).toHaveLength(ROWS);
  const { latest_sequence } = (await restClient(server.url, secret)('GET', '/events?limit=1')).body;
  // One of each link, and the one at the end.
  if (latest_sequence !== undefined) expect(latest_sequence).toBe(ROWS + 1);
  await server[Symbol.asyncDispose]();
}, 300_000);
