import { z } from 'zod';

import { defineEvent, exampleIn } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { Rule } from './rule';
import { RuleRun } from './rule-run';

/** A rule can act on any object, so restricted keys receive none of its events. */
const OF_ANYTHING = { instance_ids: ['*'], domain_ids: ['*'], endpoint_ids: ['*'] };
const resources = () => OF_ANYTHING;

const ruleEvent = (label: string, summary: string, example: object = {}) =>
  defineEvent({
    surface: 'automation',
    tag: 'Rules',
    scope: 'automation.rules:read',
    label,
    summary,
    data: Rule,
    resources,
    example: { ...exampleIn(Rule), ...example } as Rule,
  });

const runEvent = (label: string, summary: string, example: object = {}) =>
  defineEvent({
    surface: 'automation',
    tag: 'Rule runs',
    scope: 'automation.rules:read',
    label,
    summary,
    data: RuleRun,
    resources,
    example: { ...exampleIn(RuleRun), ...example } as RuleRun,
  });

const RuleFired = z
  .object({
    id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
    rule: z
      .object({
        id: idOf(ID_PREFIXES.rule).describe('Id of the rule.'),
        name: z.string().describe('Name of the rule.'),
        version: z.number().int().min(0).describe('Version of the rule that ran.'),
      })
      .describe('Rule that ran.'),
    run: z
      .object({
        id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
        step: z.number().int().min(0).describe('Index of the step that sent the event, from 0.'),
      })
      .describe('Run of the rule.'),
    payload: z.unknown().describe('Payload of the step; null for none.'),
  })
  .meta({
    id: 'RuleFired',
    example: {
      id: 'run_01jd9x3k2mf8v9q4zt7w5b6n0c',
      rule: { id: 'rul_01jd9x3k2mf8v9q4zt7w5b6n0c', name: 'Greeting', version: 1 },
      run: { id: 'run_01jd9x3k2mf8v9q4zt7w5b6n0c', step: 0 },
      payload: { name: 'Ada' },
    },
  });
type RuleFired = z.output<typeof RuleFired>;

export const RULE_EVENTS = {
  'automation.rule.created': ruleEvent('Rule created', 'A rule was created.'),
  'automation.rule.updated': ruleEvent('Rule updated', 'A rule was updated.'),
  'automation.rule.deleted': ruleEvent('Rule deleted', 'A rule was deleted.'),
  'automation.rule.disabled': ruleEvent('Rule disabled', 'A rule was disabled because its runs kept failing.', {
    status: 'disabled',
    disabled_reason: 'failing',
    disabled_at: '2026-11-21T09:30:00.000Z',
  }),
  'automation.rule.throttled': ruleEvent(
    'Rule throttled',
    'Too many runs are queued, so new triggers of the rule are skipped. Sent at most once an hour.',
  ),
  'automation.rule.fired': defineEvent({
    surface: 'automation',
    tag: 'Rules',
    scope: 'automation.rules:read',
    label: 'Rule fired',
    summary: 'A `webhook` step of a rule ran. Only the webhook of that step gets the event.',
    matchedByPatterns: false,
    data: RuleFired,
    resources,
    example: exampleIn(RuleFired) as RuleFired,
  }),
  'automation.rule_run.succeeded': runEvent('Rule run succeeded', 'Every step of a run succeeded or was skipped.'),
  'automation.rule_run.failed': runEvent('Rule run failed', 'A step of a run failed.', {
    status: 'failed',
    reason: 'step_failed',
  }),
} as const;
