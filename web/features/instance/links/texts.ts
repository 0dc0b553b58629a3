import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    linkBlocks: 'Link blocks',
    lead: 'Domains that no short link may lead to, in addition to the block lists on the server.',
    notChanged: 'Nothing was changed',
    cancel: 'Cancel',
    unblock: 'Unblock',
    unblockOf: 'Unblock {name}',
    reason: 'Reason',
    noReason: 'No reason given',
    reasonHelp: 'Only instance administrators see it.',
    reasonMissing: 'Enter a reason for the audit log.',
    blockedSince: 'Blocked since',
    wasBlockedFor: 'Reason for the block: {reason}',

    // Domains
    blockedDomains: 'Blocked domains',
    noBlockedDomains: 'No blocked domains',
    noBlockedDomainsHelp: 'Block a domain to disable every link to it and its subdomains.',
    findDomains: 'Find by domain',
    domain: 'Domain',
    domainMissing: 'Enter a domain.',
    blockedBy: 'Blocked by',
    deletedUser: 'Deleted user',
    blockDomain: 'Block domain',
    blockDomainTitle: 'Block a domain',
    blockDomainHelp:
      'All links to this domain and its subdomains return 403 immediately, in every workspace, and new ones are refused. The workspaces get an event.',
    domainBlocked: '{domain} blocked',
    linksBlocked: '{count, plural, one {# link} other {# links}} blocked.',
    linksBlockedSoFar:
      '{count, plural, one {# link} other {# links}} blocked so far. The rest follows in a few minutes.',
    unblockDomain: 'Unblock domain',
    unblockDomainTitle: 'Unblock {domain}?',
    unblockDomainHelp:
      'Links to this domain and its subdomains work again immediately, unless another block applies, and new ones can be created.',
    domainUnblocked: '{domain} unblocked',
    linksUnblocked: '{count, plural, one {# link} other {# links}} unblocked.',
    linksUnblockedSoFar:
      '{count, plural, one {# link} other {# links}} unblocked so far. The rest follows in a few minutes.',

    // Single links
    blockedLinks: 'Blocked links',
    noBlockedLinks: 'No blocked links',
    noBlockedLinksHelp: 'Block a reported link below by its URL.',
    link: 'Link',
    workspace: 'Workspace',
    singleLink: 'Single link',
    shortUrl: 'Short URL',
    valueMissing: 'Enter a value.',
    blockLink: 'Block link',
    blockLinkTitle: 'Block this link?',
    blockLinkHelp:
      'Visitors get a 403 page, and the workspace gets an event. Only administrators can unblock the link.',
    linkBlocked: '{name} blocked',
    unblockLink: 'Unblock link',
    unblockLinkTitle: 'Unblock this link?',
    unblockLinkHelp: 'The link works again immediately.',
    linkUnblocked: '{name} unblocked',

    // Domains that links stand on
    linkDomain: 'Link domain',
    hostname: 'Hostname',
    disableDomain: 'Disable domain',
    disableDomainTitle: 'Disable this domain?',
    disableDomainHelp: 'All links on this domain return 404. The workspace cannot change that.',
    domainDisabled: '{name} disabled',
    enableDomain: 'Enable domain',
    enableDomainTitle: 'Enable this domain?',
    enableDomainHelp: 'Links on this domain work again, unless the workspace has disabled the domain too.',
    domainEnabled: '{name} enabled',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
