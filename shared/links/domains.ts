import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { MAX_TARGET_LENGTH, targetUrl } from './targets';

/** The shared domain has no row, and the same id everywhere. */
export const SHARED_DOMAIN_ID = 'dom_00000000000000000000000000';

/** The token of the domain follows. */
export const VERIFICATION_PATH = '/.well-known/switchboard/';

const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];
export const redirectStatus = () => z.literal(REDIRECT_STATUSES).meta({ example: 302 });

const DOMAIN_STATUSES = ['pending', 'active', 'failing', 'disabled'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const DomainId = z.strictObject({ domain_id: idOf(ID_PREFIXES.domain).describe('Id of the domain.') });
export type DomainId = z.output<typeof DomainId>;

const writable = {
  disabled: z.boolean().optional().describe('Whether the domain is disabled. Its links then return 404.'),
  case_sensitive: z
    .boolean()
    .optional()
    .describe('Whether `/Sale` and `/sale` are different slugs. The default is false.'),
  root_url: targetUrl()
    .nullable()
    .optional()
    .describe('Redirect URL for the domain without a slug; null for a 404 page.'),
  not_found_url: targetUrl().nullable().optional().describe('Redirect URL for unknown slugs; null for a 404 page.'),
  expired_url: targetUrl().nullable().optional().describe('Redirect URL for expired links; null for a 410 page.'),
  default_redirect_status: redirectStatus()
    .optional()
    .describe('HTTP status for links without their own `redirect_status`. The default is 302.'),
};

export const CreateDomain = z.strictObject({
  hostname: text(260)
    .describe('Host name without scheme and path. Unicode names are stored as punycode.')
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
    .describe('Only domains with these statuses.')
    .meta({ example: ['active'] }),
  q: text(253).optional().describe('Part of the host name.').meta({ example: 'go.example' }),
  sort: z
    .enum(['created_at', '-created_at', 'hostname', '-hostname'])
    .default('created_at')
    .describe('Sort order. `-` means descending. By creation time, the shared domain comes first.')
    .meta({ example: 'created_at' }),
});
export type ListDomains = z.output<typeof ListDomains>;

const DomainVerification = z
  .object({
    records: z
      .array(
        z.object({
          type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']).describe('Type of the DNS record.'),
          name: z.string().describe('Name of the DNS record.').meta({ minLength: 1, maxLength: 280 }),
          value: z.string().describe('Value of the DNS record.').meta({ minLength: 1, maxLength: 260 }),
        }),
      )
      .describe(
        'DNS records to add. The TXT record verifies the domain; the other record directs visitors to this installation: CNAME to its host name, A or AAAA to its IP address. There is no other record while the address of this installation is local, such as `localhost`.',
      )
      .meta({ minItems: 1, maxItems: 2 }),
    path: z
      .string()
      .describe(
        'Path that is requested on the host. The domain is also verified if this installation answers the request.',
      ),
  })
  .meta({ id: 'LinkDomainVerification', description: 'Ways to verify a domain.' });
type DomainVerification = z.output<typeof DomainVerification>;

const target = () => z.string().meta({ maxLength: MAX_TARGET_LENGTH });

export const LinkDomain = z
  .object({
    id: idOf(ID_PREFIXES.domain).describe('Id of the domain.'),
    hostname: z
      .string()
      .describe('Host of the domain, with the port if it has one.')
      .meta({ minLength: 1, maxLength: 260 }),
    shared: z
      .boolean()
      .describe('Whether this is the shared domain of the installation, which all workspaces can use.'),
    is_default: z.boolean().describe('Whether links without a `domain_id` are created on this domain.'),
    status: z.enum(DOMAIN_STATUSES).describe('Status of the domain. `pending` until it is verified.'),
    disabled: z.boolean().describe('Whether the domain is disabled. Its links then return 404.'),
    verification: DomainVerification.nullable().describe('Ways to verify the domain; null for the shared domain.'),
    case_sensitive: z.boolean().describe('Whether `/Sale` and `/sale` are different slugs.'),
    root_url: target().nullable().describe('Redirect URL for the domain without a slug.'),
    not_found_url: target().nullable().describe('Redirect URL for unknown slugs.'),
    expired_url: target().nullable().describe('Redirect URL for expired links.'),
    default_redirect_status: redirectStatus().describe('HTTP status for links without their own `redirect_status`.'),
    links_count: z.number().int().min(0).describe('Number of links of the workspace on this domain.'),
    last_error: z.string().nullable().describe('Reason why the last verification failed.'),
    warnings: z.array(z.string()).describe('Warnings about the domain.').meta({ maxItems: 1 }),
    created_at: timestamp().nullable().describe('Time when the domain was added; null for the shared domain.'),
    updated_at: timestamp().nullable().describe('Time of the last change; null for the shared domain.'),
    version: z.number().int().min(0).describe('Version of the domain, increased with each change. It is the ETag.'),
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
