import type { KeyResources } from '../../../shared/access/keys';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import type { ScopedDb } from '../../db/scoped';
import { fieldError } from '../../errors';
import type { AccessRequest } from '../context';

type ResourceKind = keyof KeyResources;

/** Ids that exist for every workspace without a row in it. */
const SHARED_IDS = new Set([SHARED_DOMAIN_ID]);

/** Throws 422 `related_not_found`. */
export async function requireResources(
  { accessPorts }: Pick<AccessRequest, 'accessPorts'>,
  db: ScopedDb,
  resources: KeyResources,
): Promise<void> {
  for (const [kind, ids] of Object.entries(resources) as [ResourceKind, string[] | undefined][]) {
    const table = accessPorts.keyResources[kind];
    for (const [index, id] of (ids ?? []).entries()) {
      if (SHARED_IDS.has(id)) continue;
      const pointer = `/resources/${kind}/${index}`;
      if (!table)
        throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
      await db.relate(table, id, pointer);
    }
  }
}
