import { z } from 'zod';

import { RuleRunError } from './rule-run';

export const TestedCondition = z
  .object({
    condition: z.string().describe('Condition of the filter.'),
    is_true: z.boolean().nullable().describe('Result of the condition; null if it could not be evaluated.'),
    error: RuleRunError.nullable().describe('Error of a condition that could not be evaluated.'),
  })
  .meta({
    id: 'TestedCondition',
    example: { condition: "event.data.content.text contains 'hello'", is_true: true, error: null },
  });
export type TestedCondition = z.output<typeof TestedCondition>;
