import { CreateDomain, DomainId, LinkDomain, ListDomains, UpdateDomain } from '../../../shared/links/domains';
import { pageOf } from '../../../shared/page';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createDomain } from './create';
import { getDomain, listDomains } from './list';
import { deleteDomain, updateDomain } from './update';
import { verifyDomain } from './verify';

const read = routesFor('links.domains:read');
const write = routesFor('links.domains:write');

export const linkDomainsRouter = router({
  list: read('GET /link-domains', 'List domains', {
    description: 'Lists the domains on which links can be created: the domains of the workspace and the shared domain.',
  }).run(ListDomains, pageOf(LinkDomain), listDomains),

  create: write('POST /link-domains', 'Add a domain', {
    description:
      'Adds one of your domains. Its status is `pending` until one of the records in `verification` is found; after that, its links work. A workspace can have at most 50 domains. A key that is limited to certain domains cannot add any.',
    status: 201,
    errors: ['conflict', 'grant_exceeds_caller', 'unprocessable'],
    examples: { request: { hostname: 'go.example.com', root_url: 'https://example.com/' } },
  }).run(CreateDomain, LinkDomain, createDomain),

  get: read('GET /link-domains/{domain_id}', 'Get a domain', {
    description: 'Returns one domain with the records that verify it.',
  }).run(DomainId, LinkDomain, getDomain),

  update: write('PATCH /link-domains/{domain_id}', 'Update a domain', {
    description:
      'Updates the given fields; null clears a field. The host name cannot be changed. Returns 409 if you turn `case_sensitive` off while slugs differ only in case; `slugs` of the error lists them.',
    errors: ['conflict', 'invalid_state', 'unprocessable'],
    examples: { request: { not_found_url: 'https://example.com/not-found' } },
  }).run(UpdateDomain, LinkDomain, updateDomain),

  delete: write('DELETE /link-domains/{domain_id}', 'Delete a domain', {
    description: 'Deletes a domain that has no links. If it has links, returns 409 with their number in `links`.',
    errors: ['conflict', 'invalid_state', 'precondition_failed'],
  }).run(DomainId, deleteDomain),

  verify: write('POST /link-domains/{domain_id}/verify', 'Verify a domain', {
    description:
      'Checks the DNS TXT record of the domain, and then the verification page on its host. Returns the domain with the status `active`, or with the reason in `last_error`. A domain can be checked ten times a minute.',
    idempotency: 'none',
    errors: ['conflict', 'invalid_state'],
  }).run(DomainId, LinkDomain, verifyDomain),
});
