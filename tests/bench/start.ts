/**
 * How soon a server answers that starts on a backlog, and how fast it answers others while it works that off, beside a
 * server that starts on nothing.
 *
 * `DATABASE_URL=… bun tests/bench/start.ts`; `ROWS`, `SECONDS` of watching, and `KINDS` of backlogs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { serverProgram } from '../support/program';
import { startMetaGraphProcess } from '../whatsapp/meta-graph';
import { percentile, print, startReceiver } from './delivery-stage';
import { report } from './report';
import { SECRET_KEY } from './start-copies';
import { KINDS, type Kind, seedBacklog } from './start-seed';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const ALL = Object.keys(KINDS) as Kind[];
const kinds = process.env['KINDS']?.split(',') ?? ALL.slice(1);
const PAUSE_MS = 5;
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

const program = await serverProgram({ bytecode: true });
const receiver = await startReceiver();

interface Figures {
  firstAnswerMs: number;
  /** CPU of the process up to its first answer. */
  firstAnswerCpu: number;
  p50: number;
  p99: number;
  most: number;
  /** CPU between two turns of the server’s event loop, from its first answer on. */
  stepP99: number;
  stepMost: number;
}

async function prepare(kind: Kind) {
  const place = await freshDatabase();
  const graph = await startMetaGraphProcess();
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-start-'));
  const seeding = performance.now();
  const secret = await seedBacklog(
    { place, rows: ROWS, graph, hookUrl: (index) => receiver.url(index), clickFolder: join(folder, 'clicks') },
    kind,
  );
  if (kind !== 'none') print(`${kind}: ${ROWS} rows in ${((performance.now() - seeding) / 1000).toFixed(0)} s`);

  return { kind, place, graph, folder, secret };
}

async function measure({ kind, place, graph, folder, secret }: Awaited<ReturnType<typeof prepare>>): Promise<Figures> {
  await using _ = graph;
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const began = performance.now();
  const child = Bun.spawn(
    [
      process.execPath,
      '--preload',
      join(import.meta.dir, 'start-steps.ts'),
      ...(process.env['PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : []),
      program,
    ],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: place.url,
        SECRET_KEY: SECRET_KEY.toString('base64'),
        PORT: String(port),
        STEPS_FILE: join(folder, 'steps.json'),
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
        WEBHOOK_ALLOW_HTTP: 'true',
        WHATSAPP_ALLOW_CUSTOM_GRAPH_URL: 'true',
        ...(folder ? { DATA_DIR: folder } : {}),
      },
      stdout: 2,
      stderr: 2,
    },
  );
  const ask = async (path: string, body?: object): Promise<number> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
    await answer.arrayBuffer();
    return answer.status;
  };
  while ((await ask('/readyz').catch(() => 0)) !== 200) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    await Bun.sleep(2);
  }
  const firstAnswerMs = performance.now() - began;
  const answeredAt = Date.now();

  const paths = ['/healthz', '/readyz', '/api/v1/me', '/api/v1/links?limit=5'];
  const [times, writes]: [number[], number[]] = [[], []];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    for (const path of paths) {
      const asked = performance.now();
      const status = await ask(path);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
      times.push(performance.now() - asked);
    }
    const asked = performance.now();
    await ask('/api/v1/links', { url: `https://example.com/${writes.length}` });
    writes.push(performance.now() - asked);
    await Bun.sleep(PAUSE_MS);
  }
  child.kill('SIGTERM');
  const stopping = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await child.exited;
  clearTimeout(stopping);
  const steps = JSON.parse(readFileSync(join(folder, 'steps.json'), 'utf8')) as { at: number; cpu: number }[];
  const served = steps.filter(({ at }) => at > answeredAt).map(({ cpu }) => cpu);
  await place.close();
  rmSync(folder, { recursive: true, force: true });
  const figures = {
    firstAnswerMs,
    firstAnswerCpu: steps.filter(({ at }) => at <= answeredAt).reduce((sum, { cpu }) => sum + cpu, 0),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: Math.max(...times),
    stepP99: percentile(served, 0.99),
    stepMost: Math.max(...served),
  };
  print(
    `${kind}: first answer after ${firstAnswerMs.toFixed(0)} ms, ${figures.firstAnswerCpu.toFixed(0)} ms CPU; others p50 ${figures.p50.toFixed(1)} ms, p99 ${figures.p99.toFixed(1)} ms, most ${figures.most.toFixed(0)} ms of ${times.length}; writes p50 ${percentile(writes, 0.5).toFixed(1)}, p99 ${percentile(writes, 0.99).toFixed(1)} ms; CPU a step p99 ${figures.stepP99.toFixed(1)} ms, most ${figures.stepMost.toFixed(0)} ms`,
  );
  return figures;
}

for (const kind of kinds as Kind[]) {
  // Seeded before either starts, so that both are measured within the same minute.
  const [backlog, nothing] = [await prepare(kind), await prepare('none')];
  const beside = await measure(nothing);
  const { firstAnswerMs, firstAnswerCpu, p50, p99, stepP99 } = await measure(backlog);
  const on = `${ROWS} ${kind.replaceAll('_', ' ')} in ${NAMES[engine]}`;
  report({ what: `first answer on ${on}`, beside: 'on nothing', ratio: firstAnswerMs / beside.firstAnswerMs });
  const cpu = firstAnswerCpu / beside.firstAnswerCpu;
  report({ what: `CPU up to the first answer on ${on}`, beside: 'on nothing', ratio: cpu });
  report({ what: `p50 of other requests beside ${on}`, beside: 'on nothing', ratio: p50 / beside.p50 });
  report({ what: `p99 of other requests beside ${on}`, beside: 'on nothing', ratio: p99 / beside.p99 });
  report({ what: `p99 of CPU a step beside ${on}`, beside: 'on nothing', ratio: stepP99 / beside.stepP99 });
}
receiver.stop();
process.exit(0);
