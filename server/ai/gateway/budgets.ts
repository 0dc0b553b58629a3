import { asc, eq, inArray } from 'drizzle-orm';

import type { AiBudget, BudgetPeriod } from '../../../shared/ai/budgets';
import { DAY_MS } from '../../../shared/durations';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { NewEvent } from '../../events/emit';
import { hasBudget } from '../queries/ledger';
import { aiBudgets } from '../schema';

export type BudgetRow = typeof aiBudgets.$inferSelect;

const DAYS_FROM_MONDAY_TO_EPOCH = 3;

/** In UTC. */
export function periodStart(period: BudgetPeriod, now: Date): Date {
  const day = Math.floor(now.getTime() / DAY_MS);
  switch (period) {
    case 'day':
      return new Date(day * DAY_MS);
    case 'week':
      return new Date((day - ((day + DAYS_FROM_MONDAY_TO_EPOCH) % 7)) * DAY_MS);
    case 'month':
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    case 'lifetime':
      return new Date(0);
    default:
      return period satisfies never;
  }
}

/** Of the period that contains `time`; null for `lifetime`. */
export function periodEnd(period: BudgetPeriod, time: Date): Date | null {
  const start = periodStart(period, time);
  switch (period) {
    case 'day':
      return new Date(start.getTime() + DAY_MS);
    case 'week':
      return new Date(start.getTime() + 7 * DAY_MS);
    case 'month':
      return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
    case 'lifetime':
      return null;
    default:
      return period satisfies never;
  }
}

/** The row as of `now`: full again if its period is over. Reservations of running calls stay. */
export function inPeriod(row: BudgetRow, now: Date): BudgetRow {
  const start = periodStart(row.period, now);
  if (row.periodStart >= start) return row;
  return { ...row, periodStart: start, spentMicroUsd: 0, warnedAt: null, exhaustedAt: null };
}

/** Budgets of the workspace and of the key, locked until the transaction ends. */
export async function lockBudgets(tx: ScopedDb, keyId: string): Promise<BudgetRow[]> {
  if (!(await hasBudget(tx, keyId))) return [];
  return tx.select(aiBudgets, {
    where: inArray(aiBudgets.keyId, keyId === '' ? [''] : ['', keyId]),
    orderBy: [asc(aiBudgets.id)],
    lock: true,
  });
}

/** Of several, the one that resets last. */
export function refusingBudget(rows: readonly BudgetRow[], microUsd: number): BudgetRow | undefined {
  return rows
    .filter((row) => row.spentMicroUsd + row.reservedMicroUsd + microUsd > row.amountMicroUsd)
    .toSorted((a, b) => resetTime(b) - resetTime(a))[0];
}

const resetTime = (row: BudgetRow): number => periodEnd(row.period, row.periodStart)?.getTime() ?? Infinity;

export async function writeBudget(tx: ScopedDb, row: BudgetRow): Promise<void> {
  const { periodStart: start, spentMicroUsd, reservedMicroUsd, warnedAt, exhaustedAt } = row;
  const change = { periodStart: start, spentMicroUsd, reservedMicroUsd, warnedAt, exhaustedAt };
  await tx.update(aiBudgets, eq(aiBudgets.id, row.id), change);
}

/** Marks what a call with this further cost reaches first in the period. */
export function withNotices(row: BudgetRow, nextMicroUsd: number, now: Date): { row: BudgetRow; events: NewEvent[] } {
  const { spentMicroUsd: spent, amountMicroUsd: amount } = row;
  const isWarned = spent * 100 >= amount * row.warnAtPercent;
  // A single call that is too large says nothing about the budget.
  const isExhausted = spent >= amount || (isWarned && spent + nextMicroUsd > amount);
  const marked = {
    ...row,
    warnedAt: row.warnedAt ?? (isWarned ? now : null),
    exhaustedAt: row.exhaustedAt ?? (isExhausted ? now : null),
  };
  const data = presentBudget(marked);
  const events: NewEvent[] = [];
  if (row.warnedAt === null && isWarned) events.push({ type: 'ai.budget.warned', data });
  if (row.exhaustedAt === null && isExhausted) events.push({ type: 'ai.budget.exhausted', data });
  return { row: marked, events };
}

export const presentBudget = (row: BudgetRow): AiBudget => ({
  id: row.id,
  key_id: row.keyId === '' ? null : row.keyId,
  period: row.period,
  amount_micro_usd: row.amountMicroUsd,
  spent_micro_usd: row.spentMicroUsd,
  reserved_micro_usd: row.reservedMicroUsd,
  warn_at_percent: row.warnAtPercent,
  period_start: row.periodStart.toISOString(),
  resets_at: periodEnd(row.period, row.periodStart)?.toISOString() ?? null,
});

const PERIOD_WORDS: Record<BudgetPeriod, string> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  lifetime: 'lifetime',
};

export function budgetExceeded(row: BudgetRow): ApiError {
  const { resets_at: resetsAt } = presentBudget(row);
  const owner = row.keyId === '' ? 'workspace' : 'key';
  const isSpent = row.spentMicroUsd >= row.amountMicroUsd;
  return new ApiError('budget_exceeded', {
    detail: [
      `The ${PERIOD_WORDS[row.period]} budget of the ${owner} ${isSpent ? 'is used up' : 'has too little left for this call'}.`,
      resetsAt === null ? 'Raise the budget.' : `It resets at ${resetsAt}.`,
    ].join(' '),
    extra: { resets_at: resetsAt },
    headers: { 'x-should-retry': 'false' },
  });
}
