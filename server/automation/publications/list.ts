import { and, gt, inArray, lt } from 'drizzle-orm';

import type { Publication } from '../../../shared/automation/publication';
import type { PublicationId } from '../../../shared/automation/publication-inputs';
import type { ListPublications } from '../../../shared/automation/publication-verbs';
import type { Page } from '../../../shared/page';
import { contains, given } from '../../db/match';
import { pageOfRows } from '../../paging';
import { tagged } from '../../whatsapp';
import type { AutomationCall } from '../context';
import { publications } from '../schema/publications';
import { onChannels, grantedInstanceIds, onGrantedInstances } from './compose/granted-instances';
import { requirePublication } from './find';
import { presentPublication } from './present';

export async function listPublications(
  ctx: AutomationCall,
  { limit, cursor, ...filters }: ListPublications,
): Promise<Page<Publication>> {
  const instances = grantedInstanceIds(ctx);
  const where = and(
    onGrantedInstances(instances),
    given(filters.status, (statuses) => inArray(publications.status, statuses)),
    given(filters.source, (sources) => inArray(publications.source, sources)),
    given(filters.channel, onChannels),
    given(filters.q, (part) => contains(publications.search, part.toLowerCase())),
    given(filters.created_after, (time) => gt(publications.createdAt, new Date(time))),
    given(filters.created_before, (time) => lt(publications.createdAt, new Date(time))),
    given(filters.due_after, (time) => gt(publications.dueAt, new Date(time))),
    given(filters.due_before, (time) => lt(publications.dueAt, new Date(time))),
  );
  return pageOfRows(ctx.db, publications, { limit, cursor, where, filters: { ...filters, instances } }, (rows) =>
    rows.map(presentPublication),
  );
}

export async function getPublication(ctx: AutomationCall, input: PublicationId): Promise<Publication> {
  const row = await requirePublication(ctx, ctx.db, input);
  return tagged(ctx, row.version, presentPublication(row));
}
