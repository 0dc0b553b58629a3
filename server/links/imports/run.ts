import { rm } from 'node:fs/promises';

import { and, eq } from 'drizzle-orm';

import { newId } from '../../../shared/ids';
import { IMPORT_LIMITS, type ImportError } from '../../../shared/links/imports';
import { type ScopedDb, scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import type { RunResult, Turn } from '../../work/types';
import type { LinksServices, LinksContext } from '../context';
import { linkImports, type ImportRow } from '../schema/links';
import { type Applied, applyRows, issuesOf, prepareRows } from './apply';
import { importContext } from './context';
import type { Line } from './decode';
import { findLayout, type Layout } from './layout';
import { presentImport } from './present';
import { MAX_UNCLOSED, openRows } from './rows';
import { importPath } from './service';

/** Hashing 500 passwords takes less; after a crash the import waits this long. */
export const LEASE_SECONDS = 30;
/** These rows take about 20 ms, during which other writers wait on SQLite. */
const ROWS_AT_A_TIME = 100;
const COUNTED_AT_A_TIME = 2_000;

class LeaseLost extends Error {}
class RolledBack extends Error {}

/** Commits rows with their count, so that a run after a crash continues at the first missing row. */
export async function runImport(services: LinksServices, row: ImportRow, turn: Turn): Promise<RunResult> {
  const { owner } = turn;
  const path = importPath(services.config, row.id);
  const fail = async (error: ImportError): Promise<RunResult> => {
    await endImport(services, row, owner, { status: 'failed', error });
    return 'done';
  };
  try {
    const found = await findLayout(path, row);
    if (!found.ok) return await fail({ line: 1, ...found.issue });
    const { layout } = found;
    if (row.rowsTotal === null) {
      const counted = await countRows(path, layout, turn);
      if (counted === undefined) return 'more';
      if ('error' in counted) return await fail(counted.error);
      const warnings = layout.warnings.map((warning) => ({ line: 1, ...warning }));
      await updateImport(services, row, owner, { rowsTotal: counted.rows, errors: warnings });
    }
    if (!(await importFile(services, row, turn, layout))) return 'more';
    await endImport(services, row, owner, { status: 'completed' });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
  return 'done';
}

export async function endImport(
  services: LinksServices,
  row: ImportRow,
  owner: string,
  end: { status: 'completed' } | { status: 'failed'; error: ImportError },
): Promise<void> {
  const ctx = { ...services, requestId: newId('req') };
  await scoped(services.store, row.workspaceId).transaction(async (tx) => {
    const before = await requireLease(tx, row.id, owner);
    const errors = end.status === 'failed' ? [...before.errors, end.error].slice(-IMPORT_LIMITS.errors) : before.errors;
    const ended = { status: end.status, errors, completedAt: services.now(), leaseOwner: null, leaseUntil: null };
    const [after = before] = await tx.update(linkImports, eq(linkImports.id, row.id), ended);
    await emit(ctx, tx, [{ type: 'link.import.completed', data: presentImport(after, 'short') }]);
  });
  await rm(importPath(services.config, row.id), { force: true });
}

async function countRows(
  path: string,
  layout: Layout,
  { signal }: Turn,
): Promise<{ rows: number } | { error: ImportError } | undefined> {
  const file = await openRows(path, layout.start, layout.delimiter);
  let rows = 0;
  let unclosed = 0;
  let passwords = 0;
  try {
    for (let row = await file.next(); row !== undefined; row = await file.next()) {
      rows += 1;
      if ('problem' in row && row.problem === 'unclosed_quote') unclosed += 1;
      if (unclosed > MAX_UNCLOSED) return { error: tooMany(row.line, 'unclosed_quote', MAX_UNCLOSED) };
      if (layout.hasPassword(row)) passwords += 1;
      if (passwords > IMPORT_LIMITS.passwords) {
        return { error: tooMany(row.line, 'too_many_passwords', IMPORT_LIMITS.passwords) };
      }
      if (rows > IMPORT_LIMITS.rows) return { error: tooMany(row.line, 'too_many_rows', IMPORT_LIMITS.rows) };
      if (rows % COUNTED_AT_A_TIME === 0) await Bun.sleep(0);
      if (signal.aborted) return undefined;
    }
    return { rows };
  } finally {
    await file.close();
  }
}

async function importFile(services: LinksServices, row: ImportRow, turn: Turn, layout: Layout): Promise<boolean> {
  const start = row.offset > 0 ? { offset: row.offset, line: row.line } : layout.start;
  const file = await openRows(importPath(services.config, row.id), start, layout.delimiter);
  try {
    for (;;) {
      const lines: Line[] = [];
      while (lines.length < ROWS_AT_A_TIME) {
        const read = await file.next();
        if (read === undefined) break;
        lines.push({ line: read.line, next: read.next, row: layout.decode(read) });
      }
      if (lines.length === 0) return true;
      await importRows(services, row, turn.owner, lines);
      if (turn.isOver()) return false;
      await Bun.sleep(0);
    }
  } finally {
    await file.close();
  }
}

/** All rows or none; on an error of the whole batch it retries halves to isolate the failing row. */
async function importRows(
  services: LinksServices,
  row: ImportRow,
  owner: string,
  lines: readonly Line[],
): Promise<void> {
  const ctx = importContext(services, row);
  const prepared = await prepareRows(ctx, row, lines);
  try {
    await (row.dryRun ? dryRun : importOnce)(ctx, row, owner, lines, (tx) => applyRows(ctx, tx, row, prepared));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (lines.length > 1) {
      const half = Math.ceil(lines.length / 2);
      await importRows(services, row, owner, lines.slice(0, half));
      return importRows(services, row, owner, lines.slice(half));
    }
    const errors = issuesOf(error).map((issue) => ({ line: lines[0]?.line ?? 0, ...issue }));
    await importOnce(ctx, row, owner, lines, async () => ({ ...NOTHING, failed: 1, errors }));
  }
}

type Work = (tx: ScopedDb) => Promise<Applied>;

const NOTHING: Applied = { created: 0, updated: 0, skipped: 0, failed: 0, errors: [], events: [] };

async function importOnce(ctx: LinksContext, row: ImportRow, owner: string, lines: readonly Line[], apply: Work) {
  const next = lines.at(-1)?.next;
  if (!next) return;
  await ctx.db.transaction(async (tx) => {
    const before = await requireLease(tx, row.id, owner);
    const done = await apply(tx);
    await tx.update(linkImports, eq(linkImports.id, row.id), {
      offset: next.offset,
      line: next.line,
      rowsDone: before.rowsDone + lines.length,
      created: before.created + done.created,
      updated: before.updated + done.updated,
      skipped: before.skipped + done.skipped,
      failed: before.failed + done.failed,
      ...(done.errors.length > 0 && before.errors.length < IMPORT_LIMITS.errors
        ? { errors: [...before.errors, ...done.errors].slice(0, IMPORT_LIMITS.errors) }
        : {}),
      leaseUntil: leaseEnd(ctx),
    });
    await emit(ctx, tx, done.events);
  });
}

async function dryRun(ctx: LinksContext, row: ImportRow, owner: string, lines: readonly Line[], apply: Work) {
  let done = NOTHING;
  await ctx.db
    .transaction(async (tx) => {
      done = await apply(tx);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  await importOnce(ctx, row, owner, lines, async () => ({ ...done, events: [] }));
}

async function updateImport(
  services: LinksServices,
  row: ImportRow,
  owner: string,
  set: Partial<ImportRow>,
): Promise<void> {
  await scoped(services.store, row.workspaceId).transaction(async (tx) => {
    await requireLease(tx, row.id, owner);
    await tx.update(linkImports, eq(linkImports.id, row.id), { ...set, leaseUntil: leaseEnd(services) });
  });
}

const leaseEnd = ({ now }: Pick<LinksServices, 'now'>): Date => new Date(now().getTime() + LEASE_SECONDS * 1000);

/** Locks the row. Throws when another process has the lease or the import has ended. */
async function requireLease(tx: ScopedDb, id: string, owner: string): Promise<ImportRow> {
  const mine = and(eq(linkImports.id, id), eq(linkImports.status, 'running'), eq(linkImports.leaseOwner, owner));
  const [row] = await tx.select(linkImports, { where: mine, lock: true });
  if (!row) throw new LeaseLost();
  return row;
}

const tooMany = (line: number, code: string, max: number): ImportError => ({
  line,
  code,
  field: null,
  message: `At most ${max.toLocaleString('en-US')} are allowed. No row was imported.`,
});
