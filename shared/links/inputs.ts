import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timeInput } from '../text';
import { UTM_FIELDS, type UtmField } from './clicks';
import { redirectStatus } from './domains';
import { FORWARD_QUERIES, LINK_STATUSES } from './links';
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from './settings';
import { SLUG_LIMITS } from './slugs';
import { TagName } from './tags';
import { Targeting } from './targeting';
import { targetUrl } from './targets';

const EXTERNAL_ID = /^[A-Za-z0-9._:@-]{1,255}$/;
const externalId = () =>
  z
    .string()
    .max(255)
    .regex(EXTERNAL_ID, 'Must be 1 to 255 of A–Z, a–z, 0–9 and . _ : @ -')
    .meta({ minLength: 1, maxLength: 255, example: 'campaign-42' });

const Metadata = z
  .record(text(40), text(500, 0))
  .refine((value) => Object.keys(value).length <= 20, 'Must have at most 20 pairs.')
  .meta({ maxProperties: 20, example: { team: 'growth' } });

const utmFields = Object.fromEntries(
  UTM_FIELDS.map((field) => [
    field,
    text(255)
      .nullable()
      .optional()
      .describe(`\`${field === 'ref' ? 'ref' : `utm_${field}`}\` of \`url\`; null removes it.`),
  ]),
) as Record<UtmField, z.ZodOptional<z.ZodNullable<ReturnType<typeof text>>>>;
export const UtmInput = z.strictObject(utmFields).meta({ example: { source: 'newsletter', medium: 'email' } });
export type UtmInput = z.output<typeof UtmInput>;

const Preview = z
  .strictObject({
    title: text(200).nullable().default(null).describe('Title of the preview.'),
    description: text(500).nullable().default(null).describe('Text of the preview.'),
    image_url: targetUrl().nullable().default(null).describe('Picture of the preview; it is not fetched.'),
  })
  .meta({ example: { title: 'Spring sale', description: 'Two weeks only.', image_url: null } });

const slug = text(190)
  .describe('What follows the host; segments are joined by `/`.')
  .meta({ minLength: 1, maxLength: 190, example: 'spring' });
const url = targetUrl().describe('Where it leads.');
const domainId = idOf(ID_PREFIXES.domain);
const TagNames = z.array(TagName).max(20);

/** What both a new link and a change take; null stands for none. */
const writable = {
  title: text(512).nullable().optional().describe('Its name in lists; null for none.').meta({ example: 'Spring sale' }),
  comments: text(4000).nullable().optional().describe('Your own notes; null for none.'),
  external_id: externalId().nullable().optional().describe('Your own id of it, unique in the workspace.'),
  metadata: Metadata.nullable().optional().describe('Your own pairs; events echo them.'),
  redirect_status: redirectStatus().optional().describe('HTTP status; the domain’s when absent.'),
  starts_at: timeInput('2026-11-28T09:00:00Z').nullable().optional().describe('It answers 404 before.'),
  expires_at: timeInput('2027-03-01T00:00:00Z').nullable().optional().describe('It answers 410 from then on.'),
  expired_url: targetUrl().nullable().optional().describe('Where it leads once expired; null for the domain’s.'),
  max_clicks: z
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .optional()
    .describe('How many visitors are sent on; previews and crawlers use none up. Null for no limit.'),
  limit_url: targetUrl().nullable().optional().describe('Where it leads once they are used up.'),
  password: text(128, 4).nullable().optional().describe('Visitors are asked for it; never shown. Null removes it.'),
  targeting: Targeting.optional().describe('Other destinations; the first rule that holds wins, none: `url`.'),
  forward_query: z
    .enum(FORWARD_QUERIES)
    .optional()
    .describe('What becomes of parameters after the short link: `append` (when absent) never touches those of `url`.'),
  utm: UtmInput.optional().describe('Campaign parameters to write into `url`; they win over those it has.'),
  preview: Preview.nullable().optional().describe('What previews show, in place of the destination’s own.'),
  indexable: z.boolean().optional().describe('Search engines may list it; false when absent.'),
  disabled: z.boolean().optional().describe('It answers 410; false when absent.'),
  archived: z.boolean().optional().describe('Out of lists; it still redirects. False when absent.'),
};

const creation = {
  url,
  domain_id: domainId.optional().describe('Its domain; the default of the settings when absent.'),
  slug: slug.optional(),
  slug_length: z
    .number()
    .int()
    .min(MIN_SLUG_LENGTH)
    .max(MAX_SLUG_LENGTH)
    .optional()
    .describe('Length of a generated slug; of the settings when absent.'),
  prefix: text(100).optional().describe('Beginning of a generated slug.').meta({ minLength: 1, maxLength: 100 }),
  ...writable,
  tags: TagNames.optional()
    .describe('Names of its tags; new ones are made.')
    .meta({ example: ['newsletter'] }),
};

const CHANGES = {
  ...writable,
  url: url.optional(),
  domain_id: domainId.optional().describe('Another domain; the old address is free at once.'),
  slug: slug.optional(),
};
const tags = TagNames.optional()
  .describe('Names of its tags, all of them anew.')
  .meta({ example: ['newsletter'] });

export const LinkId = z.strictObject({ link_id: idOf(ID_PREFIXES.link).describe('Id of the link.') });
export type LinkId = z.output<typeof LinkId>;

/** A link to make, in bulk and by import. */
export const NewLink = z.strictObject(creation);
export type NewLink = z.output<typeof NewLink>;

export const CreateLink = NewLink.extend({
  reuse: z
    .boolean()
    .optional()
    .describe('Answers with an equal link if there is one: same `url` and domain, and nothing else asked for.'),
});
export type CreateLink = z.output<typeof CreateLink>;

export const UpsertLink = NewLink;
export type UpsertLink = NewLink;

export const LinkChange = z.strictObject({ ...CHANGES, tags });
export type LinkChange = z.output<typeof LinkChange>;

export const UpdateLink = LinkChange.extend(LinkId.shape);
export type UpdateLink = z.output<typeof UpdateLink>;

/** The filters of every question that links answer. */
export const linkFilters = {
  domain_id: z
    .array(domainId)
    .min(1)
    .max(50)
    .optional()
    .describe('Only links on these domains.')
    .meta({ example: ['dom_01jd9x3k2mf8v9q4zt7w5b6n0c'] }),
  q: text(200).optional().describe('Part of slug, URL or title, whatever the case.').meta({ example: 'spring' }),
  tag: z
    .array(TagName)
    .min(1)
    .max(20)
    .optional()
    .describe('Only links with one of these tags.')
    .meta({ example: ['newsletter'] }),
  status: z
    .array(z.enum(LINK_STATUSES))
    .min(1)
    .max(LINK_STATUSES.length)
    .optional()
    .describe('Only links of these states.')
    .meta({ example: ['active'] }),
  archived: z
    .enum(['false', 'true', 'any'])
    .default('false')
    .describe('Whether archived links are listed.')
    .meta({ example: 'false' }),
  external_id: externalId().optional().describe('Only the link with this id of yours.'),
  url: targetUrl().optional().describe('Only links that lead there.'),
  publication_id: idOf(ID_PREFIXES.publication).optional().describe('Only links made for this publication.'),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only links made after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only links made before this time.'),
};

export const LINK_SORTS = ['-created_at', 'created_at', '-clicks', '-last_clicked_at', 'slug'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const CountLinks = z.strictObject(linkFilters);
export type CountLinks = z.output<typeof CountLinks>;
export type LinkFilters = CountLinks;

export const ListLinks = z.strictObject({
  ...pageQuery,
  ...linkFilters,
  sort: z.enum(LINK_SORTS).default('-created_at').describe('Order; `-` is the highest first.').meta({
    example: '-created_at',
  }),
});
export type ListLinks = z.output<typeof ListLinks>;

export const LinkCount = z
  .object({ total: z.number().int().min(0).describe('How many links there are.') })
  .meta({ id: 'LinkCount', example: { total: 42 } });
export type LinkCount = z.output<typeof LinkCount>;

export const LookupLink = z.strictObject({
  external_id: externalId().optional().describe('Your own id of it.'),
  domain: text(260).optional().describe('Host of its domain, with `slug`.').meta({ example: 'go.example.com' }),
  slug: slug.optional().describe('Its slug, with `domain`.'),
  short_url: targetUrl()
    .optional()
    .describe('Its address, in place of `domain` and `slug`.')
    .meta({ example: 'https://go.example.com/spring' }),
});
export type LookupLink = z.output<typeof LookupLink>;

export const CheckSlug = z.strictObject({
  domain_id: domainId.optional().describe('The domain; the default of the settings when absent.'),
  slug: slug.describe('The slug in question.'),
});
export type CheckSlug = z.output<typeof CheckSlug>;

export const SlugAvailability = z
  .object({
    available: z.boolean().describe('A link can have it.'),
    reason: z.enum(['taken', 'reserved', 'invalid']).nullable().describe('Why not.'),
    suggestion: z
      .string()
      .meta({ minLength: 1, maxLength: SLUG_LIMITS.length })
      .nullable()
      .describe('A similar one that is free.'),
  })
  .meta({ id: 'SlugAvailability', example: { available: false, reason: 'taken', suggestion: 'spring-2' } });
export type SlugAvailability = z.output<typeof SlugAvailability>;
