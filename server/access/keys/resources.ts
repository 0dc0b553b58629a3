import type { KeyResources } from '../../../shared/access/keys';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { ScopedDb, TenantTable } from '../../db/scoped';
import type { AccessRequest } from '../context';

/** Ids that every workspace has without a row. */
const SHARED_IDS = new Set([SHARED_DOMAIN_ID]);

/** Throws 422 `related_not_found`. */
export async function requireResources(
  { accessPorts }: Pick<AccessRequest, 'accessPorts'>,
  db: ScopedDb,
  resources: KeyResources,
): Promise<void> {
  await requireRelated(db, accessPorts.keyResources, resources, '/resources');
}

/** Throws 422 `related_not_found` for ids without a row in the table of their kind. */
export async function requireRelated<Kind extends string>(
  db: ScopedDb,
  tables: Readonly<Record<Kind, TenantTable>>,
  idsByKind: { [K in Kind]?: readonly string[] | undefined },
  pointer: string,
): Promise<void> {
  for (const [kind, ids] of Object.entries(idsByKind) as [Kind, readonly string[] | undefined][]) {
    for (const [index, id] of (ids ?? []).entries()) {
      if (!SHARED_IDS.has(id)) await db.relate(tables[kind], id, `${pointer}/${kind}/${index}`);
    }
  }
}
