import { z } from 'zod';

import { defineEvent } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { Click, ClickBatch, type ClickedLink } from './clicks';
import { LinkDomain } from './domains';
import { LinkImport } from './imports';
import { LINK_SORTS } from './inputs';
import { EXAMPLE_LINK, Link, LINK_SOURCES, LinkActor } from './links';

const change = {
  source: z.enum(LINK_SOURCES).describe('Source of the change, such as the API or the console.'),
  actor: LinkActor.describe('Actor of the change.'),
};
const previous = z.record(z.string(), z.unknown()).describe('Previous values of the changed fields.');
const EXAMPLE_CHANGE = { source: 'api' as const, actor: { type: 'key' as const, id: EXAMPLE_LINK.created_by.id } };

const LinkWithActor = Link.extend(change).meta({
  id: 'LinkEvent',
  extends: 'Link',
  example: { ...EXAMPLE_LINK, ...EXAMPLE_CHANGE },
});
const ChangedLink = LinkWithActor.extend({ previous }).meta({
  id: 'LinkUpdatedEvent',
  extends: 'LinkEvent',
  example: { ...EXAMPLE_LINK, ...EXAMPLE_CHANGE, previous: { title: 'Sale' } },
});

/** Matches no selector and no restriction of a key. */
const ANY_DOMAIN = '*';

type AboutLink = Pick<ClickedLink, 'id' | 'domain_id' | 'tag_ids'>;

const aboutLinks = (links: readonly AboutLink[]) => ({
  link_ids: links.map(({ id }) => id),
  domain_ids: [...new Set(links.map(({ domain_id }) => domain_id))],
  tag_ids: [...new Set(links.flatMap(({ tag_ids }) => tag_ids))],
});

const linkEvent = <T extends z.ZodType<Link>>(label: string, summary: string, data: T, example?: z.output<T>) =>
  defineEvent({
    surface: 'links',
    tag: 'Links',
    scope: 'links:read',
    label,
    summary,
    data,
    ...(example === undefined ? {} : { example }),
    resources: (link) => aboutLinks([link]),
  });

const EXAMPLE_DOMAIN = LinkDomain.meta()?.['example'] as LinkDomain;
const domainEvent = (label: string, summary: string, example: Partial<LinkDomain> = {}) =>
  defineEvent({
    surface: 'links',
    tag: 'Link domains',
    scope: 'links.domains:read',
    label,
    summary,
    data: LinkDomain,
    example: { ...EXAMPLE_DOMAIN, ...example },
    resources: ({ id }) => ({ domain_ids: [id] }),
  });

const clickEvent = <T extends z.ZodType<Click>>(label: string, summary: string, data: T, example?: z.output<T>) =>
  defineEvent({
    surface: 'links',
    tag: 'Link analytics',
    scope: 'links.analytics:read',
    label,
    summary,
    data,
    ...(example === undefined ? {} : { example }),
    storedWhen: 'subscribed',
    resources: ({ link }) => aboutLinks([link]),
  });
const EXAMPLE_CLICK = Click.meta()?.['example'] as Click;

export const LinksListed = z
  .object({
    operation: z.enum(['list', 'lookup', 'export']).describe('Operation that was called.'),
    filters: z.record(z.string(), z.unknown()).describe('Filters of the request.'),
    sort: z.enum(LINK_SORTS).nullable().describe('Sort order of the list.'),
    page: z
      .object({
        limit: z.number().int().min(0).describe('Maximum number of links of the page.'),
        has_more: z.boolean().describe('Whether there were more links.'),
      })
      .nullable()
      .describe('Page of the list.'),
    count: z.number().int().min(0).describe('Number of returned links.'),
    link_ids: z.array(idOf(ID_PREFIXES.link)).max(100).describe('Ids of the first returned links.'),
    domain_ids: z.array(idOf(ID_PREFIXES.domain)).max(100).describe('Ids of the domains of these links.'),
    api_key_id: idOf(ID_PREFIXES.key).describe('Id of the calling key.'),
    request_id: z.string().describe('Id of the request.'),
    repeat: z
      .number()
      .int()
      .min(0)
      .describe('Number of further equal calls with the same key within ten seconds that this event stands for.'),
  })
  .meta({
    id: 'LinksListed',
    example: {
      operation: 'list',
      filters: { tag: ['newsletter'], archived: 'false' },
      sort: '-created_at',
      page: { limit: 25, has_more: false },
      count: 1,
      link_ids: [EXAMPLE_LINK.id],
      domain_ids: [EXAMPLE_LINK.domain_id],
      api_key_id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
      request_id: 'req_01jd9x3k2mf8v9q4zt7w5b6n0c',
      repeat: 0,
    },
  });
export type LinksListed = z.output<typeof LinksListed>;

export const LINK_EVENTS = {
  'link.created': linkEvent('Link created', 'A link was created: alone, in bulk or by an import.', LinkWithActor),
  'link.updated': linkEvent('Link updated', 'A link was changed. `previous` has the old values.', ChangedLink),
  'link.deleted': linkEvent('Link deleted', 'A link was deleted. The event has its last state.', LinkWithActor),
  'link.expired': linkEvent('Link expired', 'A link has expired.', Link, {
    ...EXAMPLE_LINK,
    expires_at: '2026-11-21T09:30:00.000Z',
    status: 'expired',
  }),
  'link.limit_reached': linkEvent('Link limit reached', 'A link has reached its click limit.', Link, {
    ...EXAMPLE_LINK,
    max_clicks: 1204,
    remaining_clicks: 0,
    status: 'limit_reached',
  }),
  'link.blocked': linkEvent('Link blocked', 'A link was blocked, because its destination is on a block list.', Link, {
    ...EXAMPLE_LINK,
    status: 'blocked',
  }),
  'link.listed': defineEvent({
    surface: 'links',
    tag: 'Links',
    scope: 'links:read',
    label: 'Links listed',
    summary: 'A key listed, looked up or exported links. Patterns such as `*` do not match this type.',
    matchedByPatterns: false,
    storedWhen: 'subscribed',
    data: LinksListed,
    // Subscribers to a domain or link receive calls that returned it.
    resources: ({ count, link_ids, domain_ids }) => ({
      link_ids,
      domain_ids: count > link_ids.length ? [...domain_ids, ANY_DOMAIN] : domain_ids,
    }),
  }),
  'link.clicked': clickEvent('Link clicked', 'A human clicked a link.', Click),
  'link.bot_clicked': {
    ...clickEvent(
      'Link clicked by a bot',
      'A bot requested a link. Patterns such as `*` do not match this type.',
      Click,
      {
        ...EXAMPLE_CLICK,
        unique: false,
        bot: true,
        bot_reason: 'crawler',
      },
    ),
    matchedByPatterns: false,
  },
  'link.clicks_batched': defineEvent({
    surface: 'links',
    tag: 'Link analytics',
    scope: 'links.analytics:read',
    label: 'Link clicks, batched',
    summary:
      'Up to 100 clicks by humans in one event, for links with many clicks. Patterns such as `*` do not match this type.',
    matchedByPatterns: false,
    storedWhen: 'subscribed',
    data: ClickBatch,
    resources: ({ links }) => aboutLinks(Object.values(links)),
  }),
  'link.import.completed': defineEvent({
    surface: 'links',
    tag: 'Link imports',
    scope: 'links:read',
    label: 'Link import completed',
    summary: 'An import of links has ended. `status` is the result.',
    data: LinkImport,
    resources: ({ domain_ids }) => ({ domain_ids: domain_ids ?? [ANY_DOMAIN] }),
  }),
  'link.domain.created': domainEvent('Link domain added', 'A domain was added.'),
  'link.domain.updated': domainEvent('Link domain updated', 'Settings of a domain were changed.'),
  'link.domain.deleted': domainEvent('Link domain deleted', 'A domain was deleted.'),
  'link.domain.verified': domainEvent('Link domain verified', 'A domain was verified. Its links work now.', {
    status: 'active',
  }),
} as const;
