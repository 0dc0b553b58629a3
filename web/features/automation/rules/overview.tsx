import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { formatMoment, formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Time } from '../../../ui/time';
import { DisabledNote } from './disabled-note';
import { ACTIONS, isTechnical, triggerLabel, type Rule } from './labels';
import { RunTable } from './runs/table';

import './rules.css';

const LATEST = 5;

export function RuleOverview({ of }: { of: Rule }) {
  return (
    <div className="automation-columns">
      <div className="automation-stack">
        {of.status === 'disabled' && <DisabledNote of={of} />}
        <Card title="What it does">
          <DetailList>
            <Detail name="When">
              <span className={isTechnical(of.trigger) ? 'mono' : undefined}>{triggerLabel(of.trigger)}</span>
            </Detail>
            {of.filter.length > 0 && (
              <Detail name="Only if">
                {of.filter.map((condition) => (
                  <div key={condition} className="mono">
                    {condition}
                  </div>
                ))}
              </Detail>
            )}
            {of.actions.map((action, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps stand where they stand
              <Detail key={at} name={at === 0 ? 'Then' : ''}>
                {at + 1}. {ACTIONS[action.type].label}
                {action.if !== undefined && <span className="mono dimmed"> if {action.if}</span>}
              </Detail>
            ))}
          </DetailList>
        </Card>
        <Latest of={of} />
      </div>
      <Card title="Facts">
        <DetailList>
          {of.next_run_at !== null && <Detail name="Next run">{formatMoment(of.next_run_at)}</Detail>}
          <Detail name="Succeeded in 24 h">{formatNumber(of.stats.succeeded_24h)}</Detail>
          <Detail name="Failed in 24 h">{formatNumber(of.stats.failed_24h)}</Detail>
          <Detail name="Last run">
            <Time at={of.stats.last_run_at} />
          </Detail>
          {of.throttle !== null && (
            <Detail name="At most">
              {formatNumber(of.throttle.max)} in {formatNumber(of.throttle.per_seconds)} s
            </Detail>
          )}
          {of.debounce !== null && <Detail name="Waits for quiet">{formatNumber(of.debounce.seconds)} s</Detail>}
          <Detail name="When a step fails">{of.on_error === 'stop' ? 'The run ends' : 'The next step follows'}</Detail>
          <Detail name="When a value is missing">
            {of.on_missing === 'reject' ? 'The step fails' : 'It stays empty'}
          </Detail>
          <Detail name="Version">{of.config_version}</Detail>
          <Detail name="Made">
            <Time at={of.created_at} />
          </Detail>
        </DetailList>
      </Card>
    </div>
  );
}

function Latest({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { data } = useQuery(trpc.automation.rule_runs.list.queryOptions({ rule_id: of.id, limit: LATEST }));
  if (!data || data.data.length === 0) return null;
  return (
    <Card
      title="Latest runs"
      actions={
        <Link
          className="copy-button"
          to="/w/$ws/automation/rules/$rule"
          params={{ ws, rule: of.id }}
          search={{ tab: 'runs' }}
        >
          All runs
        </Link>
      }
      flush
    >
      <RunTable rows={data.data} bare />
    </Card>
  );
}
