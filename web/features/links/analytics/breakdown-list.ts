import type { Breakdown } from './breakdown-card';

/** Nothing that knows countries comes with the service. */
const GEO =
  'Places need a GeoIP file of the operator (GEOIP_DB), countries at least a header of a trusted proxy (GEO_COUNTRY_HEADER).';

const CLICK_BREAKDOWNS: readonly Breakdown[] = [
  {
    title: 'Places',
    groups: [
      { group: 'country', label: 'Countries', none: 'Unknown', hint: GEO },
      { group: 'city', label: 'Cities', none: 'Unknown', hint: GEO },
      { group: 'language', label: 'Languages', none: 'Unknown' },
    ],
  },
  {
    title: 'Came from',
    groups: [
      { group: 'referrer_host', label: 'Referrers', none: 'Direct or unknown' },
      { group: 'trigger', label: 'Link or QR' },
    ],
  },
  {
    title: 'Came with',
    groups: [
      { group: 'device', label: 'Devices', none: 'Unknown' },
      { group: 'os', label: 'Systems', none: 'Unknown' },
      { group: 'browser', label: 'Browsers', none: 'Unknown' },
    ],
  },
  {
    title: 'Campaigns',
    groups: [
      { group: 'utm_source', label: 'Source', none: 'Without' },
      { group: 'utm_medium', label: 'Medium', none: 'Without' },
      { group: 'utm_campaign', label: 'Campaign', none: 'Without' },
    ],
  },
];

export const WORKSPACE_BREAKDOWNS: readonly Breakdown[] = [
  {
    title: 'Links',
    groups: [
      { group: 'link', label: 'Links' },
      { group: 'tag', label: 'Tags', none: 'No link has a tag.' },
      { group: 'domain', label: 'Domains' },
    ],
  },
  ...CLICK_BREAKDOWNS,
  {
    title: 'Led to',
    groups: [
      { group: 'destination', label: 'Destinations', none: 'Nowhere' },
      { group: 'target_key', label: 'Rules', none: 'No rule' },
      { group: 'bot_reason', label: 'Bots', none: 'Nothing in this time.' },
    ],
  },
];

export const LINK_BREAKDOWNS: readonly Breakdown[] = CLICK_BREAKDOWNS;
