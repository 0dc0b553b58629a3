import type { LinkChange } from '../../../../shared/links/inputs';
import { hostOf } from '../../../../shared/links/targets';
import { defined } from '../../../defined';
import { fieldError } from '../../../errors';
import { sha256Hex } from '../../../secrets/tokens';
import type { LinkRow } from '../../schema/links';

const MAX_SEARCH_TEXT = 1024;
const HASH_LENGTH = 32;

export const urlHash = (url: string): string => sha256Hex(url).slice(0, HASH_LENGTH);

/** Short values come first, since the text is truncated. */
export const linkSearchText = ({ slug, title, url }: Pick<LinkRow, 'slug' | 'title' | 'url'>): string =>
  `${slug}\n${title ?? ''}\n${url}`.slice(0, MAX_SEARCH_TEXT).toWellFormed().toLowerCase();

export const columnsOf = (input: LinkChange): Partial<LinkRow> =>
  defined({
    title: input.title,
    notes: input.notes,
    externalId: input.external_id,
    metadata: input.metadata === null ? {} : input.metadata,
    redirectStatus: input.redirect_status,
    startsAt: timeOf(input.starts_at),
    expiresAt: timeOf(input.expires_at),
    expiredUrl: input.expired_url,
    maxClicks: input.max_clicks,
    limitReachedUrl: input.limit_reached_url,
    targeting: input.targeting,
    forwardQuery: input.forward_query,
    preview: input.preview,
    indexable: input.indexable,
    disabled: input.disabled,
    archived: input.archived,
    ...(input.url === undefined ? {} : urlColumns(input.url)),
  });

const urlColumns = (url: string) => ({ url, urlHash: urlHash(url), urlHost: hostOf(new URL(url)) });

const timeOf = (time: string | null | undefined): Date | null | undefined =>
  typeof time === 'string' ? new Date(time) : time;

/** Throws 422. */
export function requireStartBeforeEnd({ startsAt, expiresAt }: Pick<LinkRow, 'startsAt' | 'expiresAt'>): void {
  if (!startsAt || !expiresAt || startsAt < expiresAt) return;
  throw fieldError('unprocessable', '/expires_at', 'out_of_range', 'Must be later than `starts_at`.');
}
