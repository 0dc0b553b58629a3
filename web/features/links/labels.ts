import type { Outputs } from '../../trpc';
import type { Tone } from '../../ui/tag';

export type Link = Outputs['links']['get'];
export type Domain = Outputs['links']['domains']['get'];
export type LinkTag = Outputs['links']['tags']['list']['data'][number];
export type Click = Outputs['links']['clicks']['list']['data'][number];

export const STATUS_LABELS = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
  limit_reached: 'Limit reached',
  disabled: 'Disabled',
  blocked: 'Blocked',
} satisfies Record<Link['status'], string>;

export const STATUS_TONES = {
  active: 'success',
  scheduled: 'info',
  expired: 'neutral',
  limit_reached: 'neutral',
  disabled: 'neutral',
  blocked: 'error',
} satisfies Record<Link['status'], Tone>;

export const shortOf = (url: string): string => url.replace(/^https?:\/\//, '');

export const nameOf = ({ title, short_url: url }: Pick<Link, 'title' | 'short_url'>): string => title ?? shortOf(url);

export const BOT_LABELS = {
  head: 'Asked for the head only',
  prefetch: 'Fetched ahead',
  no_user_agent: 'No user agent',
  preview: 'Link preview',
  http_client: 'HTTP client',
  crawler: 'Crawler',
  click_rate: 'Too many clicks',
} satisfies Record<NonNullable<Click['bot_reason']>, string>;

export const REDIRECTS = [
  { value: '302', label: '302 Found (default)' },
  { value: '301', label: '301 Moved permanently' },
  { value: '307', label: '307 Temporary, keeps the method' },
  { value: '308', label: '308 Permanent, keeps the method' },
];
