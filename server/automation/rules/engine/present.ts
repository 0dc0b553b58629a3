import { expandScopes } from '../../../../shared/access/scopes';
import { ON_MISSING_DEFAULT } from '../../../../shared/automation/on-missing';
import type { Rule, RuleVersion } from '../../../../shared/automation/rule';
import { RuleRun } from '../../../../shared/automation/rule-run';
import { leftOutOfSubscription } from '../../../events/left-out';
import { presentAs } from '../../../present-as';
import type { RuleVersionRow } from '../../queries/rules';
import type { RuleRow, RunRow } from './types';

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

interface RuleCounts {
  succeeded: number;
  failed: number;
}

const eventsOf = ({ trigger }: RuleRow['config']): readonly string[] =>
  trigger.type === 'event' ? trigger.events : [];

const UNCOUNTED: RuleCounts = { succeeded: 0, failed: 0 };

/** A rule as callers see it; in events its runs are not counted. */
export function presentRule(row: RuleRow, counts: RuleCounts = UNCOUNTED): Rule {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    status: row.status,
    disabled_reason: row.disabledReason,
    disabled_at: textOf(row.disabledAt),
    ...row.config,
    on_missing: row.config.on_missing ?? ON_MISSING_DEFAULT,
    version: row.version,
    config_version: row.configVersion,
    next_run_at: row.status === 'active' ? textOf(row.nextRunAt) : null,
    allowed_instances: row.grant.resources.whatsapp_instances ?? null,
    warnings: leftOutOfSubscription(eventsOf(row.config), expandScopes(row.grant.scopes), 'trigger.events'),
    stats: {
      succeeded_24h: counts.succeeded,
      failed_24h: counts.failed,
      last_run_at: textOf(row.lastRunAt),
      last_status: row.lastRunStatus,
      consecutive_failures: row.consecutiveFailures,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export const presentRuleVersion = ({ number, config, createdAt }: RuleVersionRow): RuleVersion => ({
  version: number,
  ...config,
  on_missing: config.on_missing ?? ON_MISSING_DEFAULT,
  created_at: createdAt.toISOString(),
});

export function presentRun(row: RunRow): RuleRun {
  const { event, input } = row.context;
  return presentAs(RuleRun, row, {
    trigger: {
      type: row.trigger,
      event_id: row.eventId,
      event_type: typeof event?.['type'] === 'string' ? event['type'] : null,
      scheduled_for: textOf(row.scheduledFor),
      input: row.trigger === 'manual' ? input : null,
    },
    depth: row.chain.length,
    next_at: row.completedAt === null ? row.nextAt.toISOString() : null,
  });
}
