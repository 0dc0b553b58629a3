import type { LinkRow } from '../system/links';
import { MOST_DESTINATION } from './click';
import { copied } from './text';
import type { CompiledLink, LinkExtras } from './types';

const NO_TAGS: readonly string[] = [];

export function compileLink(key: string, domainId: string, row: LinkRow, tagIds: readonly string[]): CompiledLink {
  return new KeptLink(key, domainId, row, tagIds);
}

class KeptLink implements CompiledLink {
  readonly text: string;
  readonly keyLength: number;
  readonly #factsEnd: number;
  readonly #idStart: number;
  readonly status: CompiledLink['status'];
  readonly indexable: boolean;
  readonly extras: LinkExtras | undefined;
  readonly isPlainUrl: boolean;
  readonly forwardQuery: CompiledLink['forwardQuery'];
  readonly workspaceId: string;
  readonly tagIds: readonly string[];
  readonly version: number;

  constructor(key: string, domainId: string, row: LinkRow, tagIds: readonly string[]) {
    const facts = JSON.stringify([row.workspaceId, domainId, row.id, row.version, tagIds]).slice(1, -1);
    this.text = copied(key + facts + row.url);
    this.keyLength = key.length;
    this.#factsEnd = key.length + facts.length;
    this.#idStart = this.text.indexOf(row.id, key.length);
    this.status = row.redirectStatus;
    this.indexable = row.indexable;
    this.extras = extrasOf(row);
    this.isPlainUrl = isPlain(row.url);
    this.forwardQuery = row.forwardQuery;
    this.workspaceId = shared(row.workspaceId);
    this.tagIds = tagIds.length === 0 ? NO_TAGS : tagIds.map(shared);
    this.version = row.version;
  }

  get key(): string {
    return this.text.slice(0, this.keyLength);
  }

  get facts(): string {
    return this.text.slice(this.keyLength, this.#factsEnd);
  }

  get id(): string {
    return this.text.slice(this.#idStart, this.text.indexOf('"', this.#idStart));
  }

  get url(): string {
    return this.text.slice(this.#factsEnd);
  }
}

const isPlain = (url: string): boolean => url.length <= MOST_DESTINATION && JSON.stringify(url) === `"${url}"`;

function extrasOf(row: LinkRow): LinkExtras | undefined {
  const extras: LinkExtras = {
    // A suspended workspace redirects nobody.
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
