import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { stored } from '../stored';
import { idOf, timestamp } from '../text';
import { UtmValues } from './clicks';
import { redirectStatus } from './domains';
import { Targeting } from './targeting';

export const LINK_STATUSES = ['blocked', 'disabled', 'scheduled', 'expired', 'limit_reached', 'active'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const LINK_SOURCES = ['api', 'console', 'import', 'automation', 'mcp'] as const;
export type LinkSource = (typeof LINK_SOURCES)[number];

export const FORWARD_QUERIES = ['none', 'append', 'override'] as const;
export type ForwardQuery = (typeof FORWARD_QUERIES)[number];

const LINK_ACTORS = ['user', 'key', 'system'] as const;
export const LinkActor = z.object({
  type: z.enum(LINK_ACTORS).describe('Type of the creator: a user, a key or the service itself.'),
  id: z.string().describe('Id of the user or key.'),
});
export type LinkActor = z.output<typeof LinkActor>;

export const LinkPreview = z
  .object({
    title: z.string().nullable().describe('Title of the link preview.'),
    description: z.string().nullable().describe('Description of the link preview.'),
    image_url: z.string().nullable().describe('Image URL of the link preview.'),
  })
  .meta({ id: 'LinkPreview', description: 'Preview of a link where it is shared.' });
export type LinkPreview = z.output<typeof LinkPreview>;

export const Link = z
  .object({
    id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
    domain_id: idOf(ID_PREFIXES.domain).describe('Id of the domain.'),
    domain: z.string().describe('Host of the domain.'),
    slug: z.string().describe('Part of the short URL after the host.'),
    short_url: z.string().describe('Short URL of the link.'),
    qr_url: z.string().describe('URL of the QR code. It is public.'),
    url: z.string().describe('Destination URL.'),
    title: z.string().nullable().describe('Title of the link in lists.'),
    notes: z.string().nullable().describe('Your own notes.'),
    external_id: z.string().nullable().describe('Your external id of the link.'),
    metadata: z.record(z.string(), z.string()).describe('Your own key-value pairs.'),
    tags: z.array(z.string()).describe('Names of the tags.'),
    tag_ids: z.array(idOf(ID_PREFIXES.tag)).describe('Ids of the tags, in the order of `tags`.'),
    redirect_status: redirectStatus().describe('HTTP status of the redirect.'),
    starts_at: timestamp().nullable().describe('Time from which the link works. Before, it returns 404.'),
    expires_at: timestamp().nullable().describe('Time when the link expires. After, it returns 410.'),
    expired_url: z.string().nullable().describe('Redirect URL after the link has expired.'),
    max_clicks: z.number().int().min(0).nullable().describe('Maximum number of redirected visitors.'),
    remaining_clicks: z.number().int().min(0).nullable().describe('Number of visitors until the limit is reached.'),
    limit_reached_url: z.string().nullable().describe('Redirect URL after the click limit is reached.'),
    has_password: z.boolean().describe('Whether visitors must enter a password.'),
    targeting: stored(Targeting).describe('Rules for other destinations. The first rule that matches is used.'),
    forward_query: z.enum(FORWARD_QUERIES).describe('What happens to query parameters of the short URL.'),
    utm: UtmValues.describe('Campaign parameters in the query of `url`.'),
    preview: LinkPreview.nullable().describe('Preview of the link where it is shared.'),
    indexable: z.boolean().describe('Whether search engines may index the link.'),
    disabled: z.boolean().describe('Whether the link is disabled. It then returns 410.'),
    archived: z.boolean().describe('Whether the link is hidden in lists. It still redirects.'),
    status: z.enum(LINK_STATUSES).describe('Status of the link. If several apply, the first one in this list.'),
    clicks: z.number().int().min(0).nullable().describe('Number of clicks by humans; null without `links:read`.'),
    unique_clicks: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Number of unique visitors, counted once a day; null without `links:read`.'),
    bot_clicks: z.number().int().min(0).nullable().describe('Number of clicks by bots; null without `links:read`.'),
    last_clicked_at: timestamp().nullable().describe('Time of the last click by a human.'),
    source: z.enum(LINK_SOURCES).describe('How the link was created, such as through the API or the console.'),
    publication_id: z.string().nullable().describe('Id of the publication that the link was created for.'),
    created_by: LinkActor.describe('Creator of the link.'),
    created_at: timestamp().describe('Time when the link was created.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version of the link, increased with each change. It is the ETag.'),
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
      notes: null,
      external_id: 'campaign-42',
      metadata: { team: 'growth' },
      tags: ['newsletter'],
      tag_ids: ['tag_01jd9x3k2mf8v9q4zt7w5b6n0c'],
      redirect_status: 302,
      starts_at: null,
      expires_at: '2035-03-01T00:00:00.000Z',
      expired_url: null,
      max_clicks: null,
      remaining_clicks: null,
      limit_reached_url: null,
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

export const EXAMPLE_LINK = Link.meta()?.['example'] as Link;
