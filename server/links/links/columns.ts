import type { LinkChange } from '../../../shared/links/inputs';
import { hostOf } from '../../../shared/links/targets';
import { fieldError } from '../../errors';
import { sha256Hex } from '../../secrets/tokens';
import type { LinkRow } from './origin';

const MAX_SEARCH = 1024;
const HASH_LENGTH = 32;

export const urlHash = (url: string): string => sha256Hex(url).slice(0, HASH_LENGTH);

/** What `q` looks through: what is short comes first, since the rest is cut. */
export const searchOf = ({ slug, title, url }: Pick<LinkRow, 'slug' | 'title' | 'url'>): string =>
  `${slug}\n${title ?? ''}\n${url}`.slice(0, MAX_SEARCH).toWellFormed().toLowerCase();

/** The columns that a judged input sets, apart from place, slug, tags and password. */
export function columnsOf(input: LinkChange): Partial<LinkRow> {
  const columns: { [K in keyof LinkRow]?: LinkRow[K] | undefined } = {
    title: input.title,
    comments: input.comments,
    externalId: input.external_id,
    metadata: input.metadata === null ? {} : input.metadata,
    redirectStatus: input.redirect_status,
    startsAt: timeOf(input.starts_at),
    expiresAt: timeOf(input.expires_at),
    expiredUrl: input.expired_url,
    maxClicks: input.max_clicks,
    limitUrl: input.limit_url,
    targeting: input.targeting,
    forwardQuery: input.forward_query,
    preview: input.preview,
    indexable: input.indexable,
    disabled: input.disabled,
    archived: input.archived,
    ...(input.url === undefined ? {} : urlColumns(input.url)),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const urlColumns = (url: string) => ({ url, urlHash: urlHash(url), urlHost: hostOf(new URL(url)) });

const timeOf = (time: string | null | undefined): Date | null | undefined =>
  typeof time === 'string' ? new Date(time) : time;

/** Throws 422 when it would end before it begins. */
export function requireSpan({ startsAt, expiresAt }: Pick<LinkRow, 'startsAt' | 'expiresAt'>): void {
  if (!startsAt || !expiresAt || startsAt < expiresAt) return;
  throw fieldError('unprocessable', '/expires_at', 'out_of_range', 'Must be later than `starts_at`.');
}
