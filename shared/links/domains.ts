import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { MAX_TARGET_LENGTH, targetUrl } from './targets';

/** The domain of the installation: no row, the same id everywhere. */
export const SHARED_DOMAIN_ID = 'dom_00000000000000000000000000';

/** What precedes the token of a domain in the path that proves it. */
export const VERIFICATION_PATH = '/.well-known/switchboard/';

const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];
export const redirectStatus = () => z.literal(REDIRECT_STATUSES).meta({ example: 302 });

const DOMAIN_STATUSES = ['pending', 'active', 'failing', 'disabled'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const DomainId = z.strictObject({ domain_id: idOf(ID_PREFIXES.domain).describe('Id of the domain.') });
export type DomainId = z.output<typeof DomainId>;

const writable = {
  disabled: z.boolean().optional().describe('Its links answer 404.'),
  case_sensitive: z.boolean().optional().describe('`/Sale` and `/sale` are two slugs; false when absent.'),
  root_url: targetUrl().nullable().optional().describe('Where its bare address leads; null for a 404 page.'),
  not_found_url: targetUrl().nullable().optional().describe('Where unknown slugs lead; null for a 404 page.'),
  expired_url: targetUrl().nullable().optional().describe('Where expired links lead; null for a 410 page.'),
  default_redirect_status: redirectStatus().optional().describe('Status of links that name none; 302 when absent.'),
};

export const CreateDomain = z.strictObject({
  hostname: text(260)
    .describe('A host name without scheme and path; unicode names are stored as punycode.')
    .meta({ minLength: 1, maxLength: 260, example: 'go.example.com' }),
  ...writable,
});
export type CreateDomain = z.output<typeof CreateDomain>;

export const UpdateDomain = DomainId.extend(writable);
export type UpdateDomain = z.output<typeof UpdateDomain>;

export const ListDomains = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(DOMAIN_STATUSES))
    .min(1)
    .max(DOMAIN_STATUSES.length)
    .optional()
    .describe('Only domains of these states.')
    .meta({ example: ['active'] }),
  q: text(253).optional().describe('Part of the host name.').meta({ example: 'go.example' }),
  sort: z
    .enum(['created_at', '-created_at', 'hostname', '-hostname'])
    .default('created_at')
    .describe('Order; `-` turns it round. The shared domain comes first by creation.')
    .meta({ example: 'created_at' }),
});
export type ListDomains = z.output<typeof ListDomains>;

export const DomainVerification = z
  .object({
    records: z
      .array(
        z.object({
          type: z.enum(['TXT', 'CNAME']).describe('Kind of the record.'),
          name: z.string().describe('Where it stands.').meta({ minLength: 1, maxLength: 280 }),
          value: z.string().describe('What it says.').meta({ minLength: 1, maxLength: 260 }),
        }),
      )
      .describe('DNS records to add: the TXT record proves the domain, the CNAME record brings visitors here.')
      .meta({ minItems: 2, maxItems: 2 }),
    path: z.string().describe('Asked for at the host; that this installation answers it proves the domain too.'),
  })
  .meta({ id: 'LinkDomainVerification', description: 'How a domain is proved.' });
export type DomainVerification = z.output<typeof DomainVerification>;

const target = () => z.string().meta({ maxLength: MAX_TARGET_LENGTH });

export const LinkDomain = z
  .object({
    id: idOf(ID_PREFIXES.domain).describe('Id of the domain.'),
    hostname: z.string().describe('Its host, with the port if it has one.').meta({ minLength: 1, maxLength: 260 }),
    shared: z.boolean().describe('It belongs to the installation, and every workspace has links on it.'),
    is_default: z.boolean().describe('Links that name no domain are made on it.'),
    status: z.enum(DOMAIN_STATUSES).describe('`pending` until it is verified.'),
    disabled: z.boolean().describe('Its links answer 404.'),
    verification: DomainVerification.nullable().describe('How to prove it; null for the shared domain.'),
    case_sensitive: z.boolean().describe('`/Sale` and `/sale` are two slugs.'),
    root_url: target().nullable().describe('Where its bare address leads.'),
    not_found_url: target().nullable().describe('Where unknown slugs lead.'),
    expired_url: target().nullable().describe('Where expired links lead.'),
    default_redirect_status: redirectStatus().describe('Status of links that name none.'),
    links_count: z.number().int().min(0).describe('How many links of the workspace are on it.'),
    last_error: z.string().nullable().describe('Why it could not be verified.'),
    warnings: z.array(z.string()).describe('What to look at.').meta({ maxItems: 1 }),
    created_at: timestamp().nullable().describe('When it was added; null for the shared domain.'),
    updated_at: timestamp().nullable().describe('When it last changed; null for the shared domain.'),
    version: z.number().int().min(0).describe('Grows with each change; its ETag.'),
  })
  .meta({
    id: 'LinkDomain',
    example: {
      id: 'dom_01jd9x3k2mf8v9q4zt7w5b6n0c',
      hostname: 'go.example.com',
      shared: false,
      is_default: true,
      status: 'pending',
      disabled: false,
      verification: {
        records: [
          { type: 'TXT', name: '_switchboard.go.example.com', value: 'sb-verify=8c1f0d5e7a9b4c62' },
          { type: 'CNAME', name: 'go.example.com', value: 'links.example.net' },
        ],
        path: '/.well-known/switchboard/8c1f0d5e7a9b4c62',
      },
      case_sensitive: false,
      root_url: 'https://example.com/',
      not_found_url: null,
      expired_url: null,
      default_redirect_status: 302,
      links_count: 12,
      last_error: null,
      warnings: [],
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type LinkDomain = z.output<typeof LinkDomain>;
