import { z } from 'zod';

import { EventWarning } from '../events/warning';
import { ID_PREFIXES } from '../ids';
import { stored } from '../stored';
import { idOf, text, timeInput, timestamp } from '../text';
import { WebhookSelectors } from '../webhooks/webhooks';
import { ON_MISSING, ON_MISSING_DEFAULT } from './on-missing';
import { RuleAction } from './rule-action';
import { RuleChat } from './rule-chat';
import { RULE_RUN_STATUSES } from './rule-run';
import { cronLine, timezoneName } from './schedule';

export { RuleAction } from './rule-action';

export const RULE_STATUSES = ['active', 'paused', 'disabled'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];
const RULE_DISABLED_REASONS = ['failing'] as const;
export type RuleDisabledReason = (typeof RULE_DISABLED_REASONS)[number];
export const TRIGGER_TYPES = ['event', 'schedule', 'manual'] as const;
export type RuleTriggerType = (typeof TRIGGER_TYPES)[number];
export const ON_ERROR = ['stop', 'continue'] as const;
export type RuleErrorMode = (typeof ON_ERROR)[number];

export const RULE_LIMITS = {
  actions: 10,
  conditions: 10,
  events: 20,
  /** Maximum per workspace. */
  rules: 100,
  jitterSeconds: 3600,
  debounceSeconds: 3600,
  key: 500,
  inputBytes: 65_536,
  /** Maximum runs that start in a minute. */
  runsPerMinute: 60,
  workspaceRunsPerMinute: 600,
  /** Maximum runs of a workspace that have not started. */
  backlog: 10_000,
  /** Maximum rules in a chain of causes. */
  depth: 5,
} as const;

const integerOf = (min: number, max: number) => z.number().int().min(min).max(max);

const ScheduleTrigger = z
  .strictObject({
    type: z.literal('schedule').describe('A schedule.'),
    cron: cronLine().describe('Cron expression with five fields, or `@hourly`, `@daily`, `@weekly`, `@monthly`.'),
    timezone: timezoneName().default('UTC').describe('Time zone of the schedule.'),
    starts_at: timeInput()
      .nullable()
      .default(null)
      .describe('Start of the schedule; null for at once.')
      .meta({ example: null }),
    ends_at: timeInput()
      .nullable()
      .default(null)
      .describe('End of the schedule; null for no end.')
      .meta({ example: null }),
    catch_up: z
      .enum(['none', 'one'])
      .default('one')
      .describe(
        'Handling of missed times. `one`: one run for all times missed in the last 24 hours. `none`: missed times are skipped.',
      )
      .meta({ example: 'one' }),
    jitter_seconds: integerOf(0, RULE_LIMITS.jitterSeconds)
      .default(0)
      .describe('Maximum random delay of each run in seconds.')
      .meta({ example: 0 }),
  })
  .meta({
    id: 'RuleScheduleTrigger',
    example: {
      type: 'schedule',
      cron: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      starts_at: null,
      ends_at: null,
      catch_up: 'one',
      jitter_seconds: 0,
    },
  });

const ManualTrigger = z
  .strictObject({ type: z.literal('manual').describe('Only `POST /rules/{rule_id}/run` starts the rule.') })
  .meta({ id: 'RuleManualTrigger', example: { type: 'manual' } });

/** `pattern` is the schema of an event type. */
export const triggerOf = <T extends z.ZodType<string>>(pattern: T) =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('event').describe('Events.'),
      events: z
        .array(pattern)
        .min(1)
        .max(RULE_LIMITS.events)
        .describe('Event types, or patterns such as `whatsapp.message.*`.')
        .meta({ example: ['whatsapp.message.received'] }),
      selectors: WebhookSelectors.nullable()
        .default(null)
        .describe('Selectors that limit the events to certain objects; null for all.'),
    }),
    ScheduleTrigger,
    ManualTrigger,
  ]);

export const RuleTrigger = triggerOf(z.string());
export type RuleTrigger = z.output<typeof RuleTrigger>;
export type TriggerOf<T extends RuleTriggerType> = Extract<RuleTrigger, { type: T }>;

export const RuleDebounce = z
  .strictObject({
    seconds: integerOf(1, RULE_LIMITS.debounceSeconds)
      .describe('Seconds without an event before the rule runs.')
      .meta({ example: 30 }),
    key: text(RULE_LIMITS.key)
      .optional()
      .describe('Template of the key. Events with different keys are debounced separately.')
      .meta({ example: '{{ event.data.chat_id }}' }),
  })
  .meta({
    id: 'RuleDebounce',
    description: 'Debounce: time without an event before a run.',
    example: { seconds: 30, key: '{{ event.data.chat_id }}' },
  });
export type RuleDebounce = z.output<typeof RuleDebounce>;

export const RuleThrottle = z
  .strictObject({
    max: integerOf(1, 1000).describe('Maximum number of runs.').meta({ example: 10 }),
    per_seconds: integerOf(1, 86_400).describe('Length of the period in seconds.').meta({ example: 600 }),
    key: text(RULE_LIMITS.key)
      .optional()
      .describe('Template of the key. Runs with different keys are counted separately.')
      .meta({ example: '{{ event.data.chat_id }}' }),
  })
  .meta({
    id: 'RuleThrottle',
    description: 'Throttle: maximum number of runs in a period.',
    example: { max: 10, per_seconds: 600, key: '{{ event.data.chat_id }}' },
  });
export type RuleThrottle = z.output<typeof RuleThrottle>;

/** Throttles rules that reply, so that two bots cannot answer each other forever. */
export const REPLY_THROTTLE: RuleThrottle = { max: 10, per_seconds: 600, key: '{{ event.data.chat_id }}' };

const RuleStats = z
  .object({
    succeeded_24h: z.number().int().min(0).describe('Number of runs that succeeded in the last 24 hours.'),
    failed_24h: z.number().int().min(0).describe('Number of runs that failed in the last 24 hours.'),
    last_run_at: timestamp().nullable().describe('Time when the last run ended.'),
    last_status: z.enum(RULE_RUN_STATUSES).nullable().describe('Status of the last run.'),
    consecutive_failures: z.number().int().min(0).describe('Number of failed runs since the last success.'),
  })
  .meta({
    id: 'RuleStats',
    description: 'Statistics of the recent runs of a rule.',
    example: {
      succeeded_24h: 12,
      failed_24h: 0,
      last_run_at: '2026-11-21T09:29:58.120Z',
      last_status: 'succeeded',
      consecutive_failures: 0,
    },
  });
type RuleStats = z.output<typeof RuleStats>;

const ruleId = idOf(ID_PREFIXES.rule);

/** Each change of these fields creates a version. */
const ruleConfig = {
  name: z.string().describe('Name of the rule.'),
  description: z.string().nullable().describe('Description of the rule.'),
  trigger: stored(RuleTrigger).describe('Trigger of the rule.'),
  filter: z.array(z.string()).describe('Conditions that must all be true.'),
  debounce: stored(RuleDebounce).nullable().describe('Debounce of the rule; a newer event replaces a waiting run.'),
  throttle: stored(RuleThrottle).nullable().describe('Throttle of the rule; triggers above the limit are skipped.'),
  chat: stored(RuleChat).nullable().describe('When the rule stays silent in a chat; null for never.'),
  actions: z.array(stored(RuleAction)).describe('Steps of the rule, which run in order.'),
  on_error: z.enum(ON_ERROR).describe('Handling of a failed step.'),
  on_missing: z.enum(ON_MISSING).describe('Handling of missing values in templates.'),
};

const EXAMPLE_CONFIG = {
  name: 'Greeting',
  description: null,
  trigger: { type: 'event' as const, events: ['whatsapp.message.received'], selectors: null },
  filter: ["event.data.content.text contains 'hello'"],
  debounce: null,
  throttle: REPLY_THROTTLE,
  chat: null,
  actions: [{ type: 'reply' as const, text: 'Hello!', quote: false }],
  on_error: 'stop' as const,
  on_missing: ON_MISSING_DEFAULT,
};

export const Rule = z
  .object({
    id: ruleId.describe('Id of the rule.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('Id of the workspace.'),
    status: z.enum(RULE_STATUSES).describe('Status of the rule. `disabled`: its runs kept failing.'),
    disabled_reason: z.enum(RULE_DISABLED_REASONS).nullable().describe('Reason if the rule is disabled.'),
    disabled_at: timestamp().nullable().describe('Time when the rule was disabled.'),
    ...ruleConfig,
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
    config_version: z.number().int().min(0).describe('Version of the configuration; `rule_version` in runs.'),
    next_run_at: timestamp().nullable().describe('Next scheduled run.'),
    allowed_instances: z
      .array(z.string())
      .nullable()
      .describe('WhatsApp instances that the rule can use, if a key with limited access saved it; null for all.'),
    warnings: z
      .array(EventWarning)
      .describe(
        'Event types that match `trigger.events` but do not start the rule, because its author cannot read them. Empty if there are none.',
      )
      .meta({ maxItems: 1 }),
    stats: RuleStats.describe('Statistics of the runs.'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'Rule',
    example: {
      id: 'rul_01jd9x3k2mf8v9q4zt7w5b6n0c',
      workspace_id: 'ws_01jd9x3k2mf8v9q4zt7w5b6n0c',
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      ...EXAMPLE_CONFIG,
      version: 1,
      config_version: 1,
      next_run_at: null,
      allowed_instances: null,
      warnings: [],
      stats: RuleStats.meta()?.['example'] as RuleStats,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    },
  });
export type Rule = z.output<typeof Rule>;

export const RuleVersion = z
  .object({
    version: z.number().int().min(0).describe('Number of the version.'),
    ...ruleConfig,
    created_at: timestamp().describe('Time of creation.'),
  })
  .meta({ id: 'RuleVersion', example: { version: 1, ...EXAMPLE_CONFIG, created_at: '2026-11-21T09:00:00.000Z' } });
export type RuleVersion = z.output<typeof RuleVersion>;
