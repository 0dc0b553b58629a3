import { expandScopes, type Scope } from '../../../../shared/access/scopes';
import { ON_MISSING_DEFAULT } from '../../../../shared/automation/on-missing';
import type { Rule, RuleVersion } from '../../../../shared/automation/rule';
import { RuleRun } from '../../../../shared/automation/rule-run';
import { EVENTS, type EventType } from '../../../../shared/events/events';
import { typesOf } from '../../../../shared/events/patterns';
import type { NewEvent } from '../../../events/emit';
import { subscriptionWarnings } from '../../../events/type-warnings';
import { presentAs } from '../../../present-as';
import { timeText } from '../../../times';
import type { RuleCounts } from '../../queries/rule-runs';
import type { RuleVersionRow } from '../../queries/rules';
import { type RuleConfig, type RuleRow, runCause, type RunRow } from './types';

const eventsOf = ({ trigger }: RuleRow['config']): readonly string[] =>
  trigger.type === 'event' ? trigger.events : [];

const UNCOUNTED: RuleCounts = { succeeded: 0, failed: 0 };

/** Rules of earlier versions have no `chat` and no `on_missing`. */
const presentConfig = (config: RuleConfig) => ({
  ...config,
  chat: config.chat ?? null,
  on_missing: config.on_missing ?? ON_MISSING_DEFAULT,
});

/** Events contain no counts. */
export function presentRule(row: RuleRow, counts: RuleCounts = UNCOUNTED): Rule {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    status: row.status,
    disabled_reason: row.disabledReason,
    disabled_at: timeText(row.disabledAt),
    ...presentConfig(row.config),
    version: row.version,
    config_version: row.configVersion,
    next_run_at: row.status === 'active' ? timeText(row.nextRunAt) : null,
    allowed_instances: row.grant.resources.whatsapp_instances ?? null,
    warnings: subscriptionWarnings(eventsOf(row.config), expandScopes(row.grant.scopes), 'trigger.events'),
    stats: {
      succeeded_24h: counts.succeeded,
      failed_24h: counts.failed,
      last_run_at: timeText(row.lastRunAt),
      last_status: row.lastRunStatus,
      consecutive_failures: row.consecutiveFailures,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export const presentRuleVersion = ({ number, config, createdAt }: RuleVersionRow): RuleVersion => ({
  version: number,
  ...presentConfig(config),
  created_at: createdAt.toISOString(),
});

export function presentRun(row: RunRow): RuleRun {
  const { event, input } = row.context;
  return presentAs(RuleRun, row, {
    trigger: {
      type: row.trigger,
      event_id: row.eventId,
      event_type: typeof event?.['type'] === 'string' ? event['type'] : null,
      scheduled_for: timeText(row.scheduledFor),
      input: row.trigger === 'manual' ? input : null,
    },
    depth: row.chain.length,
    next_at: row.completedAt === null ? row.nextAt.toISOString() : null,
  });
}

type RuleEvent = Extract<EventType, `automation.rule.${'created' | 'updated' | 'deleted' | 'disabled' | 'throttled'}`>;
type RunEvent = Extract<EventType, `automation.rule_run.${string}`>;

/** Visible to callers who can read all of the rule’s trigger. */
export const ruleEvent = (type: RuleEvent, row: RuleRow): NewEvent => {
  const { trigger } = row.config;
  const requires = trigger.type === 'event' ? scopesOf(typesOf(trigger.events)) : [];
  return { type, data: presentRule(row), requires };
};

/** A run shows parts of its trigger. */
export const runEvent = (type: RunEvent, run: RunRow): NewEvent => {
  const trigger = run.context.event?.['type'] as EventType | undefined;
  const requires = trigger !== undefined && trigger in EVENTS ? scopesOf([trigger]) : [];
  return { type, data: presentRun(run), requires, cause: runCause(run) };
};

const scopesOf = (types: readonly EventType[]): Scope[] => [...new Set(types.map((type) => EVENTS[type].scope))];
