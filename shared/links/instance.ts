import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';

const host = () =>
  text(253)
    .describe('Host name, which includes all its subdomains, or an IP address.')
    .meta({ example: 'evil.example' });
const shortUrl = () =>
  text(2_048).describe('Short URL of the link.').meta({ example: 'https://go.example.com/spring' });

export const BlockedHost = z
  .object({
    host: z.string().describe('Blocked host in lower-case punycode. All its subdomains are blocked too.'),
    reason: z.string().nullable().describe('Reason, shown to administrators of the installation.'),
    created_by: z
      .object({
        id: idOf(ID_PREFIXES.user).describe('Id of the user.'),
        name: z.string().nullable().describe('Name of the user; null if the account was deleted.'),
      })
      .describe('User who blocked the host.'),
    created_at: timestamp().describe('Time when the host was blocked.'),
  })
  .meta({ id: 'BlockedHost' });
export type BlockedHost = z.output<typeof BlockedHost>;

export const BlockedHostPage = pageOf(BlockedHost);

export const ListBlockedHosts = z.strictObject({
  ...pageQuery,
  q: text(253).optional().describe('Part of the host name.'),
});
export type ListBlockedHosts = z.output<typeof ListBlockedHosts>;

export const AddBlockedHost = z.strictObject({
  host: host(),
  reason: text(200).nullable().default(null).describe('Reason, shown to administrators of the installation.'),
});
export type AddBlockedHost = z.output<typeof AddBlockedHost>;

export const RemoveBlockedHost = z.strictObject({ host: host() });
export type RemoveBlockedHost = z.output<typeof RemoveBlockedHost>;

export const HostEffect = z
  .object({
    host: z.string().describe('Host in its stored form.'),
    links: z.number().int().min(0).describe('Number of links that were blocked or unblocked.'),
    done: z.boolean().describe('Whether all links were processed. If false, the others follow within minutes.'),
  })
  .meta({ id: 'HostEffect' });
export type HostEffect = z.output<typeof HostEffect>;

export const BlockLink = z.strictObject({
  short_url: shortUrl(),
  reason: text(200).describe('Reason, shown to administrators of the installation.'),
});
export type BlockLink = z.output<typeof BlockLink>;

export const UnblockLink = z.strictObject({ short_url: shortUrl() });
export type UnblockLink = z.output<typeof UnblockLink>;

/** Excludes data of the workspace. */
export const InstanceLink = z
  .object({
    id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    short_url: z.string().describe('Short URL of the link.'),
    blocked: z.boolean().describe('Whether the link is blocked. It then returns a 403 page.'),
    reason: z.string().nullable().describe('Reason of the block.'),
  })
  .meta({ id: 'InstanceLink' });
export type InstanceLink = z.output<typeof InstanceLink>;

export const BlockedLink = InstanceLink.omit({ blocked: true })
  .extend({
    workspace_name: z.string().describe('Name of the workspace.'),
    blocked_at: timestamp().describe('Time when the link was blocked.'),
  })
  .meta({ id: 'BlockedLink' });
export type BlockedLink = z.output<typeof BlockedLink>;

export const BlockedLinkPage = pageOf(BlockedLink);

export const ListBlockedLinks = z.strictObject(pageQuery);
export type ListBlockedLinks = z.output<typeof ListBlockedLinks>;

export const InstanceLinkDomainName = z.strictObject({
  hostname: text(260).describe('Host name of the link domain.').meta({ example: 'go.example.com' }),
});
export type InstanceLinkDomainName = z.output<typeof InstanceLinkDomainName>;

export const DisableLinkDomain = InstanceLinkDomainName.extend({
  reason: text(200).describe('Reason, for the audit log of the installation.'),
});
export type DisableLinkDomain = z.output<typeof DisableLinkDomain>;

export const InstanceLinkDomain = z
  .object({
    hostname: z.string().describe('Host name of the domain.'),
    disabled: z
      .boolean()
      .describe(
        'Whether the domain is disabled. Its links then return a 404 page, and the workspace cannot enable it.',
      ),
    workspace_ids: z
      .array(idOf(ID_PREFIXES.workspace))
      .describe(
        'Ids of the workspaces with this domain: the one that verified it, and those that have not verified it yet.',
      ),
  })
  .meta({ id: 'InstanceLinkDomain' });
export type InstanceLinkDomain = z.output<typeof InstanceLinkDomain>;
