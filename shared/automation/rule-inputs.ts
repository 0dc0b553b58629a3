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
import { RuleChat } from './rule-chat';
import { RULE_RUN_STATUSES } from './rule-run';

const RuleTriggerInput = triggerOf(EventPattern);

const Filter = z
  .union([condition(), z.array(condition()).max(RULE_LIMITS.conditions)])
  .meta({ example: "event.data.content.text contains 'hello'" });

const name = text(100).describe('Name of the rule.').meta({ minLength: 1, maxLength: 100, example: 'Greeting' });
const trigger = RuleTriggerInput.describe('Trigger of the rule.');
const actions = z
  .array(RuleAction)
  .min(1)
  .max(RULE_LIMITS.actions)
  .describe('Steps of the rule, which run in order. Their strings are templates.')
  .meta({ example: [{ type: 'reply', text: 'Hello!' }] });

const writable = {
  description: text(500, 0)
    .nullable()
    .optional()
    .describe('Description of the rule; null for none.')
    .meta({ example: null }),
  status: z
    .enum(['active', 'paused'])
    .optional()
    .describe(
      'Status of the rule. `paused`: the rule is not triggered, and runs that have not started are canceled. `active` also enables a `disabled` rule again.',
    )
    .meta({ example: 'active' }),
  filter: Filter.nullable()
    .optional()
    .describe('Condition, or a list of conditions that must all be true; null for none.'),
  debounce: RuleDebounce.nullable()
    .optional()
    .describe(
      'Debounce: the rule waits until no event occurs for this time, then runs for the newest event; null for none.',
    ),
  throttle: RuleThrottle.nullable()
    .optional()
    .describe(
      'Maximum number of runs in a period; further triggers are skipped. Default for rules that reply: 10 runs in ten minutes per chat. Default for other rules, and null: no limit.',
    ),
  chat: RuleChat.nullable()
    .optional()
    .describe(
      'When the rule stays silent in a chat, for rules whose only event is `whatsapp.message.received`; null for never. A run that is silent is canceled, and `reason` says why.',
    ),
  on_error: z
    .enum(ON_ERROR)
    .optional()
    .describe('Handling of a failed step: `stop` the run or `continue` with the next step. Default: `stop`.')
    .meta({ example: 'stop' }),
  on_missing: z
    .enum(ON_MISSING)
    .optional()
    .describe(
      'Handling of an output such as `{{ event.data.name }}` whose value is missing or null. `reject`: the step fails with `missing_value` and has no effect. `empty`: the output is an empty text. Use the filter `default` to set a value for one output. Default: `reject`.',
    )
    .meta({ example: 'reject' }),
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
    .describe('Only rules with one of these statuses.')
    .meta({ example: ['active'] }),
  trigger_type: z
    .enum(TRIGGER_TYPES)
    .optional()
    .describe('Only rules with this type of trigger.')
    .meta({ example: 'event' }),
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
  input: inputObject()
    .optional()
    .describe('Input for templates, which use it as `input`, at most 64 KiB. Default: empty.'),
});
export type RunRule = z.output<typeof RunRule>;

const rehearsals = {
  event_id: idOf(ID_PREFIXES.event).describe('Id of a logged event to test with.'),
  event: z
    .strictObject({
      type: z.enum(EVENT_TYPES).describe('Type of the event.').meta({ example: 'link.created' }),
      data: inputObject().describe('Data of the event.'),
    })
    .describe('Made-up event to test with.'),
  input: inputObject().describe('Input of a manual run to test with.'),
};
const EXAMPLE_TEST = { input: { order: '42' } };
export const RuleTestBody = atMostOne({}, rehearsals, { example: EXAMPLE_TEST });
export const TestRule = atMostOne(RuleId.shape, rehearsals, {
  example: { rule_id: 'rul_01jd9x3k2mf8v9q4zt7w5b6n0c', ...EXAMPLE_TEST },
});
export type TestRule = z.output<typeof TestRule>;

export const PreviewRule = CreateRule.extend({
  sample: atMostOne({}, rehearsals, { example: EXAMPLE_TEST })
    .optional()
    .describe('Sample to try the rule with. Default: an empty input, or the next time of the schedule of the rule.'),
}).meta({
  example: {
    name: 'Greeting',
    trigger: { type: 'event', events: ['whatsapp.message.received'] },
    filter: "event.data.content.text contains 'hello'",
    actions: [{ type: 'reply', text: 'Hello!' }],
    sample: { event: { type: 'whatsapp.message.received', data: { content: { type: 'text', text: 'hello' } } } },
  },
});
export type PreviewRule = z.output<typeof PreviewRule>;

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
