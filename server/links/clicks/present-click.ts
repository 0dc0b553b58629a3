import { continentOf } from '../../../shared/continents';
import type { BatchedClick, Click, ClickedLink } from '../../../shared/links/clicks';
import type { StoredClick } from './store/rows';

const MAX_PARAMETERS = 20;

function presentStored(click: StoredClick): Omit<Click, 'link'> {
  return {
    id: click.id,
    created_at: new Date(click.at).toISOString(),
    destination: click.destination,
    target_key: click.targetKey,
    variant_key: null,
    trigger: click.trigger,
    unique: click.isUnique,
    bot: click.botReason !== null,
    bot_reason: click.botReason,
    country: click.country,
    region: click.region,
    city: click.city,
    continent: continentOf(click.country),
    device: click.device,
    os: click.os,
    browser: click.browser,
    language: click.language,
    referrer_host: click.referrerHost,
    referrer: click.referrer,
    utm: click.utm,
    query: parametersOf(click.query),
    address_prefix: click.addressPrefix,
  };
}

export const presentClick = (click: StoredClick, link: ClickedLink): Click => ({ link, ...presentStored(click) });

export const presentBatchedClick = (click: StoredClick): BatchedClick => ({
  link_id: click.linkId,
  ...presentStored(click),
});

function parametersOf(query: string | null): Record<string, string> {
  if (query === null) return {};
  const all = [...new URLSearchParams(query)].slice(0, MAX_PARAMETERS);
  // Assignment would treat a parameter named `__proto__` specially.
  return Object.fromEntries(all);
}
