import type { PublicationContent } from '../../../shared/automation/content';
import type { PublicationLink, ShortLinks } from '../../../shared/automation/publication';
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
  createSlugSource,
  usableDomains,
  validateTargets,
} from '../../links';
import type { AutomationContext, PublicationOrigin } from '../context';
import { markUrl, replaceMarks } from '../templates/marks';

export interface Texts {
  content: PublicationContent;
  overrides: Record<string, unknown>;
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`\\\uE000-\uE0FF]+/gi;
/** Characters that end a sentence, not a URL. */
const TAIL: ReadonlySet<string> = new Set('.,;:!?*_~');
const PAIRS = { ')': '(', ']': '[', '}': '{' };
const READ_FIELDS: ReadonlySet<string> = new Set(['text', 'caption']);

/** Unique, in the order of the text. */
export function urlsToShorten(texts: Texts, mode: ShortLinks): string[] {
  const urls = new Set<string>();
  if (mode === 'off') return [];
  withShortUrls(texts, mode, (url) => {
    urls.add(url);
    return url;
  });
  return [...urls];
}

/** Also removes the marks. File URLs stay. */
export function withShortUrls(texts: Texts, mode: ShortLinks, replace: (url: string) => string): Texts {
  const own = mode === 'explicit' ? replace : (url: string): string => url;
  return mapTexts(texts, (text, field) => {
    const plain = replaceMarks(text, own);
    return mode === 'auto' && READ_FIELDS.has(field) ? replaceUrls(plain, replace) : plain;
  });
}

export function withLongUrls(texts: Texts, mode: ShortLinks, links: readonly PublicationLink[]): Texts {
  if (links.length === 0) return texts;
  // Longest first, since one URL may be the beginning of another.
  const byLength = links.toSorted((a, b) => b.short_url.length - a.short_url.length);
  return mapTexts(texts, (text) =>
    byLength.reduce(
      (long, { short_url: short, url }) => long.replaceAll(short, () => (mode === 'explicit' ? markUrl(url) : url)),
      text,
    ),
  );
}

function replaceUrls(text: string, replace: (url: string) => string): string {
  return text.replace(URL_IN_TEXT, (found) => {
    const url = withoutTail(found);
    return URL.canParse(url) ? replace(url) + found.slice(url.length) : found;
  });
}

/** Removes trailing punctuation and brackets that opened before the URL. */
function withoutTail(found: string): string {
  const surplus = new Map(
    Object.entries(PAIRS).map(([closing, opening]) => [closing, surplusOf(found, opening, closing)]),
  );
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const open = surplus.get(last) ?? 0;
    if (open <= 0 && !TAIL.has(last)) break;
    if (open > 0) surplus.set(last, open - 1);
  }
  return found.slice(0, end);
}

function surplusOf(text: string, opening: string, closing: string): number {
  let surplus = 0;
  for (const character of text) {
    if (character === closing) surplus += 1;
    else if (character === opening) surplus -= 1;
  }
  return surplus;
}

const mapTexts = ({ content, overrides }: Texts, map: (text: string, field: string) => string): Texts => ({
  content: mapStrings(content, map) as PublicationContent,
  overrides: mapStrings(overrides, map) as Record<string, unknown>,
});

/** `field` is the innermost name. */
function mapStrings(value: unknown, map: (text: string, field: string) => string, field = ''): unknown {
  if (typeof value === 'string') return map(value, field);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapStrings(part, map, name)]));
}

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

/** Null without an accessible default domain. Reads only. */
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
    drafts.set(url, { domainInfo: place, input, columns, slugs: createSlugSource(input, place, settings.slugLength) });
  }
  return { drafts, refused, placeholder: shortUrlOf(place, 'x'.repeat(settings.slugLength)) };
}

/** The caller’s transaction emits the events. Throws 422 above the quota. */
export async function createForPublication(
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
