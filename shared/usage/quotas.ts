import { z } from 'zod';

import { type QuotaName, QUOTAS } from './quota-names';

const NAMES = Object.keys(QUOTAS) as [QuotaName, ...QuotaName[]];
const COUNTED = Object.values(QUOTAS).map(({ counted }) => counted);

export const GetQuotas = z.strictObject({});

const Quota = z
  .object({
    name: z
      .enum(NAMES)
      .describe(`Resource that is counted: ${COUNTED.slice(0, -1).join(', ')}, or ${COUNTED.at(-1) ?? ''}.`),
    used: z.number().int().min(0).describe('Current usage.'),
    limit: z.number().int().min(0).describe('Maximum. Requests that would exceed it are refused.'),
  })
  .meta({ id: 'Quota', example: { name: 'webhooks', used: 3, limit: 50 } });

export const Quotas = z
  .object({ data: z.array(Quota).max(NAMES.length).describe('Quotas of the workspace, always in the same order.') })
  .meta({
    id: 'Quotas',
    example: { data: NAMES.map((name) => ({ name, used: QUOTAS[name].used, limit: QUOTAS[name].limit })) },
  });
export type Quotas = z.output<typeof Quotas>;
