import { IMPORT_LIMITS, LinkImport } from '../../../shared/links/imports';
import { presentAs } from '../../present-as';
import type { linkImports } from '../schema/links';

export type ImportRow = typeof linkImports.$inferSelect;

export const presentImport = (row: ImportRow, form: 'whole' | 'short' = 'whole'): LinkImport =>
  presentAs(LinkImport, row, {
    domain_ids: row.domainId === null ? row.domainIds : [row.domainId],
    errors: form === 'whole' ? row.errors : row.errors.slice(0, IMPORT_LIMITS.shown),
  });
