import { HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Platform } from '../context';
import type { Module } from '../module';
import { ago, drain, type Task } from '../schedule';
import type { LinksDeps } from './context';
import { countDomains, MAX_DOMAINS } from './domains/create';
import { sweepImportFiles } from './imports/worker';
import { deleteClicksOfRemovedLinks, LINKS_PER_RUN, reportExpiredLinks } from './links/jobs';
import { countAllLinks } from './links/list';
import { recheckStoredLinks } from './recheck-links';
import { linkDomains, links, linkTags } from './schema/links';
import { purgeLinkChanges } from './system/changes';
import { countTags, MAX_TAGS } from './tags/rules';

export const linksModule = {
  tags: [
    { name: 'Links', of: ['links'], description: 'Create, update and find short links, one by one or in bulk.' },
    { name: 'Link domains', of: ['links.domains'], description: 'Your own domains for short links.' },
    { name: 'Link tags', of: ['links.tags'], description: 'Labels of links, for filters and analytics.' },
    {
      name: 'Link analytics',
      of: ['links.analytics', 'links.clicks', 'links.get_analytics', 'links.list_clicks', 'links.list_daily_clicks'],
      description: 'Click statistics and single clicks.',
    },
    { name: 'Link imports', of: ['links.imports'], description: 'Import links from files in the background.' },
  ],

  keyResources: { link_domains: linkDomains },
  selectors: { link_ids: links, domain_ids: linkDomains, tag_ids: linkTags },

  quotas: {
    links: { used: countAllLinks, limit: ({ config }) => config.linksPerWorkspace },
    link_domains: { used: ({ db }) => countDomains(db), limit: MAX_DOMAINS },
    link_tags: { used: ({ db }) => countTags(db), limit: MAX_TAGS },
  },

  jobs: (services) => [
    { name: 'lists of blocked hosts', everyMs: MINUTE_MS, run: blockListed(services) },
    {
      name: 'expiry of links',
      everyMs: MINUTE_MS / 4,
      run: (signal) => drain(signal, () => reportExpiredLinks(services), LINKS_PER_RUN),
    },
    {
      name: 'clicks of deleted links',
      everyMs: MINUTE_MS,
      run: (signal) => drain(signal, () => deleteClicksOfRemovedLinks(services), LINKS_PER_RUN),
    },
    { name: 'files of imports', everyMs: HOUR_MS, run: () => sweepImportFiles(services) },
    { name: 'upkeep of clicks', everyMs: 10 * MINUTE_MS, run: (signal) => services.clicks.maintain(signal) },
    {
      name: 'link changes',
      everyMs: 10 * MINUTE_MS,
      run: () => purgeLinkChanges(services.store, ago(services.now, HOUR_MS)),
    },
  ],
} satisfies Module<LinksDeps>;

/** Lists may have changed before the start, so the first run checks every link. */
function blockListed(services: Platform & LinksDeps): Task['run'] {
  let checked: number | undefined;
  return async (signal) => {
    await services.linkBlocklist.refresh();
    const { version } = services.linkBlocklist;
    await recheckStoredLinks(services, version !== checked, signal);
    if (!signal.aborted) checked = version;
  };
}
