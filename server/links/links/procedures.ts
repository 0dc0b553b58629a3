import {
  CheckSlug,
  CountLinks,
  CreateLink,
  LinkCount,
  LinkId,
  ListLinks,
  LookupLink,
  SlugAvailability,
  UpdateLink,
  UpsertLink,
} from '../../../shared/links/inputs';
import { Link } from '../../../shared/links/links';
import { pageOf } from '../../../shared/page';
import { routesFor } from '../../trpc/routes';
import { createLink } from './create';
import { countLinks, getLink, listLinks } from './list';
import { checkSlugAvailability, lookupLink } from './lookup';
import { deleteLink, updateLink } from './update';
import { upsertLink } from './upsert';

const read = routesFor('links:read');
const create = routesFor('links:create');
const write = routesFor('links:write');
const EXAMPLE = { url: 'https://example.com/spring-sale', slug: 'spring', tags: ['newsletter'] };

export const linkProcedures = {
  list: read('GET /links', 'List links', {
    description:
      'Lists links, newest first, with their click counts. When an API key calls this operation, the event `link.listed` is emitted.',
  }).run(ListLinks, pageOf(Link), listLinks),

  create: create('POST /links', 'Create a link', {
    description:
      'Creates a short link with the slug that you give, or with a generated one. With `reuse`, an equal link that already exists is returned with 200. Publishable keys can only set `url`, `domain_id`, `title`, `utm`, `expires_at`, `metadata` and `reuse`, and can only link to the hosts of their `allowed_origins`.',
    status: 201,
    mayReuse: true,
    errors: ['conflict', 'related_not_found', 'slug_taken', 'unprocessable'],
    examples: { request: EXAMPLE },
  }).run(CreateLink, Link, createLink),

  count: read('GET /links/count', 'Count links', {
    description: 'Returns the number of links that match the filters.',
  }).run(CountLinks, LinkCount, countLinks),

  lookup: read('GET /links/lookup', 'Find a link', {
    description:
      'Finds one link by your external id, by domain and slug, or by its short URL. If you give more than one, all must belong to the same link.',
    errors: ['not_found', 'unprocessable'],
    examples: { query: { external_id: 'campaign-42' } },
  }).run(LookupLink, Link, lookupLink),

  check_slug_availability: create('GET /links/slug-availability', 'Check if a slug is available', {
    description: 'Returns whether a new link can use a slug, and suggests another one if it cannot.',
    errors: ['related_not_found', 'unprocessable'],
  }).run(CheckSlug, SlugAvailability, checkSlugAvailability),

  upsert: write('POST /links/upsert', 'Create or update a link', {
    description:
      'Updates the link with the given `external_id`, or with the given domain and slug (200). If there is none, creates a link (201). Parallel calls never create two links.',
    status: 201,
    mayReuse: true,
    madeIn: '/links',
    errors: ['conflict', 'related_not_found', 'slug_taken', 'unprocessable'],
    examples: { request: { ...EXAMPLE, external_id: 'campaign-42' } },
  }).run(UpsertLink, Link, upsertLink),

  get: read('GET /links/{link_id}', 'Get a link', {
    description: 'Returns one link. Its ETag changes with its settings, not with its clicks.',
  }).run(LinkId, Link, getLink),

  update: write('PATCH /links/{link_id}', 'Update a link', {
    description:
      'Updates the given fields; null clears a field. The change applies from the next visitor. If you change the slug or the domain, the old short URL becomes available at once.',
    errors: ['conflict', 'related_not_found', 'slug_taken', 'unprocessable'],
    examples: { request: { title: 'Spring sale', expires_at: '2035-03-01T00:00:00Z' } },
  }).run(UpdateLink, Link, updateLink),

  delete: write('DELETE /links/{link_id}', 'Delete a link', {
    description: 'Deletes a link. Its clicks are deleted shortly after; the statistics of the workspace are kept.',
    errors: ['precondition_failed'],
  }).run(LinkId, deleteLink),
} as const;
