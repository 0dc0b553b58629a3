import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { UtmValues } from './clicks';
import { redirectStatus } from './domains';
import { Targeting } from './targeting';

export const LINK_STATUSES = ['blocked', 'disabled', 'scheduled', 'expired', 'limit_reached', 'active'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Through what a link was made or changed. */
export const LINK_SOURCES = ['api', 'console', 'import', 'automation', 'mcp'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

export const FORWARD_QUERIES = ['none', 'append', 'override'] as const;
export type ForwardQuery = (typeof FORWARD_QUERIES)[number];

const LINK_ACTORS = ['user', 'key', 'system'] as const;
export const LinkActor = z.object({
  type: z.enum(LINK_ACTORS).describe('A person, a key, or the service itself.'),
  id: z.string().describe('Id of the person or key.'),
});
export type LinkActor = z.output<typeof LinkActor>;

export const LinkPreview = z
  .object({
    title: z.string().nullable().describe('Title of the preview.'),
    description: z.string().nullable().describe('Text of the preview.'),
    image_url: z.string().nullable().describe('Picture of the preview.'),
  })
  .meta({ id: 'LinkPreview', description: 'How a link shows itself where it is shared.' });
export type LinkPreview = z.output<typeof LinkPreview>;

export const Link = z
  .object({
    id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
    domain_id: idOf(ID_PREFIXES.domain).describe('Id of its domain.'),
    domain: z.string().describe('Host of its domain.'),
    slug: z.string().describe('What follows the host.'),
    short_url: z.string().describe('Its address.'),
    qr_url: z.string().describe('Its QR code, which anybody may fetch.'),
    url: z.string().describe('Where it leads.'),
    title: z.string().nullable().describe('Its name in lists.'),
    comments: z.string().nullable().describe('Your own notes.'),
    external_id: z.string().nullable().describe('Your own id of it.'),
    metadata: z.record(z.string(), z.string()).describe('Your own pairs.'),
    tags: z.array(z.string()).describe('Names of its tags.'),
    tag_ids: z.array(idOf(ID_PREFIXES.tag)).describe('Ids of its tags, in the order of their names.'),
    redirect_status: redirectStatus().describe('HTTP status of the redirect.'),
    starts_at: timestamp().nullable().describe('It answers 404 before.'),
    expires_at: timestamp().nullable().describe('It answers 410 from then on.'),
    expired_url: z.string().nullable().describe('Where it leads once expired.'),
    max_clicks: z.number().int().min(0).nullable().describe('How many visitors are sent on.'),
    remaining_clicks: z.number().int().nullable().describe('How many of them are left.'),
    limit_url: z.string().nullable().describe('Where it leads once they are used up.'),
    has_password: z.boolean().describe('Visitors are asked for a password.'),
    targeting: Targeting.describe('Other destinations; the first rule that holds wins.'),
    forward_query: z.enum(FORWARD_QUERIES).describe('What becomes of parameters after the short link.'),
    utm: UtmValues.describe('Campaign parameters of `url`.'),
    preview: LinkPreview.nullable().describe('What previews show.'),
    indexable: z.boolean().describe('Search engines may list it.'),
    disabled: z.boolean().describe('It answers 410.'),
    archived: z.boolean().describe('Out of lists; it still redirects.'),
    status: z.enum(LINK_STATUSES).describe('The first that holds.'),
    clicks: z.number().int().min(0).nullable().describe('Clicks of humans; null without `links:read`.'),
    unique_clicks: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('First ones of a visitor on a day; null without `links:read`.'),
    bot_clicks: z.number().int().min(0).nullable().describe('Clicks of bots; null without `links:read`.'),
    last_clicked_at: timestamp().nullable().describe('The last click of a human.'),
    source: z.enum(LINK_SOURCES).describe('Through what it was made.'),
    publication_id: z.string().nullable().describe('The publication it was made for.'),
    created_by: LinkActor.describe('Who made it.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
    version: z.number().int().min(0).describe('Grows with each change; its ETag.'),
  })
  .meta({
    id: 'Link',
    example: {
      id: 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c',
      domain_id: 'dom_01jd9x3k2mf8v9q4zt7w5b6n0c',
      domain: 'go.example.com',
      slug: 'spring',
      short_url: 'https://go.example.com/spring',
      qr_url: 'https://go.example.com/spring+qr.svg',
      url: 'https://example.com/spring-sale?utm_source=newsletter',
      title: 'Spring sale',
      comments: null,
      external_id: 'campaign-42',
      metadata: { team: 'growth' },
      tags: ['newsletter'],
      tag_ids: ['tag_01jd9x3k2mf8v9q4zt7w5b6n0c'],
      redirect_status: 302,
      starts_at: null,
      expires_at: '2027-03-01T00:00:00.000Z',
      expired_url: null,
      max_clicks: null,
      remaining_clicks: null,
      limit_url: null,
      has_password: false,
      targeting: [
        {
          key: 'mobile',
          conditions: [{ type: 'device', op: 'in', values: ['mobile'] }],
          url: 'https://m.example.com/spring-sale',
        },
      ],
      forward_query: 'append',
      utm: { source: 'newsletter' },
      preview: null,
      indexable: false,
      disabled: false,
      archived: false,
      status: 'active',
      clicks: 1204,
      unique_clicks: 871,
      bot_clicks: 96,
      last_clicked_at: '2026-11-21T09:29:58.120Z',
      source: 'api',
      publication_id: null,
      created_by: { type: 'key', id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c' },
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
      version: 1,
    },
  });
export type Link = z.output<typeof Link>;

/** The link in the documents’ examples. */
export const EXAMPLE_LINK = Link.meta()?.['example'] as Link;
