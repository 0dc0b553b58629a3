import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';

const host = () =>
  text(253).describe('A host name, with all below it; or an address.').meta({ example: 'evil.example' });
const shortUrl = () => text(2_048).describe('Its short address.').meta({ example: 'https://go.example.com/spring' });

/** A host that no link of the installation may lead to. */
export const BlockedHost = z
  .object({
    host: z.string().describe('The host, in lower-case punycode; all below it are blocked too.'),
    reason: z.string().nullable().describe('Why, as administrators of the installation see it.'),
    created_by: z
      .object({
        id: idOf(ID_PREFIXES.user).describe('Id of the person.'),
        name: z.string().nullable().describe('Their name; null when they are gone.'),
      })
      .describe('Who blocked it.'),
    created_at: timestamp().describe('When it was blocked.'),
  })
  .meta({ id: 'BlockedHost' });
export type BlockedHost = z.output<typeof BlockedHost>;

export const BlockedHostPage = pageOf(BlockedHost);

export const ListBlockedHosts = z.strictObject({ ...pageQuery, q: text(253).optional().describe('Part of the host.') });
export type ListBlockedHosts = z.output<typeof ListBlockedHosts>;

export const AddBlockedHost = z.strictObject({
  host: host(),
  reason: text(200).nullable().default(null).describe('Why, as administrators of the installation see it.'),
});
export type AddBlockedHost = z.output<typeof AddBlockedHost>;

export const RemoveBlockedHost = z.strictObject({ host: host() });
export type RemoveBlockedHost = z.output<typeof RemoveBlockedHost>;

/** What the change of a host did to links. */
export const HostEffect = z
  .object({
    host: z.string().describe('The host as it is kept.'),
    links: z.number().int().min(0).describe('How many links it blocked, or freed.'),
    done: z.boolean().describe('False: there are more, which follow within some minutes.'),
  })
  .meta({ id: 'HostEffect' });
export type HostEffect = z.output<typeof HostEffect>;

export const BlockLink = z.strictObject({
  short_url: shortUrl(),
  reason: text(200).describe('Why, as administrators of the installation see it.'),
});
export type BlockLink = z.output<typeof BlockLink>;

export const UnblockLink = z.strictObject({ short_url: shortUrl() });
export type UnblockLink = z.output<typeof UnblockLink>;

/** What an administrator of the installation sees of a link: nothing of the workspace’s data. */
export const InstanceLink = z
  .object({
    id: idOf(ID_PREFIXES.link).describe('Id of the link.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Whose it is.'),
    short_url: z.string().describe('Its short address.'),
    blocked: z.boolean().describe('It answers with a 403 page.'),
    reason: z.string().nullable().describe('Why it was blocked.'),
  })
  .meta({ id: 'InstanceLink' });
export type InstanceLink = z.output<typeof InstanceLink>;

/** A link that an administrator of the installation blocked. */
export const BlockedLink = InstanceLink.omit({ blocked: true })
  .extend({
    workspace_name: z.string().describe('The workspace’s name.'),
    blocked_at: timestamp().describe('When it was blocked.'),
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
  reason: text(200).describe('Why, for the audit log of the installation.'),
});
export type DisableLinkDomain = z.output<typeof DisableLinkDomain>;

export const InstanceLinkDomain = z
  .object({
    hostname: z.string().describe('Its host.'),
    disabled: z.boolean().describe('Its links answer with a 404 page, and its workspace cannot change that.'),
    workspace_ids: z
      .array(idOf(ID_PREFIXES.workspace))
      .describe('Whose it is: one workspace, and those that have yet to prove it.'),
  })
  .meta({ id: 'InstanceLinkDomain' });
export type InstanceLinkDomain = z.output<typeof InstanceLinkDomain>;
