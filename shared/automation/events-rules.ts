import { z } from 'zod';

import { defineEvent, exampleIn } from '../events/definition';
import { ID_PREFIXES } from '../ids';
import { idOf } from '../text';
import { Rule } from './rule';
import { RuleRun } from './rule-run';

/** What a rule does and what its runs show may be about anything: no key that is narrowed is told of them. */
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

export const RuleFired = z
  .object({
    id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
    rule: z
      .object({
        id: idOf(ID_PREFIXES.rule).describe('Id of the rule.'),
        name: z.string().describe('Its name.'),
        version: z.number().int().min(0).describe('Number of what it did.'),
      })
      .describe('The rule.'),
    run: z
      .object({
        id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.'),
        step: z.number().int().min(0).describe('The step that sent it, from 0.'),
      })
      .describe('The run.'),
    payload: z.unknown().describe('What the step carries; null for nothing.'),
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
export type RuleFired = z.output<typeof RuleFired>;

/** Events of rules and their runs. */
export const RULE_EVENTS = {
  'automation.rule.created': ruleEvent('Rule created', 'A rule was made.'),
  'automation.rule.updated': ruleEvent('Rule updated', 'A rule was changed.'),
  'automation.rule.deleted': ruleEvent('Rule deleted', 'A rule was removed.'),
  'automation.rule.disabled': ruleEvent('Rule disabled', 'The runs of a rule kept failing.', {
    status: 'disabled',
    disabled_reason: 'failing',
    disabled_at: '2026-11-21T09:30:00.000Z',
  }),
  'automation.rule.throttled': ruleEvent(
    'Rule throttled',
    'Too many runs wait: what sets the rule off is left out. Told once an hour.',
  ),
  'automation.rule.fired': defineEvent({
    surface: 'automation',
    tag: 'Rules',
    scope: 'automation.rules:read',
    label: 'Rule fired',
    summary: 'Sent by a step of a rule to the one webhook that it names.',
    inGlobs: false,
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
