import type { LinkRow } from '../db/unscoped/links';
import type { CompiledLink, LinkExtras } from './types';

const NO_TAGS: readonly string[] = [];

/** A row as it is kept in memory, by the key of the cache. */
export function compileLink(key: string, row: LinkRow, tagIds: readonly string[]): CompiledLink {
  return {
    key,
    id: row.id,
    workspaceId: shared(row.workspaceId),
    version: row.version,
    url: row.url,
    status: row.redirectStatus,
    indexable: row.indexable,
    forwardQuery: row.forwardQuery,
    tagIds: tagIds.length === 0 ? NO_TAGS : tagIds.map(shared),
    extras: extrasOf(row),
  };
}

function extrasOf(row: LinkRow): LinkExtras | undefined {
  const extras: LinkExtras = {
    // Nobody is led on for a workspace that the operator has suspended.
    blocked: row.blockedAt !== null || row.workspaceState === 'suspended',
    disabled: row.disabled,
    startsAt: row.startsAt?.getTime() ?? null,
    expiresAt: row.expiresAt?.getTime() ?? null,
    expiredUrl: row.expiredUrl,
    maxClicks: row.maxClicks,
    limitUrl: row.limitUrl,
    passwordHash: row.passwordHash,
    targeting: row.targeting,
    preview: row.preview,
  };
  const { blocked, disabled, startsAt, expiresAt, maxClicks, passwordHash, targeting, preview } = extras;
  const isSwitched = blocked || disabled || startsAt !== null || expiresAt !== null;
  const isSpecial = maxClicks !== null || passwordHash !== null || targeting.length > 0 || preview !== null;
  return isSwitched || isSpecial ? extras : undefined;
}

const texts = new Map<string, string>();
const MOST_TEXTS = 50_000;

/** One string for all links that name the same workspace or tag. */
function shared(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}
