import type { KeyResources } from '../../../shared/access/keys';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { ScopedDb } from '../../db/scoped';
import { fieldError } from '../../errors';
import type { AccessRequest } from '../context';

type ResourceKind = keyof KeyResources;

/** What is no row of any workspace, and there for all of them. */
const EVERYBODYS = new Set([SHARED_DOMAIN_ID]);

/** Throws 422 `related_not_found` when one of the named objects is not in this workspace. */
export async function requireResources(
  { accessPorts }: Pick<AccessRequest, 'accessPorts'>,
  db: ScopedDb,
  resources: KeyResources,
): Promise<void> {
  for (const [kind, ids] of Object.entries(resources) as [ResourceKind, string[] | undefined][]) {
    const table = accessPorts.keyResources[kind];
    for (const [index, id] of (ids ?? []).entries()) {
      if (EVERYBODYS.has(id)) continue;
      const pointer = `/resources/${kind}/${index}`;
      if (!table)
        throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
      await db.relate(table, id, pointer);
    }
  }
}
