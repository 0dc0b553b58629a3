/**
 * What workspaces cost that lie still: requests of one workspace, per second of the server’s CPU time, where a thousand
 * others have a key, a link, a webhook and a connected sandbox instance each, beside where there is none. What a server
 * does in the background counts as time of its requests.
 *
 * Run with `bun tests/bench/idle.ts`; `ROUNDS` and `ROUND_MS` set how long, `IDLE` how many others there are.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import type { IdleServer } from './idle-server';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const IDLE = process.env['IDLE'] ?? '1000';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const start = (name: string, idle: string) =>
  startBenchServer<IdleServer>('idle-server.ts', name, { DATABASE_URL: join(folder, `${name}.db`), IDLE: idle });
const alone = await start('alone', '0');
const among = await start('among', IDLE);

const asks =
  ({ url, key }: IdleServer, path: string) =>
  (milliseconds: number): Promise<number> =>
    requestsPerCpuSecond({ url }, `/api/v1/${path}`, { authorization: `Bearer ${key}` }, milliseconds);
const rates = await takeTurns(
  {
    me_alone: asks(alone, 'me'),
    me_among: asks(among, 'me'),
    links_alone: asks(alone, 'links'),
    links_among: asks(among, 'links'),
  },
  ROUNDS,
  ROUND_MS,
);
for (const server of [alone, among]) server.stop();
rmSync(folder, { recursive: true });

const beside = 'in the only workspace';
const where = `among ${IDLE} idle workspaces, requests a CPU second`;
report({ what: `a look at the key ${where}`, beside, ratio: rates.me_among / rates.me_alone, aim: '≥ 0.95' });
report({ what: `a page of 20 links ${where}`, beside, ratio: rates.links_among / rates.links_alone, aim: '≥ 0.95' });
