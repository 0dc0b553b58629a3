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
  source: z.enum(LINK_SOURCES).describe('Through what it happened.'),
  actor: LinkActor.describe('Who did it.'),
};
const previous = z.record(z.string(), z.unknown()).describe('Old values of the fields that changed.');
const EXAMPLE_CHANGE = { source: 'api' as const, actor: { type: 'key' as const, id: EXAMPLE_LINK.created_by.id } };

const LinkWithActor = Link.extend(change).meta({ id: 'LinkEvent', example: { ...EXAMPLE_LINK, ...EXAMPLE_CHANGE } });
const ChangedLink = LinkWithActor.extend({ previous }).meta({
  id: 'LinkUpdatedEvent',
  example: { ...EXAMPLE_LINK, ...EXAMPLE_CHANGE, previous: { title: 'Sale' } },
});

/** Stands for domains that nobody knows: no selector has it, and no key is narrowed to it. */
const ANY_DOMAIN = '*';

type AboutLink = Pick<ClickedLink, 'id' | 'domain_id' | 'tag_ids'>;

/** The links, their domains and tags, each once. */
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
    record: 'subscribed',
    resources: ({ link }) => aboutLinks([link]),
  });
const EXAMPLE_CLICK = Click.meta()?.['example'] as Click;

export const LinksListed = z
  .object({
    operation: z.enum(['list', 'lookup', 'export']).describe('What was called.'),
    filters: z.record(z.string(), z.unknown()).describe('What it was narrowed to.'),
    sort: z.enum(LINK_SORTS).nullable().describe('Order of a list.'),
    page: z
      .object({
        limit: z.number().int().min(0).describe('Most links of the page.'),
        has_more: z.boolean().describe('More followed.'),
      })
      .nullable()
      .describe('The page of a list.'),
    count: z.number().int().min(0).describe('How many links were answered.'),
    link_ids: z.array(idOf(ID_PREFIXES.link)).max(100).describe('The first of them.'),
    domain_ids: z.array(idOf(ID_PREFIXES.domain)).max(100).describe('The domains of those.'),
    api_key_id: idOf(ID_PREFIXES.key).describe('The key that asked.'),
    request_id: z.string().describe('The request.'),
    repeat: z
      .number()
      .int()
      .describe('How many equal calls of the same key, within ten seconds, this event stands for besides the first.'),
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
  'link.created': linkEvent('Link created', 'A link was made: alone, in bulk or by import.', LinkWithActor),
  'link.updated': linkEvent('Link updated', 'A link was changed; `previous` has what was.', ChangedLink),
  'link.deleted': linkEvent('Link deleted', 'A link was removed; the object is as it was.', LinkWithActor),
  'link.expired': linkEvent('Link expired', 'A link reached its expiry.', Link, {
    ...EXAMPLE_LINK,
    expires_at: '2026-11-21T09:30:00.000Z',
    status: 'expired',
  }),
  'link.limit_reached': linkEvent('Link limit reached', 'The last of a link’s clicks was used.', Link, {
    ...EXAMPLE_LINK,
    max_clicks: 1204,
    remaining_clicks: 0,
    status: 'limit_reached',
  }),
  'link.blocked': linkEvent('Link blocked', 'A link’s destination is on a block list.', Link, {
    ...EXAMPLE_LINK,
    status: 'blocked',
  }),
  'link.listed': defineEvent({
    surface: 'links',
    tag: 'Links',
    scope: 'links:read',
    label: 'Links listed',
    summary: 'A key listed, looked up or exported links. Globs leave it out.',
    inGlobs: false,
    record: 'subscribed',
    data: LinksListed,
    // Who chose a domain or link hears of calls that answered with one of them.
    resources: ({ count, link_ids, domain_ids }) => ({
      link_ids,
      domain_ids: count > link_ids.length ? [...domain_ids, ANY_DOMAIN] : domain_ids,
    }),
  }),
  'link.clicked': clickEvent('Link clicked', 'A human followed a link.', Click),
  'link.bot_clicked': {
    ...clickEvent('Link clicked by a bot', 'A bot asked for a link. Globs leave it out.', Click, {
      ...EXAMPLE_CLICK,
      unique: false,
      bot: true,
      bot_reason: 'crawler',
    }),
    inGlobs: false,
  },
  'link.clicks_batched': defineEvent({
    surface: 'links',
    tag: 'Link analytics',
    scope: 'links.analytics:read',
    label: 'Link clicks, batched',
    summary: 'Up to 100 clicks of humans at a time, for busy links. Globs leave it out.',
    inGlobs: false,
    record: 'subscribed',
    data: ClickBatch,
    resources: ({ links }) => aboutLinks(Object.values(links)),
  }),
  'link.import.completed': defineEvent({
    surface: 'links',
    tag: 'Link imports',
    scope: 'links:read',
    label: 'Link import ended',
    summary: 'A file of links was worked off, or refused; `status` tells which.',
    data: LinkImport,
    resources: ({ domain_ids }) => ({ domain_ids: domain_ids ?? [ANY_DOMAIN] }),
  }),
  'link.domain.created': domainEvent('Link domain added', 'A domain was added.'),
  'link.domain.updated': domainEvent('Link domain updated', 'Settings of a domain changed.'),
  'link.domain.deleted': domainEvent('Link domain deleted', 'A domain was removed.'),
  'link.domain.verified': domainEvent('Link domain verified', 'A domain was proven and serves links.', {
    status: 'active',
  }),
} as const;
