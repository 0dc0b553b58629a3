import type { ImportError } from '../../../shared/links/imports';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { writeDrafts } from '../bulk/create';
import type { LinksContext } from '../context';
import { type LinkDraft, prepareLinks } from '../links/validation/prepare';
import type { ImportRow } from '../schema/links';
import { importOrigin } from './context';
import type { Line } from './decode';
import { withDomains } from './domains';

interface PreparedRows {
  drafts: { line: number; draft: LinkDraft | ApiError }[];
  errors: ImportError[];
  failed: number;
}

export interface Applied {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  errors: ImportError[];
  events: NewEvent[];
}

/** Call it outside transactions, since hashing passwords is slow. */
export async function prepareRows(ctx: LinksContext, row: ImportRow, lines: readonly Line[]): Promise<PreparedRows> {
  const named = await withDomains(ctx, row, lines);
  const errors = named.flatMap(({ line, row: read }) =>
    read.ok ? [] : read.issues.map((issue) => ({ line, ...issue })),
  );
  const whole = named.flatMap(({ line, row: read }) => (read.ok ? [{ line, link: read.link }] : []));
  const drafts = await prepareLinks(
    ctx,
    whole.map(({ link }) => link),
  );
  return {
    drafts: whole.map(({ line }, index) => ({ line, draft: drafts[index] ?? new ApiError('internal_error') })),
    errors,
    failed: lines.length - whole.length,
  };
}

/** Throws errors that concern all rows, such as a tag quota. */
export async function applyRows(
  ctx: LinksContext,
  tx: ScopedDb,
  row: ImportRow,
  { drafts, errors, failed }: PreparedRows,
): Promise<Applied> {
  const { itemResults, events } = await writeDrafts(
    { ...ctx, store: tx.store, db: tx },
    tx,
    drafts.map(({ draft }) => draft),
    { onConflict: row.onConflict, origin: importOrigin(row) },
  );
  const applied = { created: 0, updated: 0, skipped: 0, failed };
  const refused = itemResults.flatMap((outcome, index): ImportError[] => {
    const { status } = outcome;
    if (status === 'created' || status === 'updated' || status === 'skipped') applied[status] += 1;
    if (status !== 'failed') return [];
    applied.failed += 1;
    return issuesOf(outcome.error).map((issue) => ({ line: drafts[index]?.line ?? 0, ...issue }));
  });
  const all = [...errors, ...refused].toSorted((a, b) => a.line - b.line);
  return { ...applied, errors: all, events: row.suppressEvents ? [] : events };
}

export function issuesOf(error: ApiError): Omit<ImportError, 'line'>[] {
  const { errors = [] } = error.details;
  if (errors.length === 0) return [{ code: error.code, field: null, message: error.message }];
  return errors.map(({ code, pointer, message }) => ({ code, field: pointer.split('/')[1] ?? null, message }));
}
