import type { Outputs } from '../../../trpc';
import { t } from './texts';

export type Budget = Outputs['ai']['budgets']['get'];

interface PeriodLabel {
  /** `Per day`. */
  label: string;
  choice: string;
  amount: string;
}

export const periods = (): Record<Budget['period'], PeriodLabel> => ({
  day: { label: t('perDay'), choice: t('day'), amount: t('amountPerDay') },
  week: { label: t('perWeek'), choice: t('week'), amount: t('amountPerWeek') },
  month: { label: t('perMonth'), choice: t('month'), amount: t('amountPerMonth') },
  lifetime: { label: t('inTotal'), choice: t('lifetime'), amount: t('amountInTotal') },
});

type NameOf = (id: string) => string;

export const nameOfBudget = ({ key_id: key }: Pick<Budget, 'key_id'>, nameOf: NameOf): string =>
  key === null ? t('wholeWorkspace') : nameOf(key);

/** `Whole workspace, per month`. */
export const fullNameOf = (of: Pick<Budget, 'key_id' | 'period'>, nameOf: NameOf): string =>
  t('nameAndPeriod', { name: nameOfBudget(of, nameOf), period: periods()[of.period].label.toLowerCase() });

/** Running calls are counted as spent until they end. */
export const leftOf = (of: Budget): number =>
  Math.max(0, of.amount_micro_usd - of.spent_micro_usd - of.reserved_micro_usd);
