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
        description: 'Lists the hosts that links can be made on: those of the workspace, and the shared one.',
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
          'Adds a host of yours. It is `pending` until one of the proofs in `verification` is found; links on it answer from then on. At most 50 a workspace. A key for named domains adds none.',
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
        summary: 'Read a domain',
        description: 'Returns one domain with the records that prove it.',
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
        summary: 'Change a domain',
        description:
          'Changes the given fields; null clears. The host stays as it is. 409 when `case_sensitive` ends and slugs differ in case alone; the problem names them in `slugs`.',
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
        description: 'Removes a domain that has no links; with links it answers 409 and their number in `links`.',
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
          'Looks for the TXT record, else for the page under the host. The domain comes back `active`, or with what is missing in `last_error`. Ten times a minute.',
      },
    })
    .input(DomainId)
    .output(LinkDomain)
    .mutation(({ ctx, input }) => verifyDomain(ctx, input)),
});
