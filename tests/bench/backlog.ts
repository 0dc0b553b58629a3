/**
 * A start on a backlog of 1,000,000 deliveries over 10,000 webhooks, half of them of one: what boot and claims cost,
 * and how soon an event of another webhook arrives while all of it drains. SQLite only.
 *
 * `DATABASE_URL=/tmp/bench.db bun tests/bench/backlog.ts`; `ROWS`, `DRAIN_SECONDS` and `HOSTS` (addresses,
 * of which 1,024 connections are kept) set the size.
 */
import { Database } from 'bun:sqlite';

import { claimDeliveries, listDueWebhooks } from '../../server/webhooks/system/deliveries';
import { cpuMs, openStage, percentile, print, startReceiver } from './delivery-stage';
import { report } from './report';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const DRAIN_SECONDS = Number(process.env['DRAIN_SECONDS'] ?? 10);
const HOSTS = Number(process.env['HOSTS'] ?? 10_000);
const [WORKSPACES, WEBHOOKS] = [200, 50];
const EVENTS = 100;
const LIVE_EVERY_MS = 50;
const MIB = 1024 * 1024;

const receiver = await startReceiver();
/** One more workspace has no backlog: its events are timed. */
const stage = await openStage(
  Array.from({ length: WORKSPACES + 1 }, (_, workspace) =>
    Array.from({ length: workspace === WORKSPACES ? 1 : WEBHOOKS }, (__, at) =>
      receiver.url((workspace * WEBHOOKS + at) % HOSTS),
    ),
  ),
);
const backlogged = stage.workspaceIds.slice(0, WORKSPACES);
const live = stage.workspaceIds[WORKSPACES] ?? '';

const driver = new Database(stage.url);
/** Each event of a workspace goes to its webhooks many times over: ids differ, bodies are shared. */
const FILL = `insert into webhook_deliveries (id, workspace_id, webhook_no, event_sequence, event_id, event_type, state,
    "trigger", next_at, created_at)
  with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?1)
  select 'dlv_' || ?2 || i, w.workspace_id, w.no, 1 + i % ${EVENTS}, e.id, e.type, 0, 'event', ?3 + i % 1000, ?3
  from n join webhooks w on w.no = case when ?4 > 0 then ?4 else 1 + i % ?5 end
  join events e on e.workspace_id = w.workspace_id and e.sequence = 1 + i % ${EVENTS}`;
driver.run('pragma busy_timeout = 5000');
// Nobody wants the events when they are written: the rows below are faster than `emit`.
driver.run(`update webhooks set events = '[]'`);
for (const workspaceId of backlogged) await stage.emit(workspaceId, EVENTS);
driver.run(`update webhooks set events = '["webhook.tested"]'`);
driver.run('update workspace_counter set webhooks_version = webhooks_version + 1');
const filling = performance.now();
const since = Date.now() - 60_000;
driver.run(FILL, [ROWS / 2, 'a', since, 0, WORKSPACES * WEBHOOKS]);
driver.run(FILL, [ROWS / 2, 'b', since, 1, 0]);
driver.close();
print(`${ROWS} rows in ${((performance.now() - filling) / 1000).toFixed(1)} s`);

const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; ms: number; cpu: number }> => {
  const [began, cpu] = [performance.now(), cpuMs()];
  const result = await work();
  return { result, ms: performance.now() - began, cpu: cpuMs() - cpu };
};

const due = await timed(async () => (await Array.fromAsync(listDueWebhooks(stage.database))).flat());
print(`webhooks with work found: ${due.result.length} in ${due.ms.toFixed(0)} ms (${due.cpu.toFixed(0)} ms CPU)`);

/** Claims of 8 rows for each of 32 webhooks in one transaction, taken back. */
const SLICES = 40;
const claimed = { rows: 0 };
const cost = await timed(async () => {
  for (let slice = 0; slice < SLICES; slice += 1) {
    await stage.database
      .transaction(async (tx) => {
        for (let at = 0; at < 32; at += 1) {
          const webhookNo = at === 0 ? 1 : 1 + ((slice * 32 + at) % (WORKSPACES * WEBHOOKS));
          const claim = { webhookNo, owner: 'nod_bench', now: Date.now(), leaseUntil: Date.now() + 60_000, limit: 8 };
          claimed.rows += (await claimDeliveries(tx, claim)).length;
        }
        throw new Error('Taken back.');
      })
      .catch(() => {});
  }
});
print(`claim: ${((1000 * cost.cpu) / claimed.rows).toFixed(1)} µs CPU a row (${claimed.rows} rows, rolled back)`);

const before = process.memoryUsage.rss() / MIB;
const first = Promise.withResolvers<number>();
const latencies: number[] = [];
/** What this process worked meanwhile: the same on a machine that does other things too. */
const worked: number[] = [];
const commits: number[] = [];
const committed = new Map<string, { at: number; cpu: number }>();
const sent = { count: 0 };
const dispatcher = stage.dispatcher(async (url, ...rest) => {
  if (sent.count === 0) first.resolve(performance.now());
  sent.count += 1;
  const answer = await stage.egress.post(url, ...rest);
  const began = committed.get(/"message":"([^"]*)"/.exec(new TextDecoder().decode(rest[2]))?.[1] ?? '');
  if (began !== undefined) {
    latencies.push(performance.now() - began.at);
    worked.push(cpuMs() - began.cpu);
  }
  return answer;
});
const booted = performance.now();
const boot = await timed(() => dispatcher.start());
print(
  `boot: ${boot.ms.toFixed(0)} ms (${boot.cpu.toFixed(0)} ms CPU), first request after ${((await first.promise) - booted).toFixed(0)} ms`,
);

const [began, cpu, start] = [performance.now(), cpuMs(), sent.count];
let most = before;
for (let index = 0; performance.now() - began < DRAIN_SECONDS * 1000; index += 1) {
  const name = `live ${index}`.padEnd(780, '.');
  const emitted = await timed(() => stage.emit(live, 1, name));
  commits.push(emitted.ms);
  committed.set(name, { at: performance.now(), cpu: cpuMs() });
  most = Math.max(most, process.memoryUsage.rss() / MIB);
  await Bun.sleep(LIVE_EVERY_MS);
}
const took = performance.now() - began;
const drained = sent.count - start;
print(
  `drain: ${((1000 * drained) / took).toFixed(0)}/s, ${((1000 * (cpuMs() - cpu)) / drained).toFixed(0)} µs CPU each`,
);
print(
  `another webhook meanwhile: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms of ${latencies.length}`,
);
print(`its CPU meanwhile: p50 ${percentile(worked, 0.5).toFixed(1)} ms, p99 ${percentile(worked, 0.99).toFixed(1)} ms`);
print(`its commits: p50 ${percentile(commits, 0.5).toFixed(1)} ms, p99 ${percentile(commits, 0.99).toFixed(1)} ms`);
print(`memory: ${before.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB`);
report({ what: `memory at most while ${ROWS} deliveries drain`, beside: 'before', ratio: most / before });
stage.egress.close();
await dispatcher.stop();
receiver.stop();
await stage.close();
process.exit(0);
