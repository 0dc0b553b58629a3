import { SCOPES_OF_ROLE } from '../../../shared/access/scopes';
import type { BulkCreateLinks, BulkResult, OnConflict } from '../../../shared/links/bulk';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, insufficientScope } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { chargeMore } from '../../limits/charge';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { clickStatsOf, NO_CLICK_STATS } from '../links/click-stats';
import { linkCreated } from '../links/events';
import { type Conflict, conflictError, insertDrafts, isConflict } from '../links/insert';
import { type LinkOrigin, originOf } from '../links/origin';
import { presentLinks } from '../links/present';
import { reserveUpTo, tooManyLinks } from '../links/quota';
import { requirePasswordLimit } from '../links/validation/passwords';
import { type LinkDraft, prepareLinks } from '../links/validation/prepare';
import type { LinkRow } from '../schema/links';
import { bulkResult, failedItem, type ItemResult, requireAll } from './item-result';
import { type ItemRun, extraCost, runItems } from './run';
import { changeExisting } from './update';

const pointerOf = (index: number): string => `/items/${index}`;

interface WriteOptions {
  onConflict: OnConflict;
  origin: LinkOrigin;
}

export async function bulkCreateLinks(ctx: LinksContext, input: BulkCreateLinks): Promise<BulkResult> {
  const { items, atomic, on_conflict: onConflict } = input;
  chargeMore(ctx, extraCost(items.length));
  if (onConflict === 'update') requireWriteScope(ctx);
  requirePasswordLimit(items);

  const drafts = await prepareLinks(ctx, items);
  const itemResults = await runItems(
    ctx,
    drafts,
    { atomic, validate: (all) => requireAll(all, pointerOf) },
    (inner, tx, some) => writeDrafts(inner, tx, some, { onConflict, origin: originOf(ctx) }),
  );
  return bulkResult(ctx, itemResults, pointerOf);
}

/** Requires `ctx` bound to the transaction. The caller emits the events. */
export async function writeDrafts(
  ctx: LinksContext,
  tx: ScopedDb,
  drafts: readonly (LinkDraft | ApiError)[],
  options: WriteOptions,
): Promise<ItemRun> {
  const valid = drafts.filter((draft): draft is LinkDraft => !(draft instanceof ApiError));
  const chosen = valid.slice(0, await reserveUpTo(ctx, tx, valid.length));
  const refused = new Set(valid.slice(chosen.length));
  const admitted = drafts.map((draft) =>
    draft instanceof ApiError || !refused.has(draft) ? draft : tooManyLinks(ctx),
  );
  const written = await insertDrafts(ctx, tx, chosen, options.origin);
  const made = written.filter((result): result is LinkRow => !isConflict(result));
  const links = new Map((await presentLinks(ctx, tx, made, NO_CLICK_STATS)).map((link) => [link.id, link]));
  await invalidateRedirects(ctx, tx.store, made);

  const itemResults: ItemResult[] = [];
  const events: NewEvent[] = [...links.values()].map((link) => linkCreated(link, options.origin));
  const results = written.values();
  for (const draft of admitted) {
    const result = draft instanceof ApiError ? draft : results.next().value;
    if (draft instanceof ApiError || result === undefined || result instanceof ApiError) {
      itemResults.push(failedItem(draft instanceof ApiError ? draft : new ApiError('internal_error')));
    } else if (isConflict(result)) {
      const done = await resolveConflict(ctx, tx, draft, result, options);
      itemResults.push(...done.itemResults);
      events.push(...done.events);
    } else {
      const link = links.get(result.id);
      itemResults.push({ status: 'created', ...(link ? { link } : {}) });
    }
  }
  return { itemResults, events };
}

async function resolveConflict(
  ctx: LinksContext,
  tx: ScopedDb,
  { input, columns }: LinkDraft,
  conflict: Conflict,
  { onConflict, origin }: WriteOptions,
): Promise<ItemRun> {
  const { existing } = conflict;
  if (onConflict === 'skip') {
    const [link] = existing ? await presentLinks(ctx, tx, [existing], await clickStatsOf(ctx, [existing])) : [];
    return { itemResults: [{ status: 'skipped', ...(link ? { link } : {}) }], events: [] };
  }
  if (onConflict === 'error' || !existing) return { itemResults: [failedItem(conflictError(conflict))], events: [] };
  const { slug_length: _, prefix: __, password: ___, ...change } = input;
  return changeExisting(ctx, tx, existing, { change, passwordHash: columns.passwordHash }, origin);
}

function requireWriteScope({ actor }: Pick<LinksContext, 'actor'>): void {
  if (actor.type === 'user') {
    if (actor.member && SCOPES_OF_ROLE[actor.member.role].has('links:write')) return;
    throw new ApiError('insufficient_role');
  }
  if (actor.scopes.has('links:write')) return;
  throw insufficientScope(['links:write'], '`on_conflict: update` needs the scope links:write.');
}
