import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Tests run on a SQLite file of their own, or on the PostgreSQL that DATABASE_URL names.
process.env['DATABASE_URL'] ??= join(mkdtempSync(join(tmpdir(), 'switchboard-')), 'test.db');
