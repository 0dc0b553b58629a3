/** How statements that look for work read their tables, however many rows wait. */
import { Database as Driver } from 'bun:sqlite';
import { expect, test } from 'bun:test';

import { dueSchedules } from '../../server/automation/queries/rule-runs';
import { workspacesWithReplays } from '../../server/automation/system/inbound';
import {
  dueDeliveries,
  nextTimes,
  overduePublications,
  queueDue,
  waitingLanes,
} from '../../server/automation/system/publisher';
import {
  claimRuns,
  longestDue,
  workspacesWithRuns,
  workspacesWithSchedules,
} from '../../server/automation/system/rules';
import { type Database, runStatement, type Value } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { openImports, workspacesWithImports } from '../../server/links/system/imports';
import { claimDeliveries, listDueWebhooks, nextDueAt } from '../../server/webhooks/system/deliveries';
import { findLostLeases } from '../../server/webhooks/system/recovery';
import { instancesWithUnwritten, pacedBatches, unwrittenBatches } from '../../server/whatsapp/system/batches';
import { statusReports } from '../../server/whatsapp/system/connections';
import { claimRaw, workspacesWithRaw } from '../../server/whatsapp/system/ingress';
import { claimMedia, workspacesWithMedia } from '../../server/whatsapp/system/media';
import { dueMessages, expiries, headsByPriority, openInstances } from '../../server/whatsapp/system/queue';
import { dueSteps, firstSteps } from '../../server/whatsapp/system/sandbox';
import { endLeases, ownersOf } from '../../server/work/system/leases';
import { valueOf } from '../bench/start-copies';
import { seedBacklog } from '../bench/start-seed';
import { freshDatabase, startServer } from '../support/app';
import { startMetaGraphProcess } from '../whatsapp/meta-graph';

const ROWS = 20_000;
const LIMIT = 10;

/** What waits somewhere. */
interface Waiting {
  workspaceId: string;
  instanceId: string;
  webhookNo: number;
}
const NONE: Waiting = { workspaceId: 'ws_none', instanceId: 'wai_none', webhookNo: 0 };

/** Every look for work, as processes do it again and again. */
async function lookForAll(database: Database, { workspaceId, instanceId, webhookNo }: Waiting): Promise<void> {
  const at = Date.now();
  const [now, later] = [new Date(at), new Date(at + 1000)];
  const lane = { workspaceId, channel: 'whatsapp', containerId: instanceId };
  const claim = { workspaceId, owner: 'nod_none', now: at, leaseUntil: at + 1000, limit: LIMIT };

  await workspacesWithReplays(database);
  await workspacesWithImports(database, at, 'nod_none');
  await openImports(database, workspaceId, LIMIT);
  await instancesWithUnwritten(database);
  await unwrittenBatches(database, instanceId, LIMIT);
  await pacedBatches(database);
  await workspacesWithMedia(database, at);
  await claimMedia(database, workspaceId, { owner: 'nod_none', now, until: later, limit: LIMIT });
  await workspacesWithRaw(database, at);
  await claimRaw(database, workspaceId, { owner: 'nod_none', now, until: later, limit: LIMIT });

  await openInstances(database, '', LIMIT);
  await headsByPriority(database, { instanceId, after: ['', '', ''], limit: LIMIT });
  await dueMessages(database, { instanceId, status: 'sending', now: at, limit: LIMIT });
  await expiries(database, at, LIMIT);
  await statusReports(database, LIMIT);
  await firstSteps(database);
  await dueSteps(database, now, LIMIT, instanceId);

  await queueDue(database, at, LIMIT);
  await waitingLanes(database, { channel: 'whatsapp', after: '', limit: LIMIT });
  await dueDeliveries(database, lane, { now: at, limit: LIMIT });
  await overduePublications(database, { now: at, after: { expiresAt: 0, id: '' }, limit: LIMIT });
  await longestDue(database, at);
  await nextTimes(database);
  await workspacesWithSchedules(database);
  await dueSchedules(database, workspaceId, now, LIMIT);
  await workspacesWithRuns(database);
  await claimRuns(database, workspaceId, { owner: 'nod_none', now, until: later, limit: LIMIT });

  for await (const _ of listDueWebhooks(database)) break;
  await nextDueAt(database, webhookNo);
  await claimDeliveries(database, { ...claim, webhookNo });
  await findLostLeases(database, { now: at, except: 'nod_none', limit: LIMIT });
  await ownersOf(database, await leaseTables);
  await endLeases(database, await leaseTables, 'nod_none');
}

/** As all queues of a server register them. */
const leaseTables = (async () => {
  const server = await startServer();
  await server.stop();
  return server.services.queues.leases();
})();

/** The statements of the looks, each with the values that it had first. */
async function statementsOf(database: Database, waiting: Waiting): Promise<Map<string, unknown[]>> {
  const seen = new Map<string, unknown[]>();
  database.observe((sql, params) => void (seen.has(sql) || seen.set(sql, params)));
  await lookForAll(database, waiting);
  database.observe(undefined);
  return seen;
}

/**
 * A scan of a whole table or index, or a sort. Batches with a rate that run are few, and so is what a process has
 * leased: their indexes hold no others.
 */
const COSTLY =
  /^SCAN (?!(?:t|first)$|CONSTANT|b USING INDEX wa_batches_paced_idx|\w+ USING (?:COVERING )?INDEX \w+_lease_idx)|TEMP B-TREE FOR (?!DISTINCT)/;

/** A claim changes rows that it has found, or SQLite goes through all that is due. Rules that run are few. */
const BY_KEY =
  /^SEARCH (?:\w+ USING (?:INTEGER PRIMARY KEY|(?:COVERING )?INDEX sqlite_autoindex_)|rule_runs USING INDEX rule_runs_status_idx)/;

test.if(engine === 'sqlite')(
  'searches for work use an index from one owner to the next, and sort no backlog',
  async () => {
    const place = await freshDatabase();
    const seen = await statementsOf(place.database, NONE);

    const costly: string[] = [];
    using driver = new Driver(place.url, { readonly: true });
    for (const sql of seen.keys()) {
      const named = new Set(sql.match(/\?\d+/g)).size;
      const values = Array.from({ length: named + (sql.match(/\?(?!\d)/g)?.length ?? 0) }, () => '');
      const plan = driver.query<{ detail: string }, string[]>(`explain query plan ${sql}`).all(...values);
      for (const { detail } of plan) if (COSTLY.test(detail)) costly.push(`${detail}: ${sql}`);
      if (sql.startsWith('update') && !BY_KEY.test(plan[0]?.detail ?? '')) costly.push(`${plan[0]?.detail}: ${sql}`);
    }
    expect(seen.size).toBeGreaterThan(25);
    expect(costly).toEqual([]);
    await place.close();
  },
);

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows of tables that a plan read when it ran. */
function rowsRead(node: PlanNode): number {
  const found = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === undefined ? 0 : found * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

test
  .if(engine === 'postgres')
  .each(['sandbox_messages', 'sandbox_steps', 'publications', 'rule_runs', 'deliveries', 'media'] as const)(
  `looks for work read few of ${ROWS} rows that are due at once: %s`,
  async (kind) => {
    const place = await freshDatabase();
    await using graph = await startMetaGraphProcess();
    await seedBacklog({ place, rows: ROWS, graph, hookUrl: () => 'http://127.0.0.1:9000/hook', clickFolder: '' }, kind);
    const waiting: Waiting = {
      workspaceId: await valueOf({ place }, 'select id from workspaces'),
      instanceId: await valueOf(
        { place },
        `select coalesce((select container_id from publication_deliveries limit 1),
          (select instance_id from wa_messages where status = 'queued' limit 1),
          (select instance_id from wa_sandbox_timers limit 1), 'wai_none')`,
      ),
      webhookNo: Number(await valueOf({ place }, 'select coalesce(min(webhook_no), 0) from webhook_deliveries')),
    };

    const costly: string[] = [];
    for (const [sql, params] of await statementsOf(place.database, waiting)) {
      const answer = await runStatement(
        place.database,
        `explain (analyze, timing off, format json) ${sql}`,
        params as Value[],
      );
      const [ran] = (answer[0]?.[0] ?? []) as { Plan: PlanNode }[];
      if (ran === undefined) throw new Error(`No plan of: ${sql}`);
      const rows = rowsRead(ran.Plan);
      if (rows > ROWS / 10) costly.push(`${rows} rows: ${sql}`);
    }
    expect(costly).toEqual([]);
    await place.close();
  },
);
