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
    .regex(EXTERNAL_ID, 'Must be 1 to 255 characters of A–Z, a–z, 0–9 and . _ : @ -')
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
      .describe(`Value of \`${field === 'ref' ? 'ref' : `utm_${field}`}\` in the query of \`url\`; null removes it.`),
  ]),
) as Record<UtmField, z.ZodOptional<z.ZodNullable<ReturnType<typeof text>>>>;
const UtmInput = z.strictObject(utmFields).meta({ example: { source: 'newsletter', medium: 'email' } });
type UtmInput = z.output<typeof UtmInput>;

const Preview = z
  .strictObject({
    title: text(200).nullable().default(null).describe('Title of the link preview.'),
    description: text(500).nullable().default(null).describe('Description of the link preview.'),
    image_url: targetUrl()
      .nullable()
      .default(null)
      .describe('Image URL of the link preview. The image is not fetched.'),
  })
  .meta({ example: { title: 'Spring sale', description: 'Two weeks only.', image_url: null } });

const slug = text(190)
  .describe('Part of the short URL after the host. It can have segments separated by `/`.')
  .meta({ minLength: 1, maxLength: 190, example: 'spring' });
const url = targetUrl().describe('Destination URL.');
const domainId = idOf(ID_PREFIXES.domain);
const TagNames = z.array(TagName).max(20);

/** Null clears a field. */
const writable = {
  title: text(512)
    .nullable()
    .optional()
    .describe('Title of the link in lists; null for none.')
    .meta({ example: 'Spring sale' }),
  notes: text(4000).nullable().optional().describe('Your own notes; null for none.'),
  external_id: externalId().nullable().optional().describe('Your external id of the link, unique in the workspace.'),
  metadata: Metadata.nullable().optional().describe('Your own key-value pairs. They are included in events.'),
  redirect_status: redirectStatus()
    .optional()
    .describe('HTTP status of the redirect. The default is the status of the domain.'),
  starts_at: timeInput('2026-11-28T09:00:00Z')
    .nullable()
    .optional()
    .describe('Time from which the link works. Before, it returns 404.'),
  expires_at: timeInput('2035-03-01T00:00:00Z')
    .nullable()
    .optional()
    .describe('Time when the link expires. After, it returns 410.'),
  expired_url: targetUrl()
    .nullable()
    .optional()
    .describe('Redirect URL after the link has expired; null for the URL of the domain.'),
  max_clicks: z
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .optional()
    .describe('Maximum number of redirected visitors; null for no limit. Previews and crawlers are not counted.'),
  limit_reached_url: targetUrl().nullable().optional().describe('Redirect URL after the click limit is reached.'),
  password: text(128, 4)
    .nullable()
    .optional()
    .describe('Password that visitors must enter. It is never returned. Null removes it.'),
  targeting: Targeting.optional().describe(
    'Rules for other destinations. The first rule that matches is used; if none matches, `url` is used.',
  ),
  forward_query: z
    .enum(FORWARD_QUERIES)
    .optional()
    .describe(
      'What to do with query parameters of the short URL. `append`, the default, never changes parameters of `url`.',
    ),
  utm: UtmInput.optional().describe('Campaign parameters to set in `url`. They replace parameters of the same name.'),
  preview: Preview.nullable()
    .optional()
    .describe('Title, description and image of the link preview, instead of those of the destination.'),
  indexable: z.boolean().optional().describe('Whether search engines may index the link. The default is false.'),
  disabled: z.boolean().optional().describe('Whether the link is disabled. It then returns 410. The default is false.'),
  archived: z
    .boolean()
    .optional()
    .describe('Whether the link is hidden in lists. It still redirects. The default is false.'),
};

const creation = {
  url,
  domain_id: domainId.optional().describe('Id of the domain. The default is the default domain of the link settings.'),
  slug: slug.optional(),
  slug_length: z
    .number()
    .int()
    .min(MIN_SLUG_LENGTH)
    .max(MAX_SLUG_LENGTH)
    .optional()
    .describe('Length of a generated slug. The default is the length of the link settings.'),
  prefix: text(100).optional().describe('Prefix of a generated slug.').meta({ minLength: 1, maxLength: 100 }),
  ...writable,
  tags: TagNames.optional()
    .describe('Names of the tags. Tags that do not exist are created.')
    .meta({ example: ['newsletter'] }),
};

const CHANGES = {
  ...writable,
  url: url.optional(),
  domain_id: domainId.optional().describe('Id of the new domain. The old short URL becomes available at once.'),
  slug: slug.optional(),
};
const tags = TagNames.optional()
  .describe('Names of the tags. They replace all existing tags.')
  .meta({ example: ['newsletter'] });

export const LinkId = z.strictObject({ link_id: idOf(ID_PREFIXES.link).describe('Id of the link.') });
export type LinkId = z.output<typeof LinkId>;

export const NewLink = z.strictObject(creation);
export type NewLink = z.output<typeof NewLink>;

export const CreateLink = NewLink.extend({
  reuse: z
    .boolean()
    .optional()
    .describe('Whether to return an existing link with the same `url` and domain. Only without other fields.'),
});
export type CreateLink = z.output<typeof CreateLink>;

export const UpsertLink = NewLink;
export type UpsertLink = NewLink;

export const LinkChange = z.strictObject({ ...CHANGES, tags });
export type LinkChange = z.output<typeof LinkChange>;

export const UpdateLink = LinkChange.extend(LinkId.shape);
export type UpdateLink = z.output<typeof UpdateLink>;

export const linkFilters = {
  domain_id: z
    .array(domainId)
    .min(1)
    .max(50)
    .optional()
    .describe('Only links on these domains.')
    .meta({ example: ['dom_01jd9x3k2mf8v9q4zt7w5b6n0c'] }),
  q: text(200)
    .optional()
    .describe('Part of the slug, the URL or the title, ignoring case.')
    .meta({ example: 'spring' }),
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
    .describe('Only links with these statuses.')
    .meta({ example: ['active'] }),
  archived: z
    .enum(['false', 'true', 'any'])
    .default('false')
    .describe('Whether archived links are included.')
    .meta({ example: 'false' }),
  external_id: externalId().optional().describe('Only the link with this external id.'),
  url: targetUrl().optional().describe('Only links with this destination URL.'),
  publication_id: idOf(ID_PREFIXES.publication).optional().describe('Only links made for this publication.'),
  created_after: timeInput('2026-11-01T00:00:00Z').optional().describe('Only links created after this time.'),
  created_before: timeInput('2026-11-21T00:00:00Z').optional().describe('Only links created before this time.'),
};

export const LINK_SORTS = ['-created_at', 'created_at', '-clicks', '-last_clicked_at', 'slug'] as const;

export const CountLinks = z.strictObject(linkFilters);
export type CountLinks = z.output<typeof CountLinks>;
export type LinkFilters = CountLinks;

export const ListLinks = z.strictObject({
  ...pageQuery,
  ...linkFilters,
  sort: z.enum(LINK_SORTS).default('-created_at').describe('Sort order. `-` means descending.').meta({
    example: '-created_at',
  }),
});
export type ListLinks = z.output<typeof ListLinks>;

export const LinkCount = z
  .object({ total: z.number().int().min(0).describe('Number of matching links.') })
  .meta({ id: 'LinkCount', example: { total: 42 } });
export type LinkCount = z.output<typeof LinkCount>;

export const LookupLink = z.strictObject({
  external_id: externalId().optional().describe('Your external id of the link.'),
  domain: text(260).optional().describe('Host of the domain. Needs `slug`.').meta({ example: 'go.example.com' }),
  slug: slug.optional().describe('Slug of the link. Needs `domain`.'),
  short_url: targetUrl()
    .optional()
    .describe('Short URL of the link, instead of `domain` and `slug`.')
    .meta({ example: 'https://go.example.com/spring' }),
});
export type LookupLink = z.output<typeof LookupLink>;

export const CheckSlug = z.strictObject({
  domain_id: domainId.optional().describe('Id of the domain. The default is the default domain of the link settings.'),
  slug: slug.describe('Slug to check.'),
});
export type CheckSlug = z.output<typeof CheckSlug>;

export const SlugAvailability = z
  .object({
    available: z.boolean().describe('Whether a new link can use the slug.'),
    reason: z.enum(['taken', 'reserved', 'invalid']).nullable().describe('Reason why the slug is not available.'),
    suggestion: z
      .string()
      .meta({ minLength: 1, maxLength: SLUG_LIMITS.length })
      .nullable()
      .describe('Similar slug that is available.'),
  })
  .meta({ id: 'SlugAvailability', example: { available: false, reason: 'taken', suggestion: 'spring-2' } });
export type SlugAvailability = z.output<typeof SlugAvailability>;
