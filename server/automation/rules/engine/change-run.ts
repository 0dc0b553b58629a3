import { eq, type SQL, sql } from 'drizzle-orm';

import type { ScopedDb } from '../../../db/scoped';
import { ruleRuns } from '../../schema/rules';
import type { RunRow } from './types';

/** What every change of a run sets besides. */
export const changedAt = (now: Date): { updatedAt: Date; version: SQL } => ({
  updatedAt: now,
  version: sql`${ruleRuns.version} + 1`,
});

/** A run of which no process has hold. */
export const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

/** Writes columns of a run that the transaction holds. */
export async function changeRun(
  tx: ScopedDb,
  run: RunRow,
  set: Partial<Omit<RunRow, 'id' | 'workspaceId' | 'updatedAt' | 'version'>>,
  now: Date,
): Promise<RunRow> {
  const [after = run] = await tx.update(ruleRuns, eq(ruleRuns.id, run.id), { ...set, ...changedAt(now) });
  return after;
}
