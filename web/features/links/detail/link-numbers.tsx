import type { ReactNode } from 'react';

import { linkBreakdowns } from '../analytics/breakdown-list';
import { ActiveFilters, PeriodAndBots } from '../analytics/filters';
import type { AnalyticsSearch, Change } from '../analytics/query';
import { AnalyticsView } from '../analytics/view';
import type { Link } from '../labels';
import { ClickLog } from './click-log';

import '../links.css';
import '../analytics/analytics.css';

interface LinkNumbersProps {
  of: Link;
  search: AnalyticsSearch;
  onChange: Change;
  children: ReactNode;
}

export function LinkNumbers({ of, search, onChange, children }: LinkNumbersProps) {
  return (
    <>
      <div>
        <div className="filters links-filters">
          <PeriodAndBots search={search} onChange={onChange} />
        </div>
        <ActiveFilters search={search} onChange={onChange} />
        <AnalyticsView search={search} onChange={onChange} boards={linkBreakdowns()} linkId={of.id}>
          {children}
        </AnalyticsView>
      </div>
      <ClickLog linkId={of.id} bots={search.bots} />
    </>
  );
}
