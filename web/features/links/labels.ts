import type { Outputs } from '../../trpc';
import type { Tone } from '../../ui/tag';

export type Link = Outputs['links']['get'];
export type Domain = Outputs['links']['domains']['get'];
export type LinkTag = Outputs['links']['tags']['list']['data'][number];
export type Click = Outputs['links']['clicks']['list']['data'][number];

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
