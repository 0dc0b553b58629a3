import { IconChartLine } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { CLICK_RATE_RULE } from '../../../../shared/links/click-rate';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { BreakdownCard, type Breakdown } from './breakdown-card';
import { queryOf, type AnalyticsSearch, type Change } from './query';
import { TimeChart } from './time-chart';
import { Totals } from './totals';
import { previousQuery, useAnalytics } from './use-analytics';

import './analytics.css';

interface AnalyticsViewProps {
  search: AnalyticsSearch;
  onChange: Change;
  boards: readonly Breakdown[];
  linkId?: string;
  actions?: ReactNode;
}

const WAIT = <Loading shape="text" rows={3} />;

export function AnalyticsView({ search, onChange, boards, linkId, actions }: AnalyticsViewProps) {
  const question = queryOf(search, linkId);
  const series = useAnalytics({ ...question, group_by: 'time', compare: 'previous' });
  const before = previousQuery(question, series.data);
  const previous = useAnalytics({ ...(before ?? question), group_by: 'time' }, before !== undefined);
  return (
    <div className="links-analytics">
      <Card
        title="Clicks"
        aside={
          series.data && (
            <span className="dimmed links-as-of">
              Counted up to <Time at={series.data.as_of} />
            </span>
          )
        }
        actions={
          <>
            {actions}
            <CopyAsCode
              operation="links_analytics_query"
              input={{ ...question, group_by: 'time', compare: 'previous' }}
            />
          </>
        }
      >
        <Content query={series} loading={<div className="links-clicks-wait">{WAIT}</div>}>
          {(data) => (
            <>
              <Totals of={data} />
              {data.totals.bot_clicks > 0 && (
                <p className="dimmed links-small">
                  Bots are previews, crawlers and tools such as curl. Also, {CLICK_RATE_RULE}.
                </p>
              )}
              <TimeChart series={data} before={before ? (previous.data?.rows ?? []) : []} bots={search.bots} />
              {data.approximate && (
                <p className="dimmed links-small">Rare values of a day are counted together, so a row may miss some.</p>
              )}
            </>
          )}
        </Content>
      </Card>
      <div className="links-boards">
        {boards.map((board) => (
          <BreakdownCard key={board.title} of={board} question={question} search={search} onChange={onChange} />
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
      title="No links, no clicks"
      actions={
        <Link to="/w/$ws/links" params={{ ws }} search={{ create: true }} className="copy-button">
          Create link
        </Link>
      }
    >
      Clicks are counted within a second of the first visitor of a link.
    </Empty>
  );
}
