import { IconChartLine } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { MAX_CLICKS_PER_MINUTE } from '../../../../shared/links/click-rate';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { BreakdownCard, type Breakdown } from './breakdown-card';
import { useCountries } from './country-map';
import { queryOf, type AnalyticsSearch, type Change } from './query';
import { t } from './texts';
import { TimeChart } from './time-chart';
import { Totals } from './totals';
import { previousQuery, useAnalytics } from './use-analytics';

import './analytics.css';

interface AnalyticsViewProps {
  search: AnalyticsSearch;
  onChange: Change;
  boards: readonly Breakdown[];
  linkId?: string;
  /** Below the chart. */
  children?: ReactNode;
}

const WAIT = <Loading shape="text" rows={3} />;

export function AnalyticsView({ search, onChange, boards, linkId, children }: AnalyticsViewProps) {
  const question = queryOf(search, linkId);
  const series = useAnalytics({ ...question, group_by: 'time', compare: 'previous' });
  const before = previousQuery(question, series.data);
  const previous = useAnalytics({ ...(before ?? question), group_by: 'time' }, before !== undefined);
  const countries = useCountries(question, search.bots);
  // A map is as wide as the page, so it stands above the others.
  const isFirst = ({ hasMap = false }: Breakdown) => Number(hasMap && countries.length > 0);
  const inOrder = boards.toSorted((one, other) => isFirst(other) - isFirst(one));
  return (
    <div className="links-analytics">
      <Content query={series} loading={<div className="links-clicks-wait">{WAIT}</div>}>
        {(data) => (
          <>
            <Totals of={data} />
            <Card
              title={t('clicks')}
              aside={
                <span className="dimmed links-as-of">
                  {t('updated')} <Time at={data.as_of} />
                </span>
              }
            >
              <TimeChart series={data} before={before ? (previous.data?.rows ?? []) : []} bots={search.bots} />
              {data.totals.bot_clicks > 0 && (
                <p className="dimmed links-small">{t('botsHelp', { count: MAX_CLICKS_PER_MINUTE })}</p>
              )}
              {data.approximate && <p className="dimmed links-small">{t('approximate')}</p>}
            </Card>
          </>
        )}
      </Content>
      {children}
      <div className="links-boards">
        {inOrder.map((board) => (
          <BreakdownCard
            key={board.title}
            of={board}
            countries={countries}
            question={question}
            search={search}
            onChange={onChange}
          />
        ))}
      </div>
    </div>
  );
}

export function NoClicksYet() {
  const { id: ws } = useWorkspace();
  return (
    <Empty
      icon={IconChartLine}
      title={t('noClicksYet')}
      actions={
        <Link to="/w/$ws/links" params={{ ws }} search={{ create: true }} className="copy-button">
          {t('createLink')}
        </Link>
      }
    >
      {t('noClicksYetHelp')}
    </Empty>
  );
}
