import type { FieldIssue } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import type { BulkItemResult, BulkResult, BulkStatus } from '../../../shared/links/bulk';
import type { Link } from '../../../shared/links/links';
import { ApiError } from '../../errors';
import type { LinksContext } from '../context';
import { hideCounters, canReadLinks } from '../links/present';

export type ItemResult = { status: Exclude<BulkStatus, 'failed'>; link?: Link } | { status: 'failed'; error: ApiError };

export const failedItem = (error: ApiError): ItemResult => ({ status: 'failed', error });

type PointerOf = (index: number) => string;

export function bulkResult(
  ctx: Pick<LinksContext, 'actor'>,
  itemResults: readonly ItemResult[],
  pointerOf: PointerOf,
): BulkResult {
  const count = (status: BulkStatus): number => itemResults.filter((item) => item.status === status).length;
  return {
    created: count('created'),
    updated: count('updated'),
    deleted: count('deleted'),
    failed: count('failed'),
    results: itemResults.map((item, index): BulkItemResult => {
      const { status } = item;
      if (item.status === 'failed') return { index, status, error: errorOf(item.error, pointerOf(index)) };
      // A caller who cannot read links must not learn about the existing one.
      const link = status === 'skipped' && !canReadLinks(ctx) ? undefined : item.link;
      return { index, status, ...(link ? { link: hideCounters(ctx, link) } : {}) };
    }),
  };
}

function errorOf({ code, message, details }: ApiError, pointer: string): BulkItemResult['error'] {
  const issue = details.errors?.[0];
  return { code: issue?.code ?? code, detail: message, pointer: pointer + (issue?.pointer ?? '') };
}

/** Throws 422 with an issue for each failed item, which rolls back all items. */
export function requireAll(itemResults: readonly ItemResult[], pointerOf: PointerOf): void {
  const errors = itemResults.flatMap((item, index) =>
    item.status === 'failed' ? issuesOf(item.error, pointerOf(index)) : [],
  );
  if (errors.length === 0) return;
  const count = itemResults.filter(({ status }) => status === 'failed').length;
  throw new ApiError('unprocessable', {
    detail: `No item was processed, because ${count} of ${itemResults.length} items failed.`,
    errors: errors.slice(0, LIMITS.issuesPerProblem),
  });
}

function issuesOf({ code, message, details }: ApiError, pointer: string): FieldIssue[] {
  const own = details.errors ?? [{ in: 'body' as const, pointer: '', code, message }];
  return own.map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
}
