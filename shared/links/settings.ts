import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';

const ADDRESS_STORAGES = ['none', 'prefix'] as const;
export type AddressStorage = (typeof ADDRESS_STORAGES)[number];
const REFERRER_STORAGES = ['host', 'path'] as const;
export type ReferrerStorage = (typeof REFERRER_STORAGES)[number];

export const MIN_SLUG_LENGTH = 3;
export const MAX_SLUG_LENGTH = 64;

const fields = {
  default_domain_id: idOf(ID_PREFIXES.domain).describe('Domain of links without a `domain_id`.'),
  slug_length: z
    .number()
    .int()
    .min(MIN_SLUG_LENGTH)
    .max(MAX_SLUG_LENGTH)
    .describe('Length of generated slugs.')
    .meta({ example: 7 }),
  address_storage: z
    .enum(ADDRESS_STORAGES)
    .describe('What is stored of the IP address of a visitor: nothing, or the network (/24, /48).'),
  referrer_storage: z
    .enum(REFERRER_STORAGES)
    .describe('What is stored of the referring page: the host, or the URL without the query.'),
  click_retention_days: z
    .number()
    .int()
    .min(2)
    .max(3650)
    .describe('Days for which single clicks are stored. The counts are kept.')
    .meta({ example: 400 }),
  count_http_clients: z.boolean().describe('Whether clicks by HTTP libraries count as clicks by humans.'),
  allow_private_targets: z.boolean().describe('Whether links on your own domains can lead to private networks.'),
};

/** The default domain is the shared one, if it is enabled. */
export const DEFAULT_LINK_SETTINGS = {
  slugLength: 7,
  addressStorage: 'none',
  referrerStorage: 'path',
  clickRetentionDays: 400,
  countHttpClients: false,
  allowPrivateTargets: false,
} as const;

export const UpdateLinkSettings = z
  .strictObject({
    ...fields,
    default_domain_id: fields.default_domain_id
      .nullable()
      .describe('Domain of links without a `domain_id`; null for the shared domain.'),
  })
  .partial();
export type UpdateLinkSettings = z.output<typeof UpdateLinkSettings>;

export const LinkSettings = z
  .object({
    ...fields,
    default_domain_id: fields.default_domain_id
      .nullable()
      .describe('Domain of links without a `domain_id`; null if each link must have one.'),
    updated_at: timestamp().nullable().describe('Time of the last change; null if there was none.'),
    version: z.number().int().min(0).describe('Version of the settings, increased with each change. It is the ETag.'),
  })
  .meta({
    id: 'LinkSettings',
    example: {
      default_domain_id: 'dom_01jd9x3k2mf8v9q4zt7w5b6n0c',
      slug_length: 7,
      address_storage: 'none',
      referrer_storage: 'path',
      click_retention_days: 400,
      count_http_clients: false,
      allow_private_targets: false,
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 2,
    },
  });
export type LinkSettings = z.output<typeof LinkSettings>;
