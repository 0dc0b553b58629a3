import type { Breakdown } from './breakdown-card';
import { t } from './texts';

export const linkBreakdowns = (): Breakdown[] => [
  {
    title: t('locations'),
    hasMap: true,
    groups: [
      // Nothing that knows countries comes with the service.
      { group: 'country', label: t('countries'), none: t('unknown'), hint: t('geoHelp') },
      { group: 'city', label: t('cities'), none: t('unknown'), hint: t('geoHelp') },
      { group: 'language', label: t('languages'), none: t('unknown') },
    ],
  },
  {
    title: t('sources'),
    groups: [
      { group: 'referrer_host', label: t('referrers'), none: t('directOrUnknown') },
      { group: 'trigger', label: t('linkOrQr') },
    ],
  },
  {
    title: t('devices'),
    groups: [
      { group: 'device', label: t('devices'), none: t('unknown') },
      { group: 'os', label: t('systems'), none: t('unknown') },
      { group: 'browser', label: t('browsers'), none: t('unknown') },
    ],
  },
  {
    title: t('campaigns'),
    groups: [
      { group: 'utm_source', label: t('utmSource'), none: t('notSet') },
      { group: 'utm_medium', label: t('utmMedium'), none: t('notSet') },
      { group: 'utm_campaign', label: t('utmCampaign'), none: t('notSet') },
    ],
  },
];

export const workspaceBreakdowns = (): Breakdown[] => [
  {
    title: t('links'),
    groups: [
      { group: 'link', label: t('links') },
      { group: 'tag', label: t('tags'), none: t('noTags') },
      { group: 'domain', label: t('domains') },
    ],
  },
  ...linkBreakdowns(),
  {
    title: t('destinations'),
    groups: [
      { group: 'destination', label: t('destinations'), none: t('none') },
      { group: 'target_key', label: t('rules'), none: t('noRule') },
      { group: 'bot_reason', label: t('bots'), none: t('noClicksInRange') },
    ],
  },
];
