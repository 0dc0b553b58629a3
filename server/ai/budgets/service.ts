import { and, eq } from 'drizzle-orm';

import {
  type AiBudget,
  type BudgetId,
  type BudgetPeriod,
  type ListBudgets,
  MAX_BUDGET_MICRO_USD,
  type SetBudget,
} from '../../../shared/ai/budgets';
import { DAY_MS } from '../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Page } from '../../../shared/page';
import { apiKeys, audit } from '../../access';
import { given } from '../../db/match';
import type { ScopedDb } from '../../db/scoped';
import { orNotFound } from '../../errors';
import { emit } from '../../events/emit';
import { pageOfRows } from '../../paging';
import { utcDay } from '../../times';
import type { AiContext } from '../context';
import { type BudgetRow, inPeriod, periodStart, presentBudget, withNotices, writeBudget } from '../gateway/budgets';
import { readAiUsage } from '../queries/usage';
import { aiBudgets } from '../schema';

export async function listBudgets(ctx: AiContext, input: ListBudgets): Promise<Page<AiBudget>> {
  const { limit, cursor, ...filters } = input;
  const where = given(input.key_id, (id) => eq(aiBudgets.keyId, id));
  return pageOfRows(ctx.db, aiBudgets, { limit, cursor, where, filters }, (rows) =>
    rows.map((row) => present(ctx, row)),
  );
}

export async function getBudget(ctx: AiContext, { budget_id }: BudgetId): Promise<AiBudget> {
  return present(ctx, await ctx.db.require(aiBudgets, budget_id));
}

/** Creates or changes the budget of the key, or of the workspace, for a period. Throws 422 for an unknown key. */
export function setBudget(ctx: AiContext, input: SetBudget): Promise<AiBudget> {
  return ctx.db.transaction(async (tx) => {
    if (input.key_id !== null) await tx.relate(apiKeys, input.key_id, '/key_id');
    const keyId = input.key_id ?? '';
    const now = ctx.now();
    const wanted = { amountMicroUsd: input.amount_micro_usd, warnAtPercent: input.warn_at_percent };
    const [created] = await tx.upsert(aiBudgets, [
      {
        id: newId(ID_PREFIXES.aiBudget),
        keyId,
        period: input.period,
        ...wanted,
        periodStart: input.period === 'lifetime' ? now : periodStart(input.period, now),
        spentMicroUsd: await spentSoFar(tx, { keyId, period: input.period, now }),
        createdAt: now,
        updatedAt: now,
      },
    ]);
    if (created) return save(ctx, tx, { action: 'ai_budget.created', row: created });

    const isSame = and(eq(aiBudgets.keyId, keyId), eq(aiBudgets.period, input.period));
    const [stored] = await tx.select(aiBudgets, { where: isSame, lock: true, limit: 1 });
    const before = orNotFound(stored);
    const isUnchanged =
      before.amountMicroUsd === wanted.amountMicroUsd && before.warnAtPercent === wanted.warnAtPercent;
    if (isUnchanged) return present(ctx, before);
    const row = { ...inPeriod(before, now), ...wanted, warnedAt: null, exhaustedAt: null };
    return save(ctx, tx, { action: 'ai_budget.updated', row, before });
  });
}

export function resetBudget(ctx: AiContext, { budget_id }: BudgetId): Promise<AiBudget> {
  return ctx.db.transaction(async (tx) => {
    const before = inPeriod(await tx.require(aiBudgets, budget_id, { lock: true }), ctx.now());
    const row = { ...before, periodStart: ctx.now(), spentMicroUsd: 0, warnedAt: null, exhaustedAt: null };
    return save(ctx, tx, { action: 'ai_budget.reset', row, before });
  });
}

export async function deleteBudget(ctx: AiContext, { budget_id }: BudgetId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await tx.require(aiBudgets, budget_id, { lock: true });
    await tx.delete(aiBudgets, eq(aiBudgets.id, budget_id));
    await audit(ctx, tx, 'ai_budget.deleted', targetOf(row), { before: settingsOf(row) });
  });
}

/** Emits the notices that the new amount has already reached. */
async function save(
  ctx: AiContext,
  tx: ScopedDb,
  { action, row, before }: { action: string; row: BudgetRow; before?: BudgetRow },
): Promise<AiBudget> {
  const noted = withNotices(row, 0, ctx.now());
  await writeBudget(tx, noted.row);
  const { amountMicroUsd, warnAtPercent, version } = row;
  await tx.update(aiBudgets, eq(aiBudgets.id, row.id), {
    amountMicroUsd,
    warnAtPercent,
    updatedAt: ctx.now(),
    version: before ? version + 1 : version,
  });
  await audit(ctx, tx, action, targetOf(row), {
    ...(before ? { before: settingsOf(before) } : {}),
    after: settingsOf(row),
  });
  await emit(ctx, tx, noted.events);
  return present(ctx, noted.row);
}

/** A lifetime begins with its budget. */
async function spentSoFar(
  tx: ScopedDb,
  { keyId, period, now }: { keyId: string; period: BudgetPeriod; now: Date },
): Promise<number> {
  if (period === 'lifetime') return 0;
  const [sum] = await readAiUsage(tx.store, {
    workspaceId: tx.workspaceId,
    from: utcDay(periodStart(period, now)),
    until: utcDay(new Date(now.getTime() + DAY_MS)),
    keyId: keyId === '' ? undefined : keyId,
    by: { day: false, key: false, model: false },
    limit: 1,
  });
  return Math.min(sum?.costMicroUsd ?? 0, MAX_BUDGET_MICRO_USD);
}

const present = ({ now }: Pick<AiContext, 'now'>, row: BudgetRow): AiBudget => presentBudget(inPeriod(row, now()));

const targetOf = ({ id, period, keyId }: BudgetRow) => ({
  type: 'ai_budget',
  id,
  label: `${period} budget of the ${keyId === '' ? 'workspace' : 'key'}`,
});

const settingsOf = (row: BudgetRow) => ({
  key_id: row.keyId || null,
  period: row.period,
  amount_micro_usd: row.amountMicroUsd,
  warn_at_percent: row.warnAtPercent,
  spent_micro_usd: row.spentMicroUsd,
});
