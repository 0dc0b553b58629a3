import { FilterSelect } from '../../../ui/table/filters';
import { LINK_BREAKDOWNS } from '../analytics/breakdown-list';
import { ActiveFilters, RangeControl } from '../analytics/filters';
import { BOTS, type AnalyticsSearch, type Change } from '../analytics/query';
import { AnalyticsView } from '../analytics/view';
import type { Link } from '../labels';
import { ClickLog } from './click-log';

import '../links.css';
import '../analytics/analytics.css';

interface LinkNumbersProps {
  of: Link;
  search: AnalyticsSearch;
  onChange: Change;
}

export function LinkNumbers({ of, search, onChange }: LinkNumbersProps) {
  return (
    <>
      <div>
        <div className="filters links-filters">
          <RangeControl value={search.interval} onChange={(interval) => onChange({ interval })} />
          <FilterSelect
            label="Without bots"
            width={130}
            value={search.bots}
            options={BOTS}
            onChange={(bots) => onChange({ bots })}
          />
        </div>
        <ActiveFilters search={search} onChange={onChange} />
        <AnalyticsView search={search} onChange={onChange} boards={LINK_BREAKDOWNS} linkId={of.id} />
      </div>
      <ClickLog linkId={of.id} bots={search.bots} />
    </>
  );
}
