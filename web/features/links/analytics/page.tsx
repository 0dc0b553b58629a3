import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { useTRPC } from '../../../trpc';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Forbidden } from '../../../ui/states/states';
import { LinksFrame } from '../frame';
import { workspaceBreakdowns } from './breakdown-list';
import { AnalyticsFilters } from './filters';
import { queryOf, type AnalyticsSearch, type Change } from './query';
import { t } from './texts';
import { AnalyticsView, NoClicksYet } from './view';

import '../links.css';
import './analytics.css';

const ExportAnalytics = lazyWhenIdle(async () => (await import('./export-dialog')).ExportAnalytics);

const route = getRouteApi('/w/$ws/links/analytics');

export function LinkAnalyticsPage() {
  const trpc = useTRPC();
  const search: AnalyticsSearch = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/links/analytics' });
  const mayRead = useCan()('links.analytics:read');
  const [isExporting, setIsExporting] = useState(false);
  const links = useQuery(trpc.links.count.queryOptions({ archived: 'any' }));
  const change: Change = (next) => void navigate({ search: (old) => compact({ ...old, ...next }), replace: true });

  return (
    <LinksFrame
      title={t('title')}
      lead={t('lead')}
      more={[mayRead && { label: t('export'), icon: IconDownload, onClick: () => setIsExporting(true) }]}
      code={{
        operation: 'links_analytics_query',
        input: { ...queryOf(search), group_by: 'time', compare: 'previous' },
      }}
    >
      {!mayRead && <Forbidden need={t('needsScope')} />}
      {mayRead && links.data?.total === 0 && <NoClicksYet />}
      {mayRead && links.data?.total !== 0 && (
        <>
          <AnalyticsFilters search={search} onChange={change} />
          <AnalyticsView search={search} onChange={change} boards={workspaceBreakdowns()} />
        </>
      )}
      {isExporting && <ExportAnalytics question={queryOf(search)} onClose={() => setIsExporting(false)} />}
    </LinksFrame>
  );
}
