import { rm } from 'node:fs/promises';

import { and, eq } from 'drizzle-orm';

import { newId } from '../../../shared/ids';
import { IMPORT_LIMITS, type ImportError } from '../../../shared/links/imports';
import { type ScopedDb, scoped } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit } from '../../events/emit';
import type { RunResult, Turn } from '../../work/types';
import type { LinksServices, LinksContext } from '../context';
import { linkImports } from '../schema/links';
import { type Applied, applyRows, issuesOf, type Line, prepareRows } from './apply';
import { contextOf } from './context';
import { findLayout, type Layout } from './layout';
import { type ImportRow, presentImport } from './present';
import { MAX_UNCLOSED, openRows } from './rows';
import { importPath } from './service';

/** Longer than five hundred passwords take; after a crash the import waits so long. */
export const LEASE_SECONDS = 30;
/** On SQLite nobody else gets a turn while they are written: so many take some 20 ms. */
const ROWS_AT_A_TIME = 100;
/** The event loop gets its turn after so many rows that are only counted. */
const COUNTED_AT_A_TIME = 2_000;

/** Another process has the import, or it was canceled. */
class Lost extends Error {}
/** A dry run is over and is to leave nothing. */
class Rehearsed extends Error {}

/**
 * Works off an import from where it stands. Rows and the count of them are in one transaction, so that whoever goes on
 * after a crash begins at the first row that is not in the database.
 */
export async function runImport(services: LinksServices, row: ImportRow, turn: Turn): Promise<RunResult> {
  const { owner } = turn;
  const path = importPath(services.config, row.id);
  const fail = async (error: ImportError): Promise<RunResult> => {
    await endImport(services, row, owner, { status: 'failed', error });
    return 'done';
  };
  try {
    const found = await findLayout(path, row);
    if (!found.ok) {
      const error = { line: 1, ...found.issue };
      return await fail(error);
    }
    const { layout } = found;
    if (row.rowsTotal === null) {
      const survey = await count(path, layout, turn);
      if (survey === undefined) return 'more';
      if ('error' in survey) return await fail(survey.error);
      const warnings = layout.warnings.map((warning) => ({ line: 1, ...warning }));
      await change(services, row, owner, { rowsTotal: survey.rows, errors: warnings });
    }
    if (!(await work(services, row, turn, layout))) return 'more';
    await endImport(services, row, owner, { status: 'completed' });
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
  return 'done';
}

/** Ends an import, tells of it and deletes its file. */
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
    const ended = { status: end.status, errors, finishedAt: services.now(), leaseOwner: null, leaseUntil: null };
    const [after = before] = await tx.update(linkImports, eq(linkImports.id, row.id), ended);
    await emit(ctx, tx.store, row.workspaceId, [
      { type: 'link.import.completed', data: presentImport(after, 'short') },
    ]);
  });
  await rm(importPath(services.config, row.id), { force: true });
}

/** Counts the rows before the first is taken: of a file that is none of links, none is. */
async function count(
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

/** True when no row is left. */
async function work(services: LinksServices, row: ImportRow, turn: Turn, layout: Layout): Promise<boolean> {
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
      await takeRows(services, row, turn.owner, lines);
      if (turn.isOver()) return false;
      await Bun.sleep(0);
    }
  } finally {
    await file.close();
  }
}

/** Takes some rows, all or none; where that concerns all of them, in halves, down to the one that cannot be taken. */
async function takeRows(services: LinksServices, row: ImportRow, owner: string, lines: readonly Line[]): Promise<void> {
  const ctx = contextOf(services, row);
  const prepared = await prepareRows(ctx, row, lines);
  try {
    await (row.dryRun ? rehearse : takeOnce)(ctx, row, owner, lines, (tx) => applyRows(ctx, tx, row, prepared));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (lines.length > 1) {
      const half = Math.ceil(lines.length / 2);
      await takeRows(services, row, owner, lines.slice(0, half));
      return takeRows(services, row, owner, lines.slice(half));
    }
    const errors = issuesOf(error).map((issue) => ({ line: lines[0]?.line ?? 0, ...issue }));
    await takeOnce(ctx, row, owner, lines, async () => ({ ...NOTHING, failed: 1, errors }));
  }
}

type Work = (tx: ScopedDb) => Promise<Applied>;

const NOTHING: Applied = { created: 0, updated: 0, skipped: 0, failed: 0, errors: [], events: [] };

/** The rows and the count of them in one transaction. */
async function takeOnce(ctx: LinksContext, row: ImportRow, owner: string, lines: readonly Line[], apply: Work) {
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
    await emit(ctx, tx.store, row.workspaceId, done.events);
  });
}

/** As `takeOnce`, but of the rows nothing is kept besides the count. */
async function rehearse(ctx: LinksContext, row: ImportRow, owner: string, lines: readonly Line[], apply: Work) {
  let done = NOTHING;
  await ctx.db
    .transaction(async (tx) => {
      done = await apply(tx);
      throw new Rehearsed();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rehearsed)) throw error;
    });
  await takeOnce(ctx, row, owner, lines, async () => ({ ...done, events: [] }));
}

async function change(services: LinksServices, row: ImportRow, owner: string, set: Partial<ImportRow>): Promise<void> {
  await scoped(services.store, row.workspaceId).transaction(async (tx) => {
    await requireLease(tx, row.id, owner);
    await tx.update(linkImports, eq(linkImports.id, row.id), { ...set, leaseUntil: leaseEnd(services) });
  });
}

const leaseEnd = ({ now }: Pick<LinksServices, 'now'>): Date => new Date(now().getTime() + LEASE_SECONDS * 1000);

/** The import, held until the transaction ends. Throws when another process has it, or it has ended. */
async function requireLease(tx: ScopedDb, id: string, owner: string): Promise<ImportRow> {
  const mine = and(eq(linkImports.id, id), eq(linkImports.status, 'running'), eq(linkImports.leaseOwner, owner));
  const [row] = await tx.select(linkImports, { where: mine, lock: true });
  if (!row) throw new Lost();
  return row;
}

const tooMany = (line: number, code: string, most: number): ImportError => ({
  line,
  code,
  field: null,
  message: `At most ${most.toLocaleString('en-US')} are allowed. No row was imported.`,
});
