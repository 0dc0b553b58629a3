import { continentOf } from '../../../shared/continents';
import type { BatchedClick, Click, ClickedLink } from '../../../shared/links/clicks';
import type { StoredClick } from './store/rows';

const MAX_PARAMETERS = 20;

function presentStored(facts: StoredClick): Omit<Click, 'link'> {
  return {
    id: facts.id,
    created_at: new Date(facts.at).toISOString(),
    destination: facts.destination,
    target_key: facts.targetKey,
    variant_key: null,
    trigger: facts.trigger,
    unique: facts.isUnique,
    bot: facts.botReason !== null,
    bot_reason: facts.botReason,
    country: facts.country,
    region: facts.region,
    city: facts.city,
    continent: continentOf(facts.country),
    device: facts.device,
    os: facts.os,
    browser: facts.browser,
    language: facts.language,
    referrer_host: facts.referrerHost,
    referrer: facts.referrer,
    utm: facts.utm,
    query: parametersOf(facts.query),
    address_prefix: facts.addressPrefix,
  };
}

export const presentClick = (facts: StoredClick, link: ClickedLink): Click => ({ link, ...presentStored(facts) });

export const presentBatched = (facts: StoredClick): BatchedClick => ({
  link_id: facts.linkId,
  ...presentStored(facts),
});

function parametersOf(query: string | null): Record<string, string> {
  if (query === null) return {};
  const all = [...new URLSearchParams(query)].slice(0, MAX_PARAMETERS);
  // Assignment would treat a parameter named `__proto__` specially.
  return Object.fromEntries(all);
}
