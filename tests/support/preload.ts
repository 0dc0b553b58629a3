import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of one of the processes that share the files of a run among them; the first is 1. */
const worker = Number(process.env['BUN_TEST_WORKER_ID'] ?? 1);
const given = process.env['DATABASE_URL'];

// Tests run on a SQLite file of their own, or on the PostgreSQL that DATABASE_URL names. More processes than one have
// a database each, since a server delivers whatever is due in its database: `name`, `name_2`, `name_3`.
if (!given) process.env['DATABASE_URL'] = join(mkdtempSync(join(tmpdir(), 'switchboard-')), 'test.db');
else if (worker > 1) process.env['DATABASE_URL'] = await databaseBeside(given, `_${worker}`);

async function databaseBeside(named: string, ending: string): Promise<string> {
  if (!named.startsWith('postgres')) return named + ending;

  const url = new URL(named);
  url.pathname += ending;
  const name = url.pathname.slice(1);
  const sql = new Bun.SQL(named, { max: 1 });
  await sql.unsafe(`drop database if exists "${name}" with (force)`);
  await sql.unsafe(`create database "${name}"`);
  await sql.close();
  return url.href;
}
