import { Suspense, useMemo } from 'react';

import { countryName } from '../../../ui/icons/flag';
import { lazyPart } from '../../../ui/lazy-parts';
import { rankOf, toggled, valuesOf, type AnalyticsQuery, type AnalyticsSearch, type Change, type Row } from './query';
import { t } from './texts';
import { useAnalytics } from './use-analytics';

import './analytics.css';

const WorldMap = lazyPart(async () => (await import('../../../ui/map/world-map')).WorldMap);
/** As many rows as the API gives at once. */
const LIMIT = 100;
const COUNTRY = /^[A-Z]{2}$/;
const NONE: readonly Row[] = [];

/** The countries that clicks are from, most first. None where no country is known, as without a GeoIP file. */
export function useCountries(question: AnalyticsQuery, bots: AnalyticsSearch['bots']): readonly Row[] {
  const { data } = useAnalytics({ ...question, group_by: 'country', limit: LIMIT });
  return useMemo(
    () => data?.rows.filter((row) => COUNTRY.test(row.key) && rankOf(row, bots) > 0) ?? NONE,
    [data, bots],
  );
}

interface CountryMapProps {
  countries: readonly Row[];
  search: AnalyticsSearch;
  onChange: Change;
  /** A country of the list beside it. */
  pointed: string | undefined;
}

export function CountryMap({ countries, search, onChange, pointed }: CountryMapProps) {
  const { bots, country } = search;
  const values = useMemo(() => new Map(countries.map((row) => [row.key, rankOf(row, bots)])), [countries, bots]);
  const [first] = countries;
  if (!first) return null;
  const label = t('mapSummary', {
    count: countries.length,
    name: countryName(first.key),
    clicks: rankOf(first, bots),
  });
  return (
    <div className="links-map">
      <Suspense fallback={<div className="links-map-wait" />}>
        <WorldMap
          label={label}
          unit={t(bots === 'only' ? 'botClicks' : 'clicks')}
          values={values}
          chosen={valuesOf(country)}
          pointed={pointed}
          onChoose={(code) => onChange({ country: toggled(country, code) })}
        />
      </Suspense>
    </div>
  );
}
