import { and, desc, eq, lt } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { rules, ruleVersions } from '../schema/rules';

/** Active event rules, which `emit` compares with events. */
export function listRuleSubscribers(tx: Store, workspaceId: string) {
  return queries(tx)
    .select({ id: rules.id, config: rules.config, grant: rules.grant })
    .from(rules)
    .where(and(eq(rules.workspaceId, workspaceId), eq(rules.triggerType, 'event'), eq(rules.status, 'active')));
}
export type RuleSubscriberRow = Awaited<ReturnType<typeof listRuleSubscribers>>[number];

export async function insertRuleVersion(tx: Store, row: typeof ruleVersions.$inferInsert): Promise<void> {
  await queries(tx).insert(ruleVersions).values(row);
}

const ofRule = (workspaceId: string, ruleId: string) =>
  and(eq(ruleVersions.workspaceId, workspaceId), eq(ruleVersions.ruleId, ruleId));

export async function readRuleVersion(store: Store, workspaceId: string, ruleId: string, number: number) {
  const [row] = await queries(store)
    .select()
    .from(ruleVersions)
    .where(and(ofRule(workspaceId, ruleId), eq(ruleVersions.number, number)));
  return row;
}

export async function readRuleVersions(
  store: Store,
  workspaceId: string,
  ruleId: string,
  { before, limit }: { before: number | undefined; limit: number },
) {
  return queries(store)
    .select()
    .from(ruleVersions)
    .where(and(ofRule(workspaceId, ruleId), before === undefined ? undefined : lt(ruleVersions.number, before)))
    .orderBy(desc(ruleVersions.number))
    .limit(limit);
}
export type RuleVersionRow = typeof ruleVersions.$inferSelect;

export async function deleteRuleVersions(tx: Store, workspaceId: string, ruleId: string): Promise<void> {
  await queries(tx).delete(ruleVersions).where(ofRule(workspaceId, ruleId));
}
