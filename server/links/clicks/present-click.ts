import { continentOf } from '../../../shared/continents';
import type { BatchedClick, Click, ClickedLink } from '../../../shared/links/clicks';
import type { ClickFacts } from './store/rows';

const MOST_PARAMETERS = 20;

/** A click as events and lists show it, without its link. */
function presentFacts(facts: ClickFacts): Omit<Click, 'link'> {
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

export const presentClick = (facts: ClickFacts, link: ClickedLink): Click => ({ link, ...presentFacts(facts) });

export const presentBatched = (facts: ClickFacts): BatchedClick => ({
  link_id: facts.linkId,
  ...presentFacts(facts),
});

/** The first twenty parameters; of a name that comes twice, the last. */
function parametersOf(query: string | null): Record<string, string> {
  if (query === null) return {};
  const all = [...new URLSearchParams(query)].slice(0, MOST_PARAMETERS);
  // Not by assignment: a visitor may name a parameter `__proto__`.
  return Object.fromEntries(all);
}
