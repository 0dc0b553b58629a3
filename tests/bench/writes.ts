/**
 * What a write costs: a link with its event, and a message to WhatsApp’s sandbox with all events until it is read,
 * beside a bare Elysia route that inserts the same rows with prepared statements, up to 32 requests a commit on SQLite.
 * Both run in processes of their own; the load goes round among them, and the figure is requests per second of the
 * server’s CPU time, counted until nothing is left to do.
 *
 * Run with `bun tests/bench/writes.ts`; `ROUNDS` and `ROUND_MS` set how long. With `DATABASE_URL=postgres://…` both
 * write to PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requestsPerCpuSecond, startBenchServer, takeTurns } from './cpu-load';
import { report } from './report';
import type { WriteServer } from './writes-server';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2000);

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const DATABASE_URL = process.env['DATABASE_URL'] ?? join(folder, 'bench.db');
const ours = await startBenchServer<WriteServer>('writes-server.ts', 'ours', { DATABASE_URL });
const OURS = JSON.stringify({ ...ours, stop: undefined });
const floor = await startBenchServer<WriteServer>('writes-server.ts', 'floor', { DATABASE_URL, OURS });

const headers = { authorization: `Bearer ${ours.key}`, 'content-type': 'application/json' };
const body = {
  link: JSON.stringify({ url: 'https://example.com/1' }),
  message: JSON.stringify({ to: '+16505551000', content: { type: 'text', text: 'Your parcel is on its way.' } }),
};
const asks =
  ({ url }: WriteServer, path: string, text: string) =>
  (milliseconds: number) =>
    requestsPerCpuSecond({ url }, path, headers, milliseconds, text);
const rates = await takeTurns(
  {
    link: asks(ours, '/api/v1/links', body.link),
    'floor of link': asks(floor, '/links', body.link),
    message: asks(ours, `/api/v1/whatsapp/instances/${ours.instanceId}/messages`, body.message),
    'floor of message': asks(floor, '/messages', body.message),
  },
  ROUNDS,
  ROUND_MS,
);
ours.stop();
floor.stop();
rmSync(folder, { recursive: true, force: true });

const beside = 'a bare Elysia route that inserts the same rows';
report({
  what: 'a link made, with its event, a CPU second',
  beside,
  ratio: rates.link / rates['floor of link'],
  aim: '≥ 0.40',
});
report({
  what: 'a message to WhatsApp’s sandbox, until it is read, a CPU second',
  beside,
  ratio: rates.message / rates['floor of message'],
  aim: '≥ 0.30',
});
