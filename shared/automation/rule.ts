import { z } from 'zod';

import { EventWarning } from '../events/warning';
import { ID_PREFIXES } from '../ids';
import { idOf, text, timeInput, timestamp } from '../text';
import { WebhookSelectors } from '../webhooks/webhooks';
import { ON_MISSING, ON_MISSING_DEFAULT } from './on-missing';
import { RuleAction } from './rule-action';
import { RULE_RUN_STATUSES } from './rule-run';
import { cronLine, timezoneName } from './schedule';

export { RuleAction } from './rule-action';

export const RULE_STATUSES = ['active', 'paused', 'disabled'] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];
export const RULE_DISABLED_REASONS = ['failing'] as const;
export type RuleDisabledReason = (typeof RULE_DISABLED_REASONS)[number];
export const TRIGGER_TYPES = ['event', 'schedule', 'manual'] as const;
export type RuleTriggerType = (typeof TRIGGER_TYPES)[number];
export const ON_ERROR = ['stop', 'continue'] as const;
export type RuleErrorMode = (typeof ON_ERROR)[number];

export const RULE_LIMITS = {
  actions: 10,
  conditions: 10,
  events: 20,
  /** Most rules of a workspace. */
  rules: 100,
  jitterSeconds: 3600,
  debounceSeconds: 3600,
  key: 500,
  inputBytes: 65_536,
  /** Runs that start in a minute. */
  runsPerMinute: 60,
  workspaceRunsPerMinute: 600,
  /** Runs of a workspace that have not begun. */
  backlog: 10_000,
  /** Rules whose runs may stand in one line of causes. */
  depth: 5,
} as const;

const integerOf = (least: number, most: number) => z.number().int().min(least).max(most);

const ScheduleTrigger = z
  .strictObject({
    type: z.literal('schedule').describe('At times that repeat.'),
    cron: cronLine().describe('Five fields of cron, or `@hourly`, `@daily`, `@weekly`, `@monthly`.'),
    timezone: timezoneName().default('UTC').describe('Zone of the times.'),
    starts_at: timeInput().nullable().default(null).describe('Not before; null for at once.').meta({ example: null }),
    ends_at: timeInput().nullable().default(null).describe('Not after; null for no end.').meta({ example: null }),
    catch_up: z
      .enum(['none', 'one'])
      .default('one')
      .describe('`one`: one run for all that was missed within the last day. `none`: what was missed is left out.')
      .meta({ example: 'one' }),
    jitter_seconds: integerOf(0, RULE_LIMITS.jitterSeconds)
      .default(0)
      .describe('Each run starts up to so many seconds later, by chance.')
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
  .strictObject({ type: z.literal('manual').describe('By `POST /rules/{rule_id}/run` alone.') })
  .meta({ id: 'RuleManualTrigger', example: { type: 'manual' } });

/** What sets a rule off; `pattern` is the schema of one of its event types. */
export const triggerOf = <T extends z.ZodType<string>>(pattern: T) =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('event').describe('By events.'),
      events: z
        .array(pattern)
        .min(1)
        .max(RULE_LIMITS.events)
        .describe('Types, or prefixes such as `whatsapp.message.*`.')
        .meta({ example: ['whatsapp.message.received'] }),
      selectors: WebhookSelectors.nullable()
        .default(null)
        .describe('Narrows the events to named objects; null for all.'),
    }),
    ScheduleTrigger,
    ManualTrigger,
  ]);

export const RuleTrigger = triggerOf(z.string());
export type RuleTrigger = z.output<typeof RuleTrigger>;
export type TriggerOf<T extends RuleTriggerType> = Extract<RuleTrigger, { type: T }>;

export const RuleDebounce = z
  .strictObject({
    seconds: integerOf(1, RULE_LIMITS.debounceSeconds).describe('How long it must be quiet.').meta({ example: 30 }),
    key: text(RULE_LIMITS.key)
      .optional()
      .describe('A template; runs with different keys do not replace each other.')
      .meta({ example: '{{ event.data.chat_id }}' }),
  })
  .meta({
    id: 'RuleDebounce',
    description: 'How long it must be quiet before a run.',
    example: { seconds: 30, key: '{{ event.data.chat_id }}' },
  });
export type RuleDebounce = z.output<typeof RuleDebounce>;

export const RuleThrottle = z
  .strictObject({
    max: integerOf(1, 1000).describe('Most runs.').meta({ example: 10 }),
    per_seconds: integerOf(1, 86_400).describe('In so long.').meta({ example: 600 }),
    key: text(RULE_LIMITS.key)
      .optional()
      .describe('A template; runs with different keys are counted apart.')
      .meta({ example: '{{ event.data.chat_id }}' }),
  })
  .meta({
    id: 'RuleThrottle',
    description: 'How many runs there may be in a time.',
    example: { max: 10, per_seconds: 600, key: '{{ event.data.chat_id }}' },
  });
export type RuleThrottle = z.output<typeof RuleThrottle>;

/** Of rules that reply, so that two bots cannot talk for ever. */
export const REPLY_THROTTLE: RuleThrottle = { max: 10, per_seconds: 600, key: '{{ event.data.chat_id }}' };

export const RuleStats = z
  .object({
    succeeded_24h: z.number().int().min(0).describe('Runs that succeeded in the last 24 hours.'),
    failed_24h: z.number().int().min(0).describe('Runs that failed in the last 24 hours.'),
    last_run_at: timestamp().nullable().describe('When a run last ended.'),
    last_status: z.enum(RULE_RUN_STATUSES).nullable().describe('How it ended.'),
    consecutive_failures: z.number().int().min(0).describe('Runs that failed since the last that succeeded.'),
  })
  .meta({
    id: 'RuleStats',
    description: 'How the runs of a rule went lately.',
    example: {
      succeeded_24h: 12,
      failed_24h: 0,
      last_run_at: '2026-11-21T09:29:58.120Z',
      last_status: 'succeeded',
      consecutive_failures: 0,
    },
  });
export type RuleStats = z.output<typeof RuleStats>;

const ruleId = idOf(ID_PREFIXES.rule);

/** What a rule does; each change of it is a version. */
export const ruleConfig = {
  name: z.string().describe('Its name in lists.'),
  description: z.string().nullable().describe('A longer note.'),
  trigger: RuleTrigger.describe('What sets it off.'),
  filter: z.array(z.string()).describe('Conditions that must all hold.'),
  debounce: RuleDebounce.nullable().describe('A newer event replaces a run that still waits so long.'),
  throttle: RuleThrottle.nullable().describe('What comes above it is left out.'),
  actions: z.array(RuleAction).describe('Its steps, one after the other.'),
  on_error: z.enum(ON_ERROR).describe('What a failed step does to those after it.'),
  on_missing: z.enum(ON_MISSING).describe('What a step does when a template of it names a value that is not there.'),
};

const EXAMPLE_CONFIG = {
  name: 'Greeting',
  description: null,
  trigger: { type: 'event' as const, events: ['whatsapp.message.received'], selectors: null },
  filter: ["event.data.content.text contains 'hello'"],
  debounce: null,
  throttle: REPLY_THROTTLE,
  actions: [{ type: 'reply' as const, text: 'Hello!', quote: false }],
  on_error: 'stop' as const,
  on_missing: ON_MISSING_DEFAULT,
};

export const Rule = z
  .object({
    id: ruleId.describe('Id of the rule.'),
    workspace_id: idOf(ID_PREFIXES.workspace).describe('The workspace it belongs to.'),
    status: z.enum(RULE_STATUSES).describe('`disabled`: its runs kept failing.'),
    disabled_reason: z.enum(RULE_DISABLED_REASONS).nullable().describe('Why it is disabled.'),
    disabled_at: timestamp().nullable().describe('When it was disabled.'),
    ...ruleConfig,
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
    config_version: z.number().int().min(0).describe('Number of what it does now; `rule_version` of its runs.'),
    next_run_at: timestamp().nullable().describe('Next time of its schedule.'),
    allowed_instances: z
      .array(z.string())
      .nullable()
      .describe('WhatsApp instances that it may use, where a narrowed key saved it; null for all.'),
    warnings: z
      .array(EventWarning)
      .describe(
        'Event types that `trigger.events` matches and that do not start the rule, because whoever saved it could not read them. Empty if nothing is left out.',
      )
      .meta({ maxItems: 1 }),
    stats: RuleStats.describe('What its runs came to.'),
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
    version: z.number().int().min(0).describe('Its number.'),
    ...ruleConfig,
    created_at: timestamp().describe('Time of creation.'),
  })
  .meta({ id: 'RuleVersion', example: { version: 1, ...EXAMPLE_CONFIG, created_at: '2026-11-21T09:00:00.000Z' } });
export type RuleVersion = z.output<typeof RuleVersion>;
