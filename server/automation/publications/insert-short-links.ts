import type { LinkActor } from '../../../shared/links/links';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { redirectAnew } from '../../links/changes';
import { reachablePlaces } from '../../links/domains/find';
import { columnsOf } from '../../links/links/columns';
import { linkCreated } from '../../links/links/events';
import { NO_FIGURES } from '../../links/links/figures';
import { insertDrafts, isConflict } from '../../links/links/insert';
import type { LinkDraft } from '../../links/links/prepare';
import { presentLinks, shortUrlOf } from '../../links/links/present';
import { requireRoom } from '../../links/links/room';
import { slugSource } from '../../links/links/slug';
import { linkSettingsOf } from '../../links/settings/service';
import { judgeTargets } from '../../links/targets';
import type { AutomationContext, PublicationOrigin } from '../context';

/** Links of a publication that could be made: each for one address as it stands in the text. */
export interface PreparedLinks {
  drafts: ReadonlyMap<string, LinkDraft>;
  /** Why an address can have none. */
  refused: ReadonlyMap<string, { code: string; message: string }>;
  /** As long as the address of a link will be, with a slug of `x`. */
  placeholder: string;
}

/** What became of an address in the text. */
export interface MadeLink {
  url: string;
  linkId: string;
  shortUrl: string;
}

/**
 * Judges addresses that are to become short links on the default domain of the workspace; null where it has none, or
 * none that is reached. Reads only.
 */
export async function prepareForPublication(
  ctx: AutomationContext,
  urls: readonly string[],
): Promise<PreparedLinks | null> {
  const { store } = ctx.db;
  const settings = await linkSettingsOf(ctx, store);
  const id = settings.defaultDomainId ?? '';
  const place = (await reachablePlaces(ctx, ctx.db, [id])).get(id);
  if (place === undefined) return null;

  const unique = [...new Set(urls)];
  const allowPrivate = settings.allowPrivateTargets && !place.shared;
  const verdicts = await judgeTargets(
    { ...ctx, store },
    unique.map((url) => ({ pointer: '', url, allowPrivate })),
  );
  const drafts = new Map<string, LinkDraft>();
  const refused = new Map<string, { code: string; message: string }>();
  for (const [index, verdict] of verdicts.entries()) {
    const url = unique[index] ?? '';
    if (!verdict.ok) {
      refused.set(url, { code: verdict.code, message: verdict.message });
      continue;
    }
    const input = { url: verdict.href };
    const columns = columnsOf(input) as LinkDraft['columns'];
    drafts.set(url, { place, input, columns, slugs: slugSource(input, place, settings.slugLength) });
  }
  return { drafts, refused, placeholder: shortUrlOf(place, 'x'.repeat(settings.slugLength)) };
}

/** Makes the links of a publication in the caller’s transaction, which emits the events. Throws 422 above the quota. */
export async function makeForPublication(
  ctx: AutomationContext,
  tx: ScopedDb,
  publicationId: string,
  drafts: ReadonlyMap<string, LinkDraft>,
): Promise<{ links: MadeLink[]; events: NewEvent[] }> {
  if (drafts.size === 0) return { links: [], events: [] };
  await requireRoom(ctx, tx, drafts.size);
  const origin = { source: 'automation' as const, actor: actorOf(ctx.origin) };
  const own = [...drafts.values()].map((draft) => ({ ...draft, columns: { ...draft.columns, publicationId } }));
  const rows = await insertDrafts(ctx, tx, own, origin);

  const made = rows.map((row) => {
    if (isConflict(row)) throw new ApiError('slug_taken', 'No free slug was found. Try again.');
    return row;
  });
  await redirectAnew(ctx, tx.store, made);
  const presented = await presentLinks(ctx, tx, made, NO_FIGURES, false);
  const urls = [...drafts.keys()];
  return {
    links: presented.map((link, index) => ({
      url: urls[index] ?? link.url,
      linkId: link.id,
      shortUrl: link.short_url,
    })),
    events: presented.map((link) => linkCreated(link, origin)),
  };
}

/** Who stands behind it: a key or a person, else the endpoint or the run that made it. */
function actorOf({ keyId, userId, ruleRunId, endpointId }: PublicationOrigin): LinkActor {
  if (keyId !== undefined) return { type: 'key', id: keyId };
  if (userId !== undefined) return { type: 'user', id: userId };
  return { type: 'system', id: ruleRunId ?? endpointId ?? 'automation' };
}
