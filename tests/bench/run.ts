/**
 * Runs the benches one after the other in small sizes and prints one table of their ratios.
 *
 * `bun run bench`; names of benches choose some of them, variables that a bench knows set its size, and `UPDATE=1`
 * writes the table into the guide: of chosen ones their rows alone. What a bench prints itself goes to standard error.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Ratio } from './report';

/** Sizes in which all take less than ten minutes; `idle` alone takes more than one, since a start sets off work for one. */
const SIZES: Record<string, Record<string, string>> = {
  bridge: { ROUNDS: '3', ROUND_MS: '1000' },
  reads: { ROUNDS: '3', ROUND_MS: '1400' },
  ai: { ROUNDS: '3', ROUND_MS: '1000', FIRST_BYTES: '300' },
  auth: { ROUNDS: '3', ROUND_MS: '700' },
  writes: { ROUNDS: '3', ROUND_MS: '1000' },
  growth: { ROWS: '50000', ROUNDS: '3', ROUND_MS: '400' },
  idle: { STARTS: '3', SECONDS: '15' },
  redirect: { ROUNDS: '3', ROUND_MS: '1000', LINKS: '20000' },
  drain: { CLICKS: '320000', LINKS: '20000' },
  analytics: { CLICKS: '200000', LINKS: '5000', DAYS: '30', ROUNDS: '5', REDIRECTS: '500' },
  emit: { ROUNDS: '3', ROUND_MS: '1000' },
  deliver: { ROUNDS: '3', DELIVERIES: '3200' },
  start: { ROWS: '20000', SECONDS: '4', KINDS: 'sandbox_messages,deliveries' },
  isolation: { ROUNDS: '1', RUN_SECONDS: '4', RATE: '300' },
  backlog: { ROWS: '50000', DRAIN_SECONDS: '4', HOSTS: '1000' },
  inbound: { ROUNDS: '2', ROUND_MS: '1000' },
  publisher: { ROUNDS: '1', PUBLICATIONS: '2000' },
  whatsapp: { ROUNDS: '3', COUNT: '500' },
  ingress: { RATE: '100', SECONDS: '10' },
  'whatsapp-scale': { INSTANCES: '100', MESSAGES: '50000', COUNT: '40' },
  'whatsapp-web': { CYCLES: '40', SOCKETS: '5', MESSAGES: '200' },
  import: { ROWS: '30000' },
};
const GUIDE = new URL('../../web/docs/benchmarks.md', import.meta.url).pathname;
const TABLE = /(?<=<!-- bench: UPDATE=1 bun run bench -->\n)[\s\S]*?(?=\n<!-- \/bench -->)/;

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(SIZES, name));
if (unknown.length > 0)
  throw new Error(`No such bench: ${unknown.join(', ')}. Known: ${Object.keys(SIZES).join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-run-'));
const loadBefore = load();
const began = performance.now();
const rows: string[] = [];
const failed: string[] = [];
for (const [name, sizes] of Object.entries(SIZES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`\n== ${name}\n`);
  const file = join(folder, `${name}.jsonl`);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`)], {
    env: { DATABASE_URL: join(folder, name, 'bench.db'), ...sizes, ...process.env, BENCH_REPORT: file },
    stdout: 2,
    stderr: 2,
  });
  if ((await child.exited) !== 0) failed.push(name);
  const ratios = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (const line of ratios) {
    const { what, beside, ratio, aim = '' } = JSON.parse(line) as Ratio;
    rows.push(`| ${name} | ${what} | ${beside} | ${ratio.toFixed(2)} | ${aim} |`);
  }
}
rmSync(folder, { recursive: true, force: true });

const cores = availableParallelism();
const circumstances = `in ${Math.round((performance.now() - began) / 1000)} s on ${cores} cores with Bun ${Bun.version}; load ${loadBefore} before, ${load()} after.`;
const tableOf = (lines: string[], remarks: string[]): string =>
  ['| Benchmark | Measured | Compared with | Ratio | Aim |', '|---|---|---|---|---|', ...lines, '', ...remarks].join(
    '\n',
  );
process.stdout.write(`\n${tableOf(rows, [`Taken ${circumstances}`])}\n`);
if (Number(loadBefore) > cores / 4)
  process.stdout.write('\nThe machine was not quiet: ratios of wall time say little. Repeat it on one that is.\n');
if (process.env['UPDATE'] === '1' && failed.length === 0) {
  const guide = await Bun.file(GUIDE).text();
  const table = asked.length === 0 ? tableOf(rows, [`Taken ${circumstances}`]) : amended(TABLE.exec(guide)?.[0] ?? '');
  await Bun.write(
    GUIDE,
    guide.replace(TABLE, () => table),
  );
}
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exit(1);
}

/** The table with the rows of the chosen benches anew, each bench at its place. */
function amended(table: string): string {
  const lines = table.split('\n');
  const others = lines.slice(2).filter((line) => line.startsWith('|') && !asked.includes(benchOf(line)));
  const remarks = lines.filter((line) => line !== '' && !line.startsWith('|') && !line.startsWith(remarkOn(asked)));
  const places = Object.keys(SIZES);
  const all = [...others, ...rows].toSorted((a, b) => places.indexOf(benchOf(a)) - places.indexOf(benchOf(b)));
  return tableOf(all, [...remarks, `${remarkOn(asked)} ${circumstances}`]);
}

function benchOf(row: string): string {
  return row.split(' | ')[0]?.slice(2) ?? '';
}

function remarkOn(names: string[]): string {
  return `Run alone, ${names.map((name) => `\`${name}\``).join(', ')}:`;
}
