import { IMPORT_LIMITS, type LinkImport } from '../../../shared/links/imports';
import type { linkImports } from '../schema/links';

export type ImportRow = typeof linkImports.$inferSelect;

export const presentImport = (row: ImportRow, form: 'whole' | 'short' = 'whole'): LinkImport => ({
  id: row.id,
  status: row.status,
  format: row.format,
  domain_id: row.domainId,
  domain_ids: row.domainId === null ? row.domainIds : [row.domainId],
  on_conflict: row.onConflict,
  dry_run: row.dryRun,
  suppress_events: row.suppressEvents,
  rows_total: row.rowsTotal,
  rows_done: row.rowsDone,
  created: row.created,
  updated: row.updated,
  skipped: row.skipped,
  failed: row.failed,
  errors: form === 'whole' ? row.errors : row.errors.slice(0, IMPORT_LIMITS.shown),
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});
