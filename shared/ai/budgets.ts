import { z } from 'zod';

import { ACCESS_IDS } from '../access/module';
import { pageQuery } from '../page';
import { idOf, timestamp } from '../text';
import { AI_IDS } from './module';

const BUDGET_PERIODS = ['day', 'week', 'month', 'lifetime'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

const DEFAULT_WARN_AT_PERCENT = 80;
/** A billion US dollars. */
export const MAX_BUDGET_MICRO_USD = 1e15;

const amount = () => z.number().int().min(0).max(MAX_BUDGET_MICRO_USD);

export const AiBudget = z
  .object({
    id: idOf(AI_IDS.aiBudget).describe('Id of the budget.'),
    key_id: idOf(ACCESS_IDS.key)
      .nullable()
      .describe('Key whose calls the budget limits; null if it limits all calls of the workspace.'),
    period: z
      .enum(BUDGET_PERIODS)
      .describe('Period in UTC after which the budget is full again. Weeks begin on Monday.'),
    amount_micro_usd: amount().describe('Amount per period, in millionths of a US dollar.'),
    spent_micro_usd: amount().describe('Cost of the finished calls of this period, in millionths of a US dollar.'),
    reserved_micro_usd: amount().describe('Upper bound of the cost of running calls, in millionths of a US dollar.'),
    warn_at_percent: z
      .number()
      .int()
      .min(1)
      .max(100)
      .describe('Percentage of the amount at which `ai.budget.warned` is emitted.'),
    period_start: timestamp().describe('Start of the period, or the time of a reset within it.'),
    resets_at: timestamp().nullable().describe('End of the period; null for `lifetime`.'),
  })
  .meta({
    id: 'AiBudget',
    example: {
      id: 'bud_01jd9x3k2mf8v9q4zt7w5b6n0c',
      key_id: null,
      period: 'month',
      amount_micro_usd: 50_000_000,
      spent_micro_usd: 41_200_000,
      reserved_micro_usd: 0,
      warn_at_percent: 80,
      period_start: '2026-11-01T00:00:00.000Z',
      resets_at: '2026-12-01T00:00:00.000Z',
    },
  });
export type AiBudget = z.output<typeof AiBudget>;

export const BudgetId = z.strictObject({ budget_id: idOf(AI_IDS.aiBudget).describe('Id of the budget.') });
export type BudgetId = z.output<typeof BudgetId>;

export const ListBudgets = z.strictObject({
  ...pageQuery,
  key_id: idOf(ACCESS_IDS.key).optional().describe('Only budgets of this key.'),
});
export type ListBudgets = z.output<typeof ListBudgets>;

export const SetBudget = z
  .strictObject({
    key_id: idOf(ACCESS_IDS.key)
      .nullable()
      .default(null)
      .describe('Key whose calls the budget limits. Without a key, the budget limits all calls of the workspace.'),
    period: z
      .enum(BUDGET_PERIODS)
      .describe('Period in UTC after which the budget is full again. Weeks begin on Monday.')
      .meta({ example: 'month' }),
    amount_micro_usd: amount()
      .describe('Amount per period, in millionths of a US dollar.')
      .meta({ example: 50_000_000 }),
    warn_at_percent: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(DEFAULT_WARN_AT_PERCENT)
      .describe('Percentage of the amount at which `ai.budget.warned` is emitted.')
      .meta({ example: DEFAULT_WARN_AT_PERCENT }),
  })
  .meta({ id: 'SetAiBudget', example: { period: 'month', amount_micro_usd: 50_000_000, warn_at_percent: 80 } });
export type SetBudget = z.output<typeof SetBudget>;
