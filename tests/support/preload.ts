import { setDefaultTimeout } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dropDatabase, makeDatabase } from './postgres';
import { skipWebTests } from './without-library';

// As `npm test` has it: a file by itself has no less, beside whatever else keeps the machine busy.
setDefaultTimeout(120_000);

skipWebTests();

/** Of one of the processes that share the files of a run among them; the first is 1. */
const worker = Number(process.env['BUN_TEST_WORKER_ID'] ?? 1);
const given = process.env['DATABASE_URL'];

// A server of PostgreSQL has room for a hundred connections, which the processes of the tests and what they start share.
process.env['DATABASE_CONNECTIONS'] ??= '4';

// Tests run on a SQLite file of their own, or on the PostgreSQL that DATABASE_URL names. More processes than one have
// a database each, since a server delivers whatever is due in its database: `name`, `name_2`, `name_3`.
if (!given) process.env['DATABASE_URL'] = join(mkdtempSync(join(tmpdir(), 'switchboard-')), 'test.db');
else if (worker > 1) process.env['DATABASE_URL'] = await databaseBeside(given, `_${worker}`);

async function databaseBeside(named: string, ending: string): Promise<string> {
  if (!named.startsWith('postgres')) return named + ending;

  const name = new URL(named).pathname.slice(1) + ending;
  await dropDatabase(named, name);
  return makeDatabase(named, name);
}
