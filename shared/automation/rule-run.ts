import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { ACTION_TYPES } from './rule-action';

export const RULE_RUN_STATUSES = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'canceled'] as const;
export type RuleRunStatus = (typeof RULE_RUN_STATUSES)[number];
export const RULE_RUN_REASONS = [
  'debounce',
  'delay',
  'retry',
  'trigger_failed',
  'step_failed',
  'canceled',
  'rule_paused',
  'rule_disabled',
  'rule_deleted',
] as const;
export type RuleRunReason = (typeof RULE_RUN_REASONS)[number];
export const STEP_STATUSES = ['pending', 'waiting', 'succeeded', 'skipped', 'failed'] as const;

/** Bytes that are kept of what went into a step, and of what came out. */
export const STEP_BYTES = 16_384;

/** JSON of any form or null, cut off where it is large. */
const kept = () => z.unknown();

export const RuleRunError = z
  .object({
    code: z.string().describe('What went wrong, in one word.'),
    message: z.string().describe('A sentence on it.'),
    path: z.string().nullable().describe('JSON Pointer of the part of the step that is wrong.'),
  })
  .meta({
    id: 'RuleRunError',
    description: 'Why something of a run failed.',
    example: { code: 'template_error', message: 'Unknown filter.', path: '/text' },
  });
export type RuleRunError = z.output<typeof RuleRunError>;

export const RuleRunStep = z
  .object({
    index: z.number().int().min(0).describe('Its place, from 0.'),
    type: z.enum(ACTION_TYPES).describe('The kind of its action.'),
    status: z.enum(STEP_STATUSES).describe('`skipped`: its condition did not hold.'),
    input: kept().describe('What its templates became; null before, and where it is larger than 16 KiB.'),
    output: kept().describe('What later steps read of it as `steps[index]`; null for nothing.'),
    error: RuleRunError.nullable().describe('Why it failed, or is tried again.'),
    started_at: timestamp().nullable().describe('When it was begun.'),
    finished_at: timestamp().nullable().describe('When it ended.'),
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
      finished_at: '2026-11-21T09:30:00.120Z',
    },
  });
export type RuleRunStep = z.output<typeof RuleRunStep>;

export const RuleRunTrigger = z
  .object({
    type: z.enum(['event', 'schedule', 'manual']).describe('What set it off.'),
    event_id: z.string().nullable().describe('The event.'),
    event_type: z.string().nullable().describe('Its type.'),
    scheduled_for: timestamp().nullable().describe('The time of the schedule.'),
    input: z.record(z.string(), z.unknown()).nullable().describe('What a manual run was given.'),
  })
  .meta({
    id: 'RuleRunTrigger',
    description: 'What set a run off.',
    example: {
      type: 'event',
      event_id: 'evt_01jd9x3k2mf8v9q4zt7w5b6n0c',
      event_type: 'whatsapp.message.received',
      scheduled_for: null,
      input: null,
    },
  });
export type RuleRunTrigger = z.output<typeof RuleRunTrigger>;

export const RuleRun = z
  .object({
    id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
    rule_id: idOf(ID_PREFIXES.rule).describe('The rule that ran.'),
    rule_version: z.number().int().min(0).describe('What it did then.'),
    trigger: RuleRunTrigger.describe('What set it off.'),
    status: z.enum(RULE_RUN_STATUSES).describe('`waiting`: for the time of `next_at`.'),
    reason: z.enum(RULE_RUN_REASONS).nullable().describe('What it waits for, or why it ended without success.'),
    depth: z
      .number()
      .int()
      .describe('How many runs and webhooks of ours stand in the line of causes, this one included.'),
    steps: z.array(RuleRunStep).describe('Its steps, in their order.'),
    attempts: z.number().int().min(0).describe('How often the step that is next has been tried.'),
    next_at: timestamp().nullable().describe('When it goes on; null once it ended.'),
    started_at: timestamp().nullable().describe('When its first step was begun.'),
    finished_at: timestamp().nullable().describe('When it ended.'),
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
      finished_at: '2026-11-21T09:30:00.120Z',
      created_at: '2026-11-21T09:29:59.980Z',
    },
  });
export type RuleRun = z.output<typeof RuleRun>;
