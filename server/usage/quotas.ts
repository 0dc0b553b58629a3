import { type QuotaName, QUOTAS } from '../../shared/usage/quota-names';
import type { Quotas } from '../../shared/usage/quotas';
import type { UsageContext } from './context';

/** Ignores restrictions of the key. */
export async function readQuotas(ctx: UsageContext): Promise<Quotas> {
  const names = Object.keys(QUOTAS) as QuotaName[];
  return { data: await Promise.all(names.map(async (name) => ({ name, ...(await ctx.readQuota(ctx, name)) }))) };
}
