import type { Outputs } from '../../../trpc';

export type Budget = Outputs['ai']['budgets']['get'];

export const PERIODS: Record<Budget['period'], { label: string; choice: string }> = {
  day: { label: 'Per day', choice: 'Day' },
  week: { label: 'Per week', choice: 'Week, from Monday' },
  month: { label: 'Per month', choice: 'Month' },
  lifetime: { label: 'In total', choice: 'No period: the amount is for all time' },
};

export const nameOfBudget = ({ key_id: key }: Pick<Budget, 'key_id'>, nameOf: (id: string) => string): string =>
  key === null ? 'Whole workspace' : nameOf(key);

/** Running calls are counted as spent until they end. */
export const leftOf = (of: Budget): number =>
  Math.max(0, of.amount_micro_usd - of.spent_micro_usd - of.reserved_micro_usd);
