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
import { optionalInput, procedure } from '../../trpc/procedures';
import { createLink } from './create';
import { countLinks, getLink, listLinks } from './list';
import { checkSlugAvailability, lookupLink } from './lookup';
import { deleteLink, updateLink } from './update';
import { upsertLink } from './upsert';

const place = { surface: 'links' } as const;
const tags = ['Links'];
const reading = procedure('links:read');
const creating = procedure('links:create');
const writing = procedure('links:write');
const EXAMPLE = { url: 'https://example.com/spring-sale', slug: 'spring', tags: ['newsletter'] };

/** Procedures of single links, to be spread into the router of the surface. */
export const linkProcedures = {
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/links',
        tags,
        summary: 'List links',
        description:
          'Lists links, newest first, with their click counts. When an API key calls this operation, the event `link.listed` is emitted.',
      },
    })
    .input(optionalInput(ListLinks))
    .output(pageOf(Link))
    .query(({ ctx, input }) => listLinks(ctx, input)),

  create: creating
    .meta({
      ...place,
      status: 201,
      mayReuse: true,
      errors: ['conflict', 'related_not_found', 'slug_taken', 'unprocessable'],
      examples: { request: EXAMPLE },
      openapi: {
        method: 'POST',
        path: '/links',
        tags,
        summary: 'Create a link',
        description:
          'Creates a short link with the slug that you give, or with a generated one. With `reuse`, an equal link that already exists is returned with 200. Publishable keys can only set `url`, `domain_id`, `title`, `utm`, `expires_at`, `metadata` and `reuse`, and can only link to the hosts of their `allowed_origins`.',
      },
    })
    .input(CreateLink)
    .output(Link)
    .mutation(({ ctx, input }) => createLink(ctx, input)),

  count: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/links/count',
        tags,
        summary: 'Count links',
        description: 'Returns the number of links that match the filters.',
      },
    })
    .input(optionalInput(CountLinks))
    .output(LinkCount)
    .query(({ ctx, input }) => countLinks(ctx, input)),

  lookup: reading
    .meta({
      ...place,
      etag: true,
      errors: ['not_found', 'unprocessable'],
      examples: { query: { external_id: 'campaign-42' } },
      openapi: {
        method: 'GET',
        path: '/links/lookup',
        tags,
        summary: 'Find a link',
        description:
          'Finds one link by your external id, by domain and slug, or by its short URL. If you give more than one, all must belong to the same link.',
      },
    })
    .input(optionalInput(LookupLink))
    .output(Link)
    .query(({ ctx, input }) => lookupLink(ctx, input)),

  check_slug: creating
    .meta({
      ...place,
      errors: ['related_not_found', 'unprocessable'],
      openapi: {
        method: 'GET',
        path: '/links/slug-availability',
        tags,
        summary: 'Check if a slug is available',
        description: 'Returns whether a new link can use a slug, and suggests another one if it cannot.',
      },
    })
    .input(CheckSlug)
    .output(SlugAvailability)
    .query(({ ctx, input }) => checkSlugAvailability(ctx, input)),

  upsert: writing
    .meta({
      ...place,
      status: 201,
      mayReuse: true,
      madeIn: '/links',
      errors: ['conflict', 'related_not_found', 'slug_taken', 'unprocessable'],
      examples: { request: { ...EXAMPLE, external_id: 'campaign-42' } },
      openapi: {
        method: 'POST',
        path: '/links/upsert',
        tags,
        summary: 'Create or update a link',
        description:
          'Updates the link with the given `external_id`, or with the given domain and slug (200). If there is none, creates a link (201). Parallel calls never create two links.',
      },
    })
    .input(UpsertLink)
    .output(Link)
    .mutation(({ ctx, input }) => upsertLink(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/links/{link_id}',
        tags,
        summary: 'Get a link',
        description: 'Returns one link. Its ETag changes with its settings, not with its clicks.',
      },
    })
    .input(LinkId)
    .output(Link)
    .query(({ ctx, input }) => getLink(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['conflict', 'precondition_failed', 'related_not_found', 'slug_taken', 'unprocessable'],
      examples: { request: { title: 'Spring sale', expires_at: '2027-03-01T00:00:00Z' } },
      openapi: {
        method: 'PATCH',
        path: '/links/{link_id}',
        tags,
        summary: 'Update a link',
        description:
          'Updates the given fields; null clears a field. The change applies from the next visitor. If you change the slug or the domain, the old short URL becomes available at once.',
      },
    })
    .input(UpdateLink)
    .output(Link)
    .mutation(({ ctx, input }) => updateLink(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: '/links/{link_id}',
        tags,
        summary: 'Delete a link',
        description: 'Deletes a link. Its clicks are deleted shortly after; the statistics of the workspace are kept.',
      },
    })
    .input(LinkId)
    .mutation(({ ctx, input }) => deleteLink(ctx, input)),
} as const;
