import { and, gt, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';

import type { ApiKey } from '../../../shared/access/key-answers';
import type { ListKeys } from '../../../shared/access/keys';
import type { Page } from '../../../shared/page';
import { andThen, type Awaitable } from '../../awaitable';
import { contains, given } from '../../db/match';
import { pageOfRows } from '../../paging';
import type { AccessContext } from '../context';
import { apiKeys } from '../schema/keys';
import { presentKeys, presentOneKey } from './present';
import { isLive } from './rules';

export async function listKeys(ctx: AccessContext, input: ListKeys): Promise<Page<ApiKey>> {
  const { limit, cursor, ...filters } = input;
  const { status, kind, q, created_after, sort } = filters;
  const now = ctx.now();

  return pageOfRows(
    ctx.db,
    apiKeys,
    {
      limit,
      cursor,
      order: sort === 'created_at' ? 'asc' : 'desc',
      where: and(
        given(status, (states) => or(...states.map((one) => hasStatus(one, now)))),
        given(kind, (kinds) => inArray(apiKeys.kind, kinds)),
        given(q, (part) => contains(apiKeys.name, part)),
        given(created_after, (time) => gt(apiKeys.createdAt, new Date(time))),
      ),
      filters,
    },
    (rows) => presentKeys(ctx.db, rows, now),
  );
}

export const getKey = (ctx: AccessContext, { key_id }: { key_id: string }): Awaitable<ApiKey> =>
  andThen(ctx.db.require(apiKeys, key_id), (row) => presentOneKey(ctx.db, row, ctx.now()));

function hasStatus(status: ApiKey['status'], now: Date): SQL | undefined {
  switch (status) {
    case 'active':
      return isLive(now);
    case 'expired':
      return and(isNull(apiKeys.revokedAt), lte(apiKeys.expiresAt, now));
    case 'revoked':
      return isNotNull(apiKeys.revokedAt);
    default:
      return status satisfies never;
  }
}
