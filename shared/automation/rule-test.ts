import { z } from 'zod';

import { ACTION_TYPES } from './rule-action';
import { RuleRunError } from './rule-run';

/** A step as a dry run sees it. */
export const TestedStep = z
  .object({
    index: z.number().int().min(0).describe('Its place, from 0.'),
    type: z.enum(ACTION_TYPES).describe('The kind of its action.'),
    status: z.enum(['would_run', 'skipped', 'failed']).describe('What would become of it.'),
    input: z.unknown().describe('What its templates become; null for nothing.'),
    output: z.unknown().describe('What later steps read of it here, null for nothing; ids and addresses are made up.'),
    preview: z.unknown().describe('Of `publish`: the preview of the publication; null for others.'),
    error: RuleRunError.nullable().describe('Why it would fail.'),
    warnings: z
      .array(RuleRunError)
      .describe('With `on_missing: empty`: each value that its templates name and that is not there.'),
  })
  .meta({
    id: 'RuleTestedStep',
    example: {
      index: 0,
      type: 'reply',
      status: 'would_run',
      input: { content: { type: 'text', text: 'Hello!' } },
      output: { message_id: 'msg_01jd9x3k2mf8v9q4zt7w5b6n0c' },
      preview: null,
      error: null,
      warnings: [],
    },
  });
export type TestedStep = z.output<typeof TestedStep>;

/** What a rule would do; nothing is written. */
export const RuleTest = z
  .object({
    would: z
      .enum(['run', 'ignore', 'filter', 'fail'])
      .describe('`ignore`: the trigger does not take the event. `filter`: a condition does not hold.'),
    filter_error: RuleRunError.nullable().describe('Why the filter cannot be judged.'),
    debounce_key: z.string().nullable().describe('What the key of `debounce` becomes.'),
    throttle_key: z.string().nullable().describe('What the key of `throttle` becomes.'),
    steps: z.array(TestedStep).describe('Its steps; none where it would not run.'),
  })
  .meta({
    id: 'RuleTest',
    example: {
      would: 'run',
      filter_error: null,
      debounce_key: null,
      throttle_key: null,
      steps: [TestedStep.meta()?.['example'] as TestedStep],
    },
  });
export type RuleTest = z.output<typeof RuleTest>;
