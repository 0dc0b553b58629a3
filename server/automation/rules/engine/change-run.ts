import { eq, type SQL, sql } from 'drizzle-orm';

import type { ScopedDb } from '../../../db/scoped';
import { ruleRuns } from '../../schema/rules';
import type { RunRow } from './types';

export const changedAt = (now: Date): { updatedAt: Date; version: SQL } => ({
  updatedAt: now,
  version: sql`${ruleRuns.version} + 1`,
});

export const RELEASED_RUN = { leaseOwner: null, leaseUntil: null } as const;

export async function changeRun(
  tx: ScopedDb,
  run: RunRow,
  set: Partial<Omit<RunRow, 'id' | 'workspaceId' | 'updatedAt' | 'version'>>,
  now: Date,
): Promise<RunRow> {
  const [after = run] = await tx.update(ruleRuns, eq(ruleRuns.id, run.id), { ...set, ...changedAt(now) });
  return after;
}
