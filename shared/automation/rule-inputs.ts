import { z } from 'zod';

import { EVENT_TYPES } from '../events/events';
import { EventPattern } from '../events/patterns';
import { ID_PREFIXES } from '../ids';
import { atMostOne } from '../one-of';
import { pageQuery } from '../page';
import { idOf, text } from '../text';
import { jsonObject } from './json';
import { ON_MISSING } from './on-missing';
import { ON_ERROR, RULE_LIMITS, RULE_STATUSES, RuleDebounce, RuleThrottle, TRIGGER_TYPES, triggerOf } from './rule';
import { condition, RuleAction } from './rule-action';
import { RULE_RUN_STATUSES } from './rule-run';

/** What sets a rule off, as a caller gives it. */
export const RuleTriggerInput = triggerOf(EventPattern);

const Filter = z
  .union([condition(), z.array(condition()).max(RULE_LIMITS.conditions)])
  .meta({ example: "event.data.content.text contains 'hello'" });

const name = text(100).describe('Its name in lists.').meta({ minLength: 1, maxLength: 100, example: 'Greeting' });
const trigger = RuleTriggerInput.describe('What sets it off.');
const actions = z
  .array(RuleAction)
  .min(1)
  .max(RULE_LIMITS.actions)
  .describe('Its steps, one after the other; their strings are templates.')
  .meta({ example: [{ type: 'reply', text: 'Hello!' }] });

const writable = {
  description: text(500, 0).nullable().optional().describe('A longer note; null for none.').meta({ example: null }),
  status: z
    .enum(['active', 'paused'])
    .optional()
    .describe(
      '`paused`: nothing sets it off, and runs that have not begun are canceled. `active` also ends `disabled`.',
    )
    .meta({ example: 'active' }),
  filter: Filter.nullable().optional().describe('A condition, or several that must all hold; null for none.'),
  debounce: RuleDebounce.nullable()
    .optional()
    .describe('Waits until it was quiet so long, then runs for the newest event; null for none.'),
  throttle: RuleThrottle.nullable()
    .optional()
    .describe(
      'Leaves out events and times above it. Rules that reply have 10 in ten minutes for a chat; others, and null: none.',
    ),
  on_error: z
    .enum(ON_ERROR)
    .optional()
    .describe('What a failed step does to those after it; `stop` when absent.')
    .meta({ example: 'stop' }),
  on_missing: z
    .enum(ON_MISSING)
    .optional()
    .describe(
      'What a step does when an output of its templates names a value that is not there, or that is null. `refuse`: the step fails with `missing_value` and has no effect. `empty`: the output writes nothing. `refuse` when absent; the filter `default` supplies a value for one output.',
    )
    .meta({ example: 'refuse' }),
};

export const CreateRule = z.strictObject({ name, trigger, actions, ...writable }).meta({
  example: {
    name: 'Greeting',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    filter: "event.data.content.text contains 'hello'",
    actions: [{ type: 'reply', text: 'Hello!' }],
  },
});
export type CreateRule = z.output<typeof CreateRule>;

export const RuleId = z.strictObject({ rule_id: idOf(ID_PREFIXES.rule).describe('Id of the rule.') });
export type RuleId = z.output<typeof RuleId>;

export const UpdateRule = RuleId.extend({
  name: name.optional(),
  trigger: trigger.optional(),
  actions: actions.optional(),
  ...writable,
});
export type UpdateRule = z.output<typeof UpdateRule>;

export const ListRules = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(RULE_STATUSES))
    .min(1)
    .max(RULE_STATUSES.length)
    .optional()
    .describe('Only rules of these states.')
    .meta({ example: ['active'] }),
  trigger_type: z.enum(TRIGGER_TYPES).optional().describe('Only rules with such a trigger.').meta({ example: 'event' }),
  q: text(100).optional().describe('Part of the name.').meta({ example: 'greeting' }),
});
export type ListRules = z.output<typeof ListRules>;

export const ListRuleVersions = RuleId.extend(pageQuery);
export type ListRuleVersions = z.output<typeof ListRuleVersions>;

export const RestoreRuleVersion = RuleId.extend({
  version: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('Number of the version.')
    .meta({ type: 'integer', example: 1 }),
});
export type RestoreRuleVersion = z.output<typeof RestoreRuleVersion>;

const inputObject = () => jsonObject(RULE_LIMITS.inputBytes).meta({ type: 'object', example: { order: '42' } });

export const RunRule = RuleId.extend({
  input: inputObject().optional().describe('What templates read as `input`, at most 64 KiB; empty when absent.'),
});
export type RunRule = z.output<typeof RunRule>;

const rehearsals = {
  event_id: idOf(ID_PREFIXES.event).describe('An event of the log to try it on.'),
  event: z
    .strictObject({
      type: z.enum(EVENT_TYPES).describe('Its type.').meta({ example: 'link.created' }),
      data: inputObject().describe('What it carries.'),
    })
    .describe('A made-up event to try it on.'),
  input: inputObject().describe('The input of a manual run to try it on.'),
};
const EXAMPLE_TEST = { input: { order: '42' } };
/** The body of a test: on one thing at most. */
export const RuleTestBody = atMostOne({}, rehearsals, { example: EXAMPLE_TEST });
export const TestRule = atMostOne(RuleId.shape, rehearsals, {
  example: { rule_id: 'rul_01jd9x3k2mf8v9q4zt7w5b6n0c', ...EXAMPLE_TEST },
});
export type TestRule = z.output<typeof TestRule>;

export const RuleRunId = z.strictObject({ run_id: idOf(ID_PREFIXES.ruleRun).describe('Id of the run.') });
export type RuleRunId = z.output<typeof RuleRunId>;

export const ListRuleRuns = z.strictObject({
  ...pageQuery,
  rule_id: idOf(ID_PREFIXES.rule).optional().describe('Only runs of this rule.'),
  status: z
    .array(z.enum(RULE_RUN_STATUSES))
    .min(1)
    .max(RULE_RUN_STATUSES.length)
    .optional()
    .describe('Only runs of these states.')
    .meta({ example: ['failed'] }),
});
export type ListRuleRuns = z.output<typeof ListRuleRuns>;
