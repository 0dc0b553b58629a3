import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatMoment, formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Time } from '../../../ui/time';
import { DisabledNote } from './disabled-note';
import { triggerLabel, type Rule } from './labels';
import { RunTable } from './runs/table';
import { durationLabel, StepSummary } from './step-summary';
import { t } from './texts';
import { useEventNames } from './use-event-names';

import './rules.css';

const LATEST = 5;

export function RuleOverview({ of }: { of: Rule }) {
  return (
    <div className="automation-columns">
      <div className="automation-stack">
        {of.status === 'disabled' && <DisabledNote of={of} />}
        <Card title={t('whatItDoes')}>
          <Flow of={of} />
        </Card>
        <Latest of={of} />
      </div>
      <Card title={t('details')}>
        <DetailList>
          {of.next_run_at !== null && <Detail name={t('nextRun')}>{formatMoment(of.next_run_at)}</Detail>}
          <Detail name={t('succeeded24h')}>{formatNumber(of.stats.succeeded_24h)}</Detail>
          <Detail name={t('failed24h')}>{formatNumber(of.stats.failed_24h)}</Detail>
          <Detail name={t('lastRun')}>
            <Time at={of.stats.last_run_at} />
          </Detail>
          {of.throttle !== null && (
            <Detail name={t('limit')}>
              {t('limitOf', { count: of.throttle.max, duration: durationLabel(of.throttle.per_seconds) })}
            </Detail>
          )}
          {of.debounce !== null && <Detail name={t('debounce')}>{durationLabel(of.debounce.seconds)}</Detail>}
          <Detail name={t('onError')}>{t(`onError_${of.on_error}`)}</Detail>
          <Detail name={t('onMissing')}>{t(`onMissing_${of.on_missing}`)}</Detail>
          <Detail name={t('version')}>{of.config_version}</Detail>
          <Detail name={t('created')}>
            <Time at={of.created_at} />
          </Detail>
        </DetailList>
      </Card>
    </div>
  );
}

function Flow({ of }: { of: Rule }) {
  const nameOf = useEventNames();
  return (
    <DetailList>
      <Detail name={t('when')}>
        <div>{triggerLabel(of.trigger, nameOf)}</div>
        {of.trigger.type === 'event' && (
          <div className="mono dimmed automation-small">{of.trigger.events.join(', ')}</div>
        )}
      </Detail>
      {of.filter.length > 0 && (
        <Detail name={t('onlyIf')}>
          {of.filter.map((condition) => (
            <div key={condition} className="mono">
              {condition}
            </div>
          ))}
        </Detail>
      )}
      <Detail name={t('thenSteps')}>
        <ol className="rule-flow">
          {of.actions.map((action, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- steps stand where they stand
            <li key={at}>
              <StepSummary of={action} />
              {action.if !== undefined && (
                <div className="mono dimmed automation-small">{t('onlyIfCondition', { condition: action.if })}</div>
              )}
            </li>
          ))}
        </ol>
      </Detail>
    </DetailList>
  );
}

function Latest({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { data } = useQuery(trpc.automation.rule_runs.list.queryOptions({ rule_id: of.id, limit: LATEST }));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title={t('latestRuns')}
      actions={
        <Link
          className="copy-button"
          to="/w/$ws/automation/rules/$rule"
          params={{ ws, rule: of.id }}
          search={{ tab: 'runs' }}
        >
          {t('allRuns')}
        </Link>
      }
      flush
    >
      <RunTable rows={data.data} bare />
    </Card>
  );
}
