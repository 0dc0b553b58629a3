import type { KeyResources } from '../../../shared/access/keys';
import type { Scope } from '../../../shared/access/scopes';
import type { OnMissing } from '../../../shared/automation/on-missing';
import type {
  RuleAction,
  RuleDebounce,
  RuleDisabledReason,
  RuleErrorMode,
  RuleStatus,
  RuleThrottle,
  RuleTrigger,
} from '../../../shared/automation/rule';
import type { RuleChat } from '../../../shared/automation/rule-chat';
import type { RuleRunReason, RuleRunStatus, RuleRunStep } from '../../../shared/automation/rule-run';
import { bigInteger, index, integer, json, primaryKey, table, text, timestamp, uniqueIndex } from '../../db/columns';
import { createdAt, id, updatedAt, version, partialIndex, partialUniqueIndex } from '../../db/common-columns';
import { workspaceId } from '../../db/workspaces';

export interface RuleConfig {
  name: string;
  description: string | null;
  trigger: RuleTrigger;
  filter: string[];
  debounce: RuleDebounce | null;
  throttle: RuleThrottle | null;
  /** Absent in older rows. */
  chat?: RuleChat | null;
  actions: RuleAction[];
  on_error: RuleErrorMode;
  /** Absent in older rows, which refuse. */
  on_missing?: OnMissing;
}

export interface RunContext {
  event: Record<string, unknown> | null;
  input: Record<string, unknown> | null;
  resources?: KeyResources;
}

export const rules = table(
  'rules',
  {
    id: id(),
    workspaceId: workspaceId(),
    status: text('status').$type<RuleStatus>().notNull(),
    disabledReason: text('disabled_reason').$type<RuleDisabledReason>(),
    disabledAt: timestamp('disabled_at'),
    config: json<RuleConfig>('config').notNull(),
    configVersion: integer('config_version').notNull().default(1),
    /** Scopes and resources of its creator: its trigger and actions are limited to them. */
    grant: json<{ scopes: Scope[]; resources: KeyResources }>('read_grant').notNull(),
    triggerType: text('trigger_type').$type<RuleTrigger['type']>().notNull(),
    /** Events up to this number do not trigger it. */
    startSequence: bigInteger('start_sequence').notNull(),
    /** Null without a schedule. */
    nextRunAt: timestamp('next_run_at'),
    /** End of its rate limit, in milliseconds since 1970. */
    paceMs: bigInteger('pace_ms').notNull().default(0),

    /** Since the last successful run. */
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    failingSinceAt: timestamp('failing_since_at'),
    lastRunAt: timestamp('last_run_at'),
    lastRunStatus: text('last_run_status').$type<RuleRunStatus>(),
    throttledAt: timestamp('throttled_at'),

    createdBy: json<{ key_id: string } | { user_id: string }>('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('rules_workspace_id_key').on(t.workspaceId, t.id),
    partialIndex('rules_due_idx', [t.workspaceId, t.nextRunAt, t.id], "status = 'active' and next_run_at is not null"),
    index('rules_trigger_idx').on(t.workspaceId, t.triggerType, t.status),
  ],
);

export const ruleVersions = table(
  'rule_versions',
  {
    ruleId: text('rule_id').notNull(),
    workspaceId: workspaceId(),
    number: integer('number').notNull(),
    config: json<RuleConfig>('config').notNull(),
    createdBy: json<{ key_id: string } | { user_id: string }>('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.ruleId, t.number] })],
);

export const ruleRuns = table(
  'rule_runs',
  {
    id: id(),
    workspaceId: workspaceId(),
    ruleId: text('rule_id').notNull(),
    ruleVersion: integer('rule_version').notNull(),
    trigger: text('trigger').$type<RuleTrigger['type']>().notNull(),
    /** The event, instant or request that triggered it: a rule runs once for each. */
    origin: text('origin').notNull(),
    context: json<RunContext>('context').notNull(),
    eventId: text('event_id'),
    scheduledFor: timestamp('scheduled_for'),
    status: text('status').$type<RuleRunStatus>().notNull(),
    reason: text('reason').$type<RuleRunReason>(),
    steps: json<RuleRunStep[]>('steps').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Ids of the rules that led to this run, its own last; `*` for each pass through an inbound endpoint. */
    chain: json<string[]>('chain').notNull(),
    /** A newer event with the same key replaces a waiting run. */
    debounceKey: text('debounce_key'),
    throttleKey: text('throttle_key'),
    nextAt: timestamp('next_at').notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: timestamp('lease_until'),
    startedAt: timestamp('started_at'),
    completedAt: timestamp('completed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('rule_runs_origin_key').on(t.ruleId, t.origin),
    uniqueIndex('rule_runs_workspace_id_key').on(t.workspaceId, t.id),
    partialUniqueIndex('rule_runs_debounce_key', [t.ruleId, t.debounceKey], 'debounce_key is not null'),
    partialIndex('rule_runs_throttle_idx', [t.ruleId, t.throttleKey, t.createdAt], 'throttle_key is not null'),
    partialIndex('rule_runs_due_idx', [t.workspaceId, t.nextAt], "status in ('queued', 'waiting')"),
    partialIndex('rule_runs_lease_idx', [t.leaseUntil], "status = 'running'"),
    index('rule_runs_rule_idx').on(t.workspaceId, t.ruleId, t.id),
    index('rule_runs_status_idx').on(t.workspaceId, t.status, t.id),
    index('rule_runs_created_idx').on(t.createdAt),
  ],
);

/** End of the rate limit of a workspace’s rules, in milliseconds since 1970. */
export const rulePaces = table('rule_paces', {
  workspaceId: workspaceId().primaryKey(),
  paceMs: bigInteger('pace_ms').notNull(),
});
