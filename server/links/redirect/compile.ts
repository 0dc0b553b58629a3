import type { RedirectRow } from '../system/links';
import { copyText } from './copy-text';
import type { CompiledLink, LinkExtras } from './types';

const NO_TAGS: readonly string[] = [];

export const compileLink = (key: string, row: RedirectRow, tagIds: readonly string[]): CompiledLink => ({
  // The key may be a slice of a longer text.
  key: copyText(key),
  id: row.id,
  workspaceId: shared(row.workspaceId),
  url: row.url,
  version: row.version,
  status: row.redirectStatus,
  indexable: row.indexable,
  forwardQuery: row.forwardQuery,
  tagIds: tagIds.length === 0 ? NO_TAGS : tagIds.map(shared),
  extras: extrasOf(row),
});

function extrasOf(row: RedirectRow): LinkExtras | undefined {
  const extras: LinkExtras = {
    blocked: row.blockedAt !== null || row.workspaceState === 'suspended',
    disabled: row.disabled,
    startsAt: row.startsAt?.getTime() ?? null,
    expiresAt: row.expiresAt?.getTime() ?? null,
    expiredUrl: row.expiredUrl,
    maxClicks: row.maxClicks,
    limitReachedUrl: row.limitReachedUrl,
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
const MAX_TEXTS = 50_000;

function shared(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MAX_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}
