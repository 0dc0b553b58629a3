import type { KeyResources } from '../../../shared/access/keys';
import { SHARED_DOMAIN_ID } from '../../../shared/links/domains';
import { inboundEndpoints } from '../../automation/schema/inbound';
import type { ScopedDb, TenantTable } from '../../db/scoped';
import { fieldError } from '../../errors';
import { linkDomains } from '../../links/schema/links';
import { waInstances } from '../../whatsapp/schema/instances';

type ResourceKind = keyof KeyResources;

/** The table of each kind of object that a key can be narrowed to. A surface that has one adds it here. */
const TABLES: Partial<Record<ResourceKind, TenantTable>> = {
  inbound_endpoints: inboundEndpoints,
  link_domains: linkDomains,
  whatsapp_instances: waInstances,
};
/** What is no row of any workspace, and there for all of them. */
const EVERYBODYS = new Set([SHARED_DOMAIN_ID]);

/** Throws 422 `related_not_found` when one of the named objects is not in this workspace. */
export async function requireResources(db: ScopedDb, resources: KeyResources): Promise<void> {
  for (const [kind, ids] of Object.entries(resources) as [ResourceKind, string[] | undefined][]) {
    const table = TABLES[kind];
    for (const [index, id] of (ids ?? []).entries()) {
      if (EVERYBODYS.has(id)) continue;
      const pointer = `/resources/${kind}/${index}`;
      if (!table)
        throw fieldError('related_not_found', pointer, 'related_not_found', 'No such object in this workspace.');
      await db.relate(table, id, pointer);
    }
  }
}
