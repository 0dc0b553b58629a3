import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { boundedText, idOf, timestamp } from '../text';
import { ACTION_TYPES } from './rule-action';

export const RULE_RUN_STATUSES = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'canceled'] as const;
export type RuleRunStatus = (typeof RULE_RUN_STATUSES)[number];
const RULE_RUN_REASONS = [
  'debounce',
  'delay',
  'retry',
  'trigger_failed',
  'step_failed',
  'canceled',
  'rule_paused',
  'rule_disabled',
  'rule_deleted',
  'ignored',
  'stop_word',
  'person_answers',
  'session_limit',
] as const;
/** Why a run of a rule with `chat` was canceled without an effect. */
const SILENCE_REASONS = ['ignored', 'stop_word', 'person_answers', 'session_limit'] as const;
export type RuleSilence = (typeof SILENCE_REASONS)[number];
export type RuleRunReason = (typeof RULE_RUN_REASONS)[number];
const STEP_STATUSES = ['pending', 'waiting', 'succeeded', 'skipped', 'failed'] as const;

/** Maximum stored bytes of the input or output of a step. */
export const STEP_BYTES = 16_384;

/** Large values are truncated. */
const kept = () => z.unknown();

export const RuleRunError = z
  .object({
    code: z.string().describe('Error code.'),
    message: z.string().describe('Description of the error.'),
    path: z.string().nullable().describe('JSON Pointer to the invalid part of the step.'),
  })
  .meta({
    id: 'RuleRunError',
    description: 'Error of a run.',
    example: { code: 'template_error', message: 'Unknown filter.', path: '/text' },
  });
export type RuleRunError = z.output<typeof RuleRunError>;

export const RuleRunStep = z
  .object({
    index: z.number().int().min(0).describe('Index of the step, from 0.'),
    type: z.enum(ACTION_TYPES).describe('Type of the step.'),
    status: z.enum(STEP_STATUSES).describe('Status of the step. `skipped`: its condition was false.'),
    input: kept().describe('Input of the step with all templates rendered; null before, and if larger than 16 KiB.'),
    output: kept().describe('Output of the step, which later steps can use as `steps[index]`; null for none.'),
    error: RuleRunError.nullable().describe('Error of the last attempt.'),
    started_at: timestamp().nullable().describe('Time of the start.'),
    completed_at: timestamp().nullable().describe('Time of the end.'),
  })
  .meta({
    id: 'RuleRunStep',
    example: {
      index: 0,
      type: 'create_link',
      status: 'succeeded',
      input: { url: 'https://example.com/orders/42' },
      output: { link_id: 'lnk_01jd9x3k2mf8v9q4zt7w5b6n0c', short_url: 'https://go.example.com/spring' },
      error: null,
      started_at: '2026-11-21T09:30:00.000Z',
      completed_at: '2026-11-21T09:30:00.120Z',
    },
  });
export type RuleRunStep = z.output<typeof RuleRunStep>;

const RuleRunTrigger = z
  .object({
    type: z.enum(['event', 'schedule', 'manual']).describe('Trigger of the run.'),
    event_id: boundedText(30).nullable().describe('Id of the event.'),
    event_type: boundedText(80).nullable().describe('Type of the event.'),
    scheduled_for: timestamp().nullable().describe('Scheduled time.'),
    input: z.record(z.string(), z.unknown()).nullable().describe('Input of a manual run.'),
  })
  .meta({
    id: 'RuleRunTrigger',
    description: 'Trigger of a run.',
    example: {
      type: 'event',
      event_id: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
      event_type: 'whatsapp.message.received',
      scheduled_for: null,
      input: null,
    },
  });
type RuleRunTrigger = z.output<typeof RuleRunTrigger>;

export const RuleRun = z
  .object({
    id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
    rule_id: idOf(ID_PREFIXES.rule).describe('Id of the rule.'),
    rule_version: z.number().int().min(0).describe('Version of the rule’s configuration that ran.'),
    trigger: RuleRunTrigger.describe('Trigger of the run.'),
    status: z.enum(RULE_RUN_STATUSES).describe('Status of the run. `waiting`: the run continues at `next_at`.'),
    reason: z
      .enum(RULE_RUN_REASONS)
      .nullable()
      .describe(
        'Reason for waiting, or for ending without success. `ignored`, `stop_word`, `person_answers`, `session_limit`: the rule stays silent in the chat, see `chat` of the rule.',
      ),
    depth: z
      .number()
      .int()
      .min(0)
      .describe(
        'Depth of the trigger chain: number of rule runs and webhook calls that led to this run, including this run.',
      ),
    steps: z.array(RuleRunStep).describe('Steps of the run, in order.'),
    attempts: z.number().int().min(0).describe('Number of attempts of the next step.'),
    next_at: timestamp().nullable().describe('Time when the run continues; null if it has ended.'),
    started_at: timestamp().nullable().describe('Time when the first step started.'),
    completed_at: timestamp().nullable().describe('Time of the end.'),
    created_at: timestamp().describe('Time of creation.'),
  })
  .meta({
    id: 'RuleRun',
    example: {
      id: 'run_01jd9x3k2mf8v9q4zt7w5b6n0c',
      rule_id: 'rul_01jd9x3k2mf8v9q4zt7w5b6n0c',
      rule_version: 1,
      trigger: RuleRunTrigger.meta()?.['example'] as RuleRunTrigger,
      status: 'succeeded',
      reason: null,
      depth: 1,
      steps: [RuleRunStep.meta()?.['example'] as RuleRunStep],
      attempts: 0,
      next_at: null,
      started_at: '2026-11-21T09:30:00.000Z',
      completed_at: '2026-11-21T09:30:00.120Z',
      created_at: '2026-11-21T09:29:59.980Z',
    },
  });
export type RuleRun = z.output<typeof RuleRun>;
