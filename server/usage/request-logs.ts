import { and, eq, gt, gte, inArray, lt, or, type SQL } from 'drizzle-orm';

import { ID_PREFIXES, idPattern } from '../../shared/ids';
import type { Page } from '../../shared/page';
import {
  type ListRequestLogs,
  type RequestId,
  RequestLog,
  type RequestLogDetail,
} from '../../shared/usage/request-logs';
import { contains, given } from '../db/match';
import { pageOfRows } from '../paging';
import { presentAs } from '../present-as';
import type { UsageContext } from './context';
import { requestLogs } from './schema';

type Row = typeof requestLogs.$inferSelect;

const REQUEST_ID = new RegExp(idPattern(ID_PREFIXES.request));
const PATH_ID = /^.*\/([a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25})(?:\/|$)/;
const MADE_ID = /^\{"id":"([a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25})"/;

export async function listRequestLogs(ctx: UsageContext, input: ListRequestLogs): Promise<Page<RequestLog>> {
  const { limit, cursor, ...filters } = input;
  return pageOfRows(ctx.db, requestLogs, { limit, cursor, where: whereOf(input), filters }, (rows) =>
    rows.map(present),
  );
}

export async function getRequestLog(ctx: UsageContext, input: RequestId): Promise<RequestLogDetail> {
  const row = await ctx.db.require(requestLogs, input.request_id);
  const shown = mayReadBodies(ctx, row.keyId);
  return {
    ...present(row),
    request_body: shown ? row.requestBody : null,
    response_body: shown ? row.responseBody : null,
  };
}

export async function hasRequestLogs({ db }: Pick<UsageContext, 'db'>): Promise<boolean> {
  return (await db.select(requestLogs, { limit: 1 })).length > 0;
}

/** Bodies may contain data beyond the scopes of a reader. */
function mayReadBodies({ actor }: UsageContext, keyId: string | null): boolean {
  if (actor.type === 'key') {
    const isWide = Object.values(actor.resources).every((ids) => ids === undefined);
    return (actor.fullAccess && isWide) || actor.keyId === keyId;
  }
  return actor.member?.role === 'owner' || actor.member?.role === 'admin';
}

function whereOf(input: ListRequestLogs): SQL | undefined {
  const { status_class, code, method, operation_id, surface, key_id, q, created_after, created_before } = input;
  return and(
    given(status_class, (names) => or(...names.map((name) => inClass(Number(name[0]) * 100)))),
    given(code, (name) => eq(requestLogs.code, name)),
    given(method, (names) => inArray(requestLogs.method, names)),
    given(operation_id, (id) => eq(requestLogs.operationId, id)),
    given(surface, (name) => eq(requestLogs.surface, name)),
    given(key_id, (id) => eq(requestLogs.keyId, id)),
    given(q, (part) => (REQUEST_ID.test(part) ? eq(requestLogs.id, part) : contains(requestLogs.path, part))),
    given(created_after, (time) => gt(requestLogs.createdAt, new Date(time))),
    given(created_before, (time) => lt(requestLogs.createdAt, new Date(time))),
  );
}

const inClass = (status: number) => and(gte(requestLogs.status, status), lt(requestLogs.status, status + 100));

const present = (row: Row): RequestLog =>
  presentAs(RequestLog, row, {
    object_id: objectOf(row),
    idempotent_replayed: row.replayed,
  });

/** The created object, otherwise the innermost object of the path. */
function objectOf({ path, status, responseBody }: Row): string | null {
  const made = status === 201 && responseBody !== null ? MADE_ID.exec(responseBody)?.[1] : undefined;
  return made ?? PATH_ID.exec(path)?.[1] ?? null;
}
