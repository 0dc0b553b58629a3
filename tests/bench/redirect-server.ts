/** One of the servers of `redirect.ts`, or that of `analytics.ts`; prints where it listens as JSON. */
import { Database as Driver } from 'bun:sqlite';

import { Elysia } from 'elysia';

import { ensureInstance } from '../../server/access/system/instance';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { openDatabase } from '../../server/db/open';
import type { Question } from '../../server/links/clicks/analytics/question';
import { createLog } from '../../server/log';
import { createServices } from '../../server/services';
import { SHARED_DOMAIN_ID } from '../../shared/links/domains';
import { benchId, slugOf, targetOf, WORKSPACE_ID } from './redirect-slugs';

export interface BenchServer {
  port: number;
}

const [kind, count] = [process.argv[2] ?? '', Number(process.argv[3])];

/** CPU time in microseconds, and the bytes of what is alive. */
const figures = (): Response => {
  const { user, system } = process.cpuUsage();
  return Response.json({ cpu: user + system });
};
const memory = (): Response => {
  Bun.gc(true);
  const { heapUsed, rss } = process.memoryUsage();
  return Response.json({ heapUsed, rss });
};
const redirect = (): Response => new Response(null, { status: 302, headers: { Location: targetOf(12_345) } });

async function ours() {
  const database = await openDatabase();
  await database.migrate();
  await ensureInstance(database, new Date());
  seed(database.file ?? '');
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    LINK_CACHE_ENTRIES: process.env['LINK_CACHE_ENTRIES'],
  });
  const services = createServices(config, database, createLog('silent'));
  const app = createApp(services)
    .get('/healthz/figures', figures)
    .get('/healthz/memory', memory)
    .post('/healthz/ask', async ({ body }) => services.analyst.ask('analytics', body as Question));
  await services.start();
  app.listen({ port: 0, hostname: '127.0.0.1' });
  return app.server?.port ?? 0;
}

/** Straight into the file: through the query builder this takes longer than the measurement. */
function seed(file: string): void {
  const driver = new Driver(file);
  const now = Date.now();
  driver.run(
    `insert into workspaces (id, name, rate_limit, created_at, updated_at) values ('${WORKSPACE_ID}', 'Bench', '{"requests":100,"window_seconds":1}', ${now}, ${now})`,
  );
  const insert = driver.prepare(
    `insert into links (id, workspace_id, domain_id, slug, slug_key, url, url_hash, url_host, metadata, redirect_status, targeting,
      forward_query, source, created_by_type, created_by_id, search, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, 'shop.example.com', '{}', 302, '[]', 'append', 'api', 'system', 'bench', '', ${now}, ${now})`,
  );
  driver.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const slug = slugOf(index);
      insert.run(benchId('lnk', index), WORKSPACE_ID, SHARED_DOMAIN_ID, slug, slug, targetOf(index), String(index));
    }
  })();
  driver.close();
}

const servers: Record<string, () => number | Promise<number>> = {
  ours,
  bun: () =>
    Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      development: false,
      routes: { '/healthz/figures': figures },
      fetch: redirect,
    }).port ?? 0,
  elysia: () => {
    const app = new Elysia().get('/healthz/figures', figures).get('/:slug', redirect);
    app.listen({ port: 0, hostname: '127.0.0.1' });
    return app.server?.port ?? 0;
  },
};
const start = servers[kind];
if (!start) throw new Error(`Not a server: ${kind}`);
process.stdout.write(JSON.stringify({ port: await start() } satisfies BenchServer));
