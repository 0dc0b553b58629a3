import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, timeInput, timestamp } from '../text';
import { CLICK_RATE_RULE } from './click-rate';

/** Classes before the redirect; every class but `human` is a bot. */
const CLICK_CLASSES = ['human', 'head', 'prefetch', 'no_user_agent', 'preview', 'http_client', 'crawler'] as const;
export type ClickClass = (typeof CLICK_CLASSES)[number];

const CLICK_TRIGGERS = ['link', 'qr'] as const;
export type ClickTrigger = (typeof CLICK_TRIGGERS)[number];

/** `click_rate` is detected after the redirect. */
const BOT_REASONS = ['head', 'prefetch', 'no_user_agent', 'preview', 'http_client', 'crawler', 'click_rate'] as const;
export type BotReason = (typeof BOT_REASONS)[number];

export const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const;
export type Device = (typeof DEVICES)[number];
export const OPERATING_SYSTEMS = ['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'ChromeOS', 'other'] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];
export const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet', 'Brave', 'other'] as const;
export type Browser = (typeof BROWSERS)[number];
export const CONTINENTS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
export type Continent = (typeof CONTINENTS)[number];

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content', 'ref'] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

const utmOutput = Object.fromEntries(
  UTM_FIELDS.map((field) => [
    field,
    z
      .string()
      .optional()
      .describe(`\`${field === 'ref' ? 'ref' : `utm_${field}`}\`.`),
  ]),
) as Record<UtmField, z.ZodOptional<z.ZodString>>;
export const UtmValues = z.object(utmOutput);
export type UtmValues = z.output<typeof UtmValues>;

export const ClickedLink = z
  .object({
    id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
    domain_id: idOf(ID_PREFIXES.domain).describe('Id of the link domain.'),
    domain: z.string().describe('Host of the link domain.'),
    slug: z.string().describe('Slug of the link.'),
    short_url: z.string().describe('Short URL of the link.'),
    url: z.string().describe('Destination of the link without targeting.'),
    external_id: z.string().nullable().describe('Your external id of the link.'),
    tags: z.array(z.string()).describe('Names of the tags.'),
    tag_ids: z.array(idOf(ID_PREFIXES.tag)).describe('Ids of the tags.'),
    metadata: z.record(z.string(), z.string()).describe('Your own key-value pairs.'),
    publication_id: z
      .string()
      .nullable()
      .describe('Id of the publication that the link was created for; null if there is none.'),
  })
  .meta({ id: 'ClickedLink', description: 'The link as it was when it was clicked.' });
export type ClickedLink = z.output<typeof ClickedLink>;

const facts = {
  id: idOf(ID_PREFIXES.click).describe(
    'Id of the click. The `X-Request-Id` of the redirect ends with the same characters.',
  ),
  created_at: timestamp().describe('Time of the click.'),
  destination: z.string().nullable().describe('URL that the visitor was redirected to; null if there was no redirect.'),
  target_key: z.string().nullable().describe('Key of the targeting rule that chose the destination; null if none did.'),
  variant_key: z.string().nullable().describe('Key of the variant that was chosen; null if there is none.'),
  trigger: z.enum(CLICK_TRIGGERS).describe('How the link was opened. `qr`: with the QR code.'),
  unique: z.boolean().describe('Whether this is the first click of the visitor on this link on this UTC day.'),
  bot: z.boolean().describe('Whether the click is by a bot. Such clicks are not counted in `clicks`.'),
  bot_reason: z
    .enum(BOT_REASONS)
    .nullable()
    .describe(`Reason why the click counts as a click by a bot; null for humans. \`click_rate\`: ${CLICK_RATE_RULE}.`),
  country: z.string().nullable().describe('Country code (ISO 3166-1 alpha-2).'),
  region: z.string().nullable().describe('Region code (ISO 3166-2).'),
  city: z.string().nullable().describe('Name of the city.'),
  continent: z.enum(CONTINENTS).nullable().describe('Code of the continent.'),
  device: z.enum(DEVICES).nullable().describe('Type of device.'),
  os: z.enum(OPERATING_SYSTEMS).nullable().describe('Operating system.'),
  browser: z.enum(BROWSERS).nullable().describe('Browser.'),
  language: z.string().nullable().describe('Preferred language of the visitor, as a primary language subtag.'),
  referrer_host: z.string().nullable().describe('Host of the referring page; null if there is none.'),
  referrer: z.string().nullable().describe('URL of the referring page, as far as `referrer_storage` allows.'),
  utm: UtmValues.describe('Campaign parameters, from the query of the short link, or from the destination.'),
  query: z.record(z.string(), z.string()).describe('Query parameters of the short link, at most 20.'),
  address_prefix: z.string().nullable().describe('Network of the visitor, if `address_storage` allows it.'),
};

const EXAMPLE_FACTS = {
  id: 'clk_01jd9x3k2mf8v9q4zt7w5b6n0c',
  created_at: '2026-11-21T09:30:00.000Z',
  destination: 'https://example.com/spring-sale',
  target_key: null,
  variant_key: null,
  trigger: 'link' as const,
  unique: true,
  bot: false,
  bot_reason: null,
  country: 'DE',
  region: 'DE-BE',
  city: 'Berlin',
  continent: 'EU' as const,
  device: 'mobile' as const,
  os: 'iOS' as const,
  browser: 'Safari' as const,
  language: 'de',
  referrer_host: 'news.example.com',
  referrer: 'https://news.example.com/letters',
  utm: { source: 'newsletter' },
  query: {},
  address_prefix: null,
};
const EXAMPLE_CLICKED_LINK: ClickedLink = {
  id: 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c',
  domain_id: 'dom_01jd9x3k2mf8v9q4zt7w5b6n0c',
  domain: 'go.example.com',
  slug: 'spring',
  short_url: 'https://go.example.com/spring',
  url: 'https://example.com/spring-sale',
  external_id: null,
  tags: ['newsletter'],
  tag_ids: ['tag_01jd9x3k2mf8v9q4zt7w5b6n0c'],
  metadata: {},
  publication_id: null,
};

/** The document has it as the base of both. */
export const ClickFacts = z.object(facts).meta({ id: 'ClickFacts', example: EXAMPLE_FACTS });

export const Click = ClickFacts.extend({ link: ClickedLink.describe('The link.') }).meta({
  id: 'Click',
  extends: 'ClickFacts',
  example: { link: EXAMPLE_CLICKED_LINK, ...EXAMPLE_FACTS },
});
export type Click = z.output<typeof Click>;

/** Its links are in a separate field of the batch. */
export const BatchedClick = ClickFacts.extend({ link_id: idOf(ID_PREFIXES.link).describe('Id of the link.') }).meta({
  id: 'BatchedClick',
  extends: 'ClickFacts',
  example: { link_id: EXAMPLE_CLICKED_LINK.id, ...EXAMPLE_FACTS },
});
export type BatchedClick = z.output<typeof BatchedClick>;

export const ClickBatch = z
  .object({
    count: z.number().int().min(1).max(100).describe('Number of clicks.'),
    first_at: timestamp().describe('Time of the first click.'),
    last_at: timestamp().describe('Time of the last click.'),
    links: z.record(z.string(), ClickedLink).describe('Links by id.'),
    clicks: z.array(BatchedClick).max(100).describe('Clicks in order.'),
  })
  .meta({
    id: 'ClickBatch',
    example: {
      count: 1,
      first_at: EXAMPLE_FACTS.created_at,
      last_at: EXAMPLE_FACTS.created_at,
      links: { [EXAMPLE_CLICKED_LINK.id]: EXAMPLE_CLICKED_LINK },
      clicks: [{ link_id: EXAMPLE_CLICKED_LINK.id, ...EXAMPLE_FACTS }],
    },
  });
export type ClickBatch = z.output<typeof ClickBatch>;

const range = {
  from: timeInput('2026-11-01T00:00:00Z').optional().describe('Only clicks at or after this time.'),
  to: timeInput('2026-11-21T00:00:00Z').optional().describe('Only clicks before this time.'),
  bots: z
    .enum(['exclude', 'include', 'only'])
    .default('exclude')
    .describe('Whether clicks by bots are included.')
    .meta({ example: 'exclude' }),
};
const clickFilters = {
  ...range,
  country: z
    .array(
      z
        .string()
        .regex(/^[A-Z]{2}$/, 'Must be a country code of ISO 3166-1 alpha-2, such as DE.')
        .max(2),
    )
    .min(1)
    .max(50)
    .optional()
    .describe('Only clicks from these countries.')
    .meta({ example: ['DE', 'AT'] }),
  sort: z
    .enum(['created_at', '-created_at'])
    .default('-created_at')
    .describe('Sort order. `-` means newest first.')
    .meta({ example: '-created_at' }),
};
const linkIds = z
  .array(idOf(ID_PREFIXES.link))
  .min(1)
  .max(100)
  .optional()
  .describe('Only clicks on these links.')
  .meta({ example: ['lnk_01jd9x3k2mf8v9q4zt7w5b6n0c'] });

export const ListClicks = z.strictObject({ ...pageQuery, link_ids: linkIds, ...clickFilters });
export type ListClicks = z.output<typeof ListClicks>;

export const ListClicksOfLink = z.strictObject({
  link_id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
  ...pageQuery,
  ...clickFilters,
});
export type ListClicksOfLink = z.output<typeof ListClicksOfLink>;

export const ExportClicks = z.strictObject({
  ...range,
  link_ids: linkIds,
  format: z.enum(['csv', 'ndjson']).default('csv').describe('File format.').meta({ example: 'csv' }),
});
export type ExportClicks = z.output<typeof ExportClicks>;
