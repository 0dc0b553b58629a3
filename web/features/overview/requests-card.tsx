import { Link } from '@tanstack/react-router';

import { TimeChart } from '../../ui/chart/time-chart';
import { Change } from '../../ui/figure/figure';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { RangeSwitch } from './range-switch';
import { byStatus, stepOf, sum, type Range } from './requests';
import { t } from './texts';
import type { UsageQuery } from './use-requests';

import './overview.css';

interface RequestsCardProps {
  query: UsageQuery;
  range: Range;
  onRange: (range: Range) => void;
}

export function RequestsCard({ query, range, onRange }: RequestsCardProps) {
  const { id: ws } = useWorkspace();
  const counted = query.data && byStatus(query.data, range);
  return (
    <Card
      title={t('requests')}
      aside={
        counted && (
          <span className="overview-total">
            <strong className="numbers">{formatNumber(sum(counted.now))}</strong>{' '}
            <Change now={sum(counted.now)} before={sum(counted.before)} />
          </span>
        )
      }
      actions={
        <>
          <RangeSwitch range={range} onRange={onRange} />
          <Link to="/w/$ws/settings/usage" params={{ ws }} className="overview-more">
            {t('usage')}
          </Link>
        </>
      }
    >
      <div className="overview-chart">
        {query.error && !counted ? (
          <div role="alert" className="dimmed">
            {t('notCounted')}{' '}
            <button type="button" className="bare overview-try" onClick={() => void query.refetch()}>
              {t('tryAgain')}
            </button>
          </div>
        ) : (
          counted && (
            <TimeChart
              label={t('requestsOverTime')}
              times={counted.times}
              step={stepOf(range)}
              {...(stepOf(range) === 'day' ? { timeZone: 'UTC' } : {})}
              kind="bars"
              none={t('noRequests')}
              series={[
                { name: t('succeeded'), tone: 'core', values: counted.succeeded },
                { name: t('clientErrors'), tone: 'warning', values: counted.refused },
                { name: t('serverErrors'), tone: 'error', values: counted.failed },
              ]}
            />
          )
        )}
      </div>
    </Card>
  );
}
