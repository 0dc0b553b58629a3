import { createHash } from 'node:crypto';

import { DAY_MS } from '../../../../shared/durations';
import type { UtmField } from '../../../../shared/links/clicks';
import type { StoredClick } from '../store/rows';

export const QUARTER_DIMENSIONS = [
  'total',
  'country',
  'region',
  'device',
  'os',
  'browser',
  'language',
  'referrer_host',
  'trigger',
  'target_key',
  'tag',
  'bot_reason',
] as const;
/** They have many values, so they are stored by day only. */
export const DAY_DIMENSIONS = [
  'city',
  'referrer',
  'destination',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_ref',
] as const;
export type Dimension = (typeof QUARTER_DIMENSIONS)[number] | (typeof DAY_DIMENSIONS)[number];

export const OTHER_KEY = '~other';
/** Every zone's offset is a whole number of quarter hours. */
export const QUARTER_MS = 900_000;
export const QUARTERS_A_DAY = DAY_MS / QUARTER_MS;

export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS);

export function eachQuarterKey(click: StoredClick, take: (dimension: Dimension, key: string) => void): void {
  take('total', '');
  if (click.country !== null) take('country', click.country);
  if (click.region !== null) take('region', click.region);
  if (click.device !== null) take('device', click.device);
  if (click.os !== null) take('os', click.os);
  if (click.browser !== null) take('browser', click.browser);
  if (click.language !== null) take('language', click.language);
  if (click.referrerHost !== null) take('referrer_host', click.referrerHost);
  take('trigger', click.trigger);
  if (click.targetKey !== null) take('target_key', click.targetKey);
  for (const tagId of click.tagIds) take('tag', tagId);
  if (click.botReason !== null) take('bot_reason', click.botReason);
}

export function eachDayKey(click: StoredClick, take: (dimension: Dimension, key: string) => void): void {
  if (click.city !== null) take('city', click.city);
  if (click.referrer !== null) take('referrer', urlKey(click.referrer));
  if (click.destination !== null) take('destination', urlKey(click.destination));
  for (const field in click.utm) {
    const value = click.utm[field as UtmField];
    if (value !== undefined) take(`utm_${field as UtmField}`, value);
  }
}

const URL_KEY_LENGTH = 500;

export const urlKey = (url: string): string =>
  url.length <= URL_KEY_LENGTH ? url : `${url.slice(0, URL_KEY_LENGTH)}…${urlHash64(url).toString(36)}`;

/** First 64 bits of SHA-256 as a signed number: the key of `link_urls`. */
export const urlHash64 = (url: string): bigint => createHash('sha256').update(url).digest().readBigInt64BE(0);
