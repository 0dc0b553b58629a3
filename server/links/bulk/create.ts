import { SCOPES_OF_ROLE } from '../../../shared/access/scopes';
import type { BulkCreateLinks, BulkResult, OnConflict } from '../../../shared/links/bulk';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, insufficientScope } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { chargeMore } from '../../limits/charge';
import { redirectAnew } from '../changes';
import type { LinksContext } from '../context';
import { linkCreated } from '../links/events';
import { figuresOf, NO_FIGURES } from '../links/figures';
import { type Conflict, conflictError, insertDrafts, isConflict } from '../links/insert';
import { type LinkOrigin, type LinkRow, originOf } from '../links/origin';
import { requireFewPasswords } from '../links/passwords';
import { type LinkDraft, prepareLinks, refusable } from '../links/prepare';
import { presentLinks } from '../links/present';
import { requireRoom } from '../links/room';
import { bulkResult, failed, type Outcome, requireAll } from './outcome';
import { type Done, extraCost, runItems } from './run';
import { changeExisting } from './update';

const pointerOf = (index: number): string => `/items/${index}`;

interface Writing {
  onConflict: OnConflict;
  origin: LinkOrigin;
}

/** Makes many links. Throws 422 when `atomic` and one of them cannot be made, and for too many passwords. */
export async function bulkCreateLinks(ctx: LinksContext, input: BulkCreateLinks): Promise<BulkResult> {
  const { items, atomic, on_conflict: onConflict } = input;
  chargeMore(ctx, extraCost(items.length));
  if (onConflict === 'update') requireWrite(ctx);
  requireFewPasswords(items);

  const drafts = await prepareLinks(ctx, items);
  const outcomes = await runItems(
    ctx,
    drafts,
    { atomic, judge: (all) => requireAll(all, pointerOf) },
    (inner, tx, some) => writeDrafts(inner, tx, some, { onConflict, origin: originOf(ctx) }),
  );
  return bulkResult(ctx, outcomes, pointerOf);
}

/**
 * Makes links of drafts in a transaction, or does with those that are there already what `onConflict` says. The caller
 * emits the events. `ctx` must be bound to the transaction.
 */
export async function writeDrafts(
  ctx: LinksContext,
  tx: ScopedDb,
  drafts: readonly (LinkDraft | ApiError)[],
  writing: Writing,
): Promise<Done> {
  const admitted: (LinkDraft | ApiError)[] = [];
  for (const draft of drafts) {
    const refusal = draft instanceof ApiError ? undefined : await refusable(() => requireRoom(ctx, tx, 1));
    admitted.push(refusal ?? draft);
  }
  const chosen = admitted.filter((draft): draft is LinkDraft => !(draft instanceof ApiError));
  const written = await insertDrafts(ctx, tx, chosen, writing.origin);
  const made = written.filter((result): result is LinkRow => !isConflict(result));
  const links = new Map((await presentLinks(ctx, tx, made, NO_FIGURES)).map((link) => [link.id, link]));
  await redirectAnew(ctx, tx.store, made);

  const outcomes: Outcome[] = [];
  const events: NewEvent[] = [...links.values()].map((link) => linkCreated(link, writing.origin));
  const results = written.values();
  for (const draft of admitted) {
    const result = draft instanceof ApiError ? draft : results.next().value;
    if (draft instanceof ApiError || result === undefined || result instanceof ApiError) {
      outcomes.push(failed(draft instanceof ApiError ? draft : new ApiError('internal_error')));
    } else if (isConflict(result)) {
      const done = await settle(ctx, tx, draft, result, writing);
      outcomes.push(...done.outcomes);
      events.push(...done.events);
    } else {
      const link = links.get(result.id);
      outcomes.push({ status: 'created', ...(link ? { link } : {}) });
    }
  }
  return { outcomes, events };
}

/** What becomes of an item whose slug or external id is taken. */
async function settle(
  ctx: LinksContext,
  tx: ScopedDb,
  { input, columns }: LinkDraft,
  conflict: Conflict,
  { onConflict, origin }: Writing,
): Promise<Done> {
  const { existing } = conflict;
  if (onConflict === 'skip') {
    const [link] = existing ? await presentLinks(ctx, tx, [existing], await figuresOf(ctx, [existing])) : [];
    return { outcomes: [{ status: 'skipped', ...(link ? { link } : {}) }], events: [] };
  }
  if (onConflict === 'error' || !existing) return { outcomes: [failed(conflictError(conflict))], events: [] };
  const { slug_length: _, prefix: __, password: ___, ...change } = input;
  return changeExisting(ctx, tx, existing, { change, passwordHash: columns.passwordHash }, origin);
}

/** Throws 403. */
function requireWrite({ actor }: Pick<LinksContext, 'actor'>): void {
  if (actor.type === 'user') {
    if (actor.member && SCOPES_OF_ROLE[actor.member.role].has('links:write')) return;
    throw new ApiError('insufficient_role');
  }
  if (actor.scopes.has('links:write')) return;
  throw insufficientScope(['links:write'], '`on_conflict: update` needs the scope links:write.');
}
