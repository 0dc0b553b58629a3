import type { LinkActor } from '../../../shared/links/links';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import {
  columnsOf,
  insertDrafts,
  invalidateRedirects,
  isConflict,
  linkCreated,
  type LinkDraft,
  linkSettingsOf,
  NO_CLICK_STATS,
  presentLinks,
  reserveLinks,
  shortUrlOf,
  slugSource,
  usableDomains,
  validateTargets,
} from '../../links';
import type { AutomationContext, PublicationOrigin } from '../context';

/** Links that can be created, each for a URL as it stands in the text. */
export interface PreparedLinks {
  drafts: ReadonlyMap<string, LinkDraft>;
  refused: ReadonlyMap<string, { code: string; message: string }>;
  /** A slug of `x` with the length of the future link. */
  placeholder: string;
}

interface MadeLink {
  url: string;
  linkId: string;
  shortUrl: string;
}

/** Validates the URLs to shorten on the default domain; null without an accessible default domain. Reads only. */
export async function prepareForPublication(
  ctx: AutomationContext,
  urls: readonly string[],
): Promise<PreparedLinks | null> {
  const { store } = ctx.db;
  const settings = await linkSettingsOf(ctx, store);
  const id = settings.defaultDomainId ?? '';
  const place = (await usableDomains(ctx, ctx.db, [id])).get(id);
  if (place === undefined) return null;

  const unique = [...new Set(urls)];
  const allowPrivate = settings.allowPrivateTargets && !place.shared;
  const checks = await validateTargets(
    { ...ctx, store },
    unique.map((url) => ({ pointer: '', url, allowPrivate })),
  );
  const drafts = new Map<string, LinkDraft>();
  const refused = new Map<string, { code: string; message: string }>();
  for (const [index, check] of checks.entries()) {
    const url = unique[index] ?? '';
    if (!check.ok) {
      refused.set(url, { code: check.code, message: check.message });
      continue;
    }
    const input = { url: check.href };
    const columns = columnsOf(input) as LinkDraft['columns'];
    drafts.set(url, { place, input, columns, slugs: slugSource(input, place, settings.slugLength) });
  }
  return { drafts, refused, placeholder: shortUrlOf(place, 'x'.repeat(settings.slugLength)) };
}

/** Creates the links in the caller's transaction, which emits the events. Throws 422 above the quota. */
export async function makeForPublication(
  ctx: AutomationContext,
  tx: ScopedDb,
  publicationId: string,
  drafts: ReadonlyMap<string, LinkDraft>,
): Promise<{ links: MadeLink[]; events: NewEvent[] }> {
  if (drafts.size === 0) return { links: [], events: [] };
  await reserveLinks(ctx, tx, drafts.size);
  const origin = { source: 'automation' as const, actor: actorOf(ctx.origin) };
  const own = [...drafts.values()].map((draft) => ({ ...draft, columns: { ...draft.columns, publicationId } }));
  const rows = await insertDrafts(ctx, tx, own, origin);

  const made = rows.map((row) => {
    if (isConflict(row)) throw new ApiError('slug_taken', 'No free slug was found. Try again.');
    return row;
  });
  await invalidateRedirects(ctx, tx.store, made);
  const presented = await presentLinks(ctx, tx, made, NO_CLICK_STATS, false);
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

/** The key or user behind it, otherwise the endpoint or run that created it. */
function actorOf({ keyId, userId, ruleRunId, endpointId }: PublicationOrigin): LinkActor {
  if (keyId !== undefined) return { type: 'key', id: keyId };
  if (userId !== undefined) return { type: 'user', id: userId };
  return { type: 'system', id: ruleRunId ?? endpointId ?? 'automation' };
}
