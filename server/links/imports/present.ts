import { IMPORT_LIMITS, LinkImport } from '../../../shared/links/imports';
import { presentAs } from '../../present-as';
import type { ImportRow } from '../schema/links';

export const presentImport = (row: ImportRow, form: 'whole' | 'short' = 'whole'): LinkImport =>
  presentAs(LinkImport, row, {
    domain_ids: row.domainId === null ? row.domainIds : [row.domainId],
    errors: form === 'whole' ? row.errors : row.errors.slice(0, IMPORT_LIMITS.shown),
  });
