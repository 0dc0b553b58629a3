import { z } from 'zod';

import { PreviewIssue } from './publication-preview';
import { ACTION_TYPES } from './rule-action';
import { RuleRunError } from './rule-run';
import { TestedCondition } from './tested-condition';

export const TestedStep = z
  .object({
    index: z.number().int().min(0).describe('Index of the step, from 0.'),
    type: z.enum(ACTION_TYPES).describe('Type of the step.'),
    status: z.enum(['would_run', 'skipped', 'failed']).describe('Expected result of the step.'),
    input: z.unknown().describe('Input of the step with all templates rendered; null for none.'),
    output: z.unknown().describe('Output of the step for later steps, with made-up ids and URLs; null for none.'),
    preview: z.unknown().describe('Preview of the publication for a `publish` step; null for other steps.'),
    error: RuleRunError.nullable().describe('Error of a step that would fail.'),
    warnings: z
      .array(RuleRunError)
      .describe('Warnings with `on_missing: empty`: one for each missing value in the templates.'),
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

/** A test writes nothing. */
export const RuleTest = z
  .object({
    expected_result: z
      .enum(['run', 'ignore', 'filter', 'fail'])
      .describe(
        'Expected result. `ignore`: the trigger does not match the event. `filter`: a condition of the filter is false.',
      ),
    conditions: z
      .array(TestedCondition)
      .describe('Conditions of the filter, each with its result; empty if the trigger does not match.'),
    filter_error: RuleRunError.nullable().describe('Error in the filter.'),
    debounce_key: z.string().nullable().describe('Rendered key of `debounce`.'),
    throttle_key: z.string().nullable().describe('Rendered key of `throttle`.'),
    steps: z.array(TestedStep).describe('Steps of the rule; empty if the rule would not run.'),
  })
  .meta({
    id: 'RuleTest',
    example: {
      expected_result: 'run',
      conditions: [TestedCondition.meta()?.['example'] as TestedCondition],
      filter_error: null,
      debounce_key: null,
      throttle_key: null,
      steps: [TestedStep.meta()?.['example'] as TestedStep],
    },
  });
export type RuleTest = z.output<typeof RuleTest>;

export const RulePreview = z
  .object({
    valid: z.boolean().describe('True if the rule could be created.'),
    issues: z.array(PreviewIssue).describe('All issues of the rule.'),
    result: RuleTest.nullable().describe('What the rule would do; null if it is not valid.'),
  })
  .meta({
    id: 'RulePreview',
    example: { valid: true, issues: [], result: RuleTest.meta()?.['example'] as RuleTest },
  });
export type RulePreview = z.output<typeof RulePreview>;
