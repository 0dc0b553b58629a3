import { z } from 'zod';

import { defineEvent, exampleIn } from '../events/definition';
import { timestamp } from '../text';
import { AiBudget } from './budgets';

const AiProviderHealth = z
  .object({
    id: z.string().describe('Slug of the provider.').meta({ maxLength: 32 }),
    name: z.string().describe('Name of the provider.').meta({ maxLength: 100 }),
    error_code: z
      .string()
      .nullable()
      .describe('Error of the last call; null after a recovery.')
      .meta({ maxLength: 64 }),
    failing_since: timestamp().describe('Time when calls began to fail.'),
  })
  .meta({
    id: 'AiProviderHealth',
    example: {
      id: 'openai',
      name: 'OpenAI',
      error_code: 'upstream_timeout',
      failing_since: '2026-11-21T09:30:00.000Z',
    },
  });
type AiProviderHealth = z.output<typeof AiProviderHealth>;

const common = { surface: 'getting-started', tag: 'Model gateway' } as const;
const budget = { ...common, scope: 'usage:read', data: AiBudget } as const;
const provider = { ...common, scope: 'models:read', data: AiProviderHealth } as const;

export const AI_EVENTS = {
  'ai.budget.warned': defineEvent({
    ...budget,
    label: 'AI budget warning',
    summary:
      'The cost of AI calls reached the warning threshold of a budget. Emitted once per period, and again after the budget was changed or reset.',
  }),
  'ai.budget.exhausted': defineEvent({
    ...budget,
    label: 'AI budget exhausted',
    summary:
      'A budget for AI calls is used up, or a call was refused after the warning. Emitted once per period, and again after the budget was changed or reset.',
    example: { ...AiBudget.parse(exampleIn(AiBudget)), spent_micro_usd: 50_000_000 },
  }),
  'ai.provider.failed': defineEvent({
    ...provider,
    label: 'AI provider failed',
    summary:
      'Calls of an AI provider fail. Emitted in the workspace whose calls fail; if the provider cannot be reached or refuses the key of the operator, in all workspaces that called it in the last 24 hours.',
  }),
  'ai.provider.recovered': defineEvent({
    ...provider,
    label: 'AI provider recovered',
    summary: 'Calls of an AI provider succeed again. Emitted in the same workspaces as the failure.',
    example: { ...AiProviderHealth.parse(exampleIn(AiProviderHealth)), error_code: null },
  }),
} as const;
