/**
 * What it costs to know who calls, beside better-auth with its plugin for API keys: each behind a bare route of
 * `Bun.serve`, on a SQLite file of its own, in a process of its own. Their quotas are off, ours count. The load goes
 * round among them, and the figure is requests per second of the server’s CPU time.
 *
 * Run with `bun tests/bench/auth.ts`; `ROUNDS` and `ROUND_MS` set how long, `KEYS` how many keys some of ours store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AuthServer } from './auth-server';
import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import { report } from './report';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);
const KEYS = process.env['KEYS'] ?? '100000';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const start = (kind: string, name: string, keys: string) =>
  startBenchServer<AuthServer>('auth-server.ts', kind, { DATABASE_URL: join(folder, `${name}.db`), KEYS: keys });
const ours = await start('ours', 'ours', '1');
const many = await start('ours', 'many', KEYS);
const rare = await start('ours', 'rare', KEYS);
const theirs = await start('theirs', 'theirs', '1');

const asks =
  (server: AuthServer, check: string) =>
  (milliseconds: number): Promise<number> => {
    const headers = check === 'session' ? { cookie: server.cookie } : { authorization: `Bearer ${server.key}` };
    return requestsPerCpuSecond(server, `/${check}`, headers, milliseconds);
  };
const rates = await takeTurns(
  {
    session: asks(ours, 'session'),
    their_session: asks(theirs, 'session'),
    key: asks(ours, 'key'),
    their_key: asks(theirs, 'key'),
    key_of_many: asks(many, 'key'),
    next_of_many: asks(rare, 'next_key'),
  },
  ROUNDS,
  ROUND_MS,
);
for (const server of [ours, many, rare, theirs]) server.stop();
rmSync(folder, { recursive: true });

const next = `a check of the next of ${KEYS} keys stored, read from the database`;
report({ what: 'a session check', beside: 'better-auth’s', ratio: rates.session / rates.their_session, aim: '≥ 6.00' });
report({ what: 'a key check', beside: 'better-auth’s', ratio: rates.key / rates.their_key, aim: '≥ 15.00' });
report({ what: next, beside: 'better-auth’s of its only key', ratio: rates.next_of_many / rates.their_key });
report({
  what: `a key check with ${KEYS} keys stored`,
  beside: 'with one',
  ratio: rates.key_of_many / rates.key,
  aim: '≈ 1.00',
});
