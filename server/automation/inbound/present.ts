import { inArray } from 'drizzle-orm';

import {
  type InboundAnswer,
  type InboundRequest,
  InboundRequestSummary,
} from '../../../shared/automation/inbound-request';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { type inboundRequests } from '../schema/inbound';
import { publications } from '../schema/publications';
import { type StoredBody, type BodyPreview, previewStored } from './parse/stored-body';

export type InboundRequestRow = typeof inboundRequests.$inferSelect;
export type Statuses = ReadonlyMap<string, PublicationStatus>;

export async function statusesOf(
  db: ScopedDb,
  rows: readonly Pick<InboundRequestRow, 'publicationIds'>[],
): Promise<Statuses> {
  const ids = rows.flatMap(({ publicationIds }) => publicationIds);
  if (ids.length === 0) return new Map();
  const found = await db.select(publications, { where: inArray(publications.id, ids) });
  return new Map(found.map(({ id, status }) => [id, status]));
}

const publicationsOf = ({ publicationIds }: Pick<InboundRequestRow, 'publicationIds'>, statuses: Statuses) =>
  publicationIds.flatMap((id) => {
    const status = statuses.get(id);
    return status === undefined ? [] : [{ id, status }];
  });

export function presentSummary(row: InboundRequestRow, statuses: Statuses): InboundRequestSummary {
  return presentAs(InboundRequestSummary, row, { publications: publicationsOf(row, statuses) });
}

export const presentRequest = (
  row: InboundRequestRow,
  stored: StoredBody | undefined,
  statuses: Statuses,
): InboundRequest => presentWithBody(row, previewStored(stored, row.contentType), statuses);

export function presentWithBody(
  row: InboundRequestRow,
  { body, truncated }: BodyPreview,
  statuses: Statuses,
): InboundRequest {
  return {
    ...presentSummary(row, statuses),
    headers: row.headers,
    query: row.query,
    body,
    body_truncated: truncated,
    body_sha256: row.bodySha256,
  };
}

export const answerOf = (row: InboundRequestRow, statuses: Statuses, duplicate = false): InboundAnswer => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  duplicate,
  publications: publicationsOf(row, statuses),
});
