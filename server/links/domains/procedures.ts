import { CreateDomain, DomainId, LinkDomain, ListDomains, UpdateDomain } from '../../../shared/links/domains';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { createDomain } from './create';
import { getDomain, listDomains } from './list';
import { deleteDomain, updateDomain } from './update';
import { verifyDomain } from './verify';

const place = { surface: 'links' } as const;
const tags = ['Link domains'];
const reading = procedure('links.domains:read');
const writing = procedure('links.domains:write');

export const linkDomainsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/link-domains',
        tags,
        summary: 'List domains',
        description:
          'Lists the domains on which links can be created: the domains of the workspace and the shared domain.',
      },
    })
    .input(optionalInput(ListDomains))
    .output(pageOf(LinkDomain))
    .query(({ ctx, input }) => listDomains(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: ['conflict', 'grant_exceeds_caller', 'unprocessable'],
      examples: { request: { hostname: 'go.example.com', root_url: 'https://example.com/' } },
      openapi: {
        method: 'POST',
        path: '/link-domains',
        tags,
        summary: 'Add a domain',
        description:
          'Adds one of your domains. Its status is `pending` until one of the records in `verification` is found; after that, its links work. A workspace can have at most 50 domains. A key that is limited to certain domains cannot add any.',
      },
    })
    .input(CreateDomain)
    .output(LinkDomain)
    .mutation(({ ctx, input }) => createDomain(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: '/link-domains/{domain_id}',
        tags,
        summary: 'Get a domain',
        description: 'Returns one domain with the records that verify it.',
      },
    })
    .input(DomainId)
    .output(LinkDomain)
    .query(({ ctx, input }) => getDomain(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['conflict', 'invalid_state', 'precondition_failed', 'unprocessable'],
      examples: { request: { not_found_url: 'https://example.com/not-found' } },
      openapi: {
        method: 'PATCH',
        path: '/link-domains/{domain_id}',
        tags,
        summary: 'Update a domain',
        description:
          'Updates the given fields; null clears a field. The host name cannot be changed. Returns 409 if you turn `case_sensitive` off while slugs differ only in case; `slugs` of the error lists them.',
      },
    })
    .input(UpdateDomain)
    .output(LinkDomain)
    .mutation(({ ctx, input }) => updateDomain(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['conflict', 'invalid_state', 'precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: '/link-domains/{domain_id}',
        tags,
        summary: 'Delete a domain',
        description: 'Deletes a domain that has no links. If it has links, returns 409 with their number in `links`.',
      },
    })
    .input(DomainId)
    .mutation(({ ctx, input }) => deleteDomain(ctx, input)),

  verify: writing
    .meta({
      ...place,
      // It asks name servers and the host itself, which must not hold a transaction.
      idempotency: 'none',
      errors: ['conflict', 'invalid_state'],
      openapi: {
        method: 'POST',
        path: '/link-domains/{domain_id}/verify',
        tags,
        summary: 'Verify a domain',
        description:
          'Checks the DNS TXT record of the domain, and then the verification page on its host. Returns the domain with the status `active`, or with the reason in `last_error`. A domain can be checked ten times a minute.',
      },
    })
    .input(DomainId)
    .output(LinkDomain)
    .mutation(({ ctx, input }) => verifyDomain(ctx, input)),
});
