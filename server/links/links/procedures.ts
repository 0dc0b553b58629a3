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
        description: 'Lists links, newest first, with what was counted of each. A key’s call raises `link.listed`.',
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
          'Makes a short link, with a slug of your choice or a generated one. With `reuse`, an equal link that is there already is answered with 200. Publishable keys set `url`, `domain_id`, `title`, `utm`, `expires_at`, `metadata` and `reuse` only, and lead to the hosts of their origins.',
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
        description: 'How many links the filters of the list choose.',
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
          'Finds one link by your own id of it, by domain and slug, or by its whole address. All that is given must name the same link.',
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
        summary: 'Check a slug',
        description: 'Tells whether a new link can have a slug, and suggests another where it cannot.',
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
        summary: 'Create or change a link',
        description:
          'Makes a link (201), or changes the one with this `external_id`, else with this domain and slug (200). However many call at once, there is one link.',
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
        summary: 'Read a link',
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
        summary: 'Change a link',
        description:
          'Changes the given fields; null clears. The next visitor already sees it. Another slug or domain frees the old address at once.',
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
        description: 'Removes a link, and soon after its clicks; what was counted of the workspace stays.',
      },
    })
    .input(LinkId)
    .mutation(({ ctx, input }) => deleteLink(ctx, input)),
} as const;
