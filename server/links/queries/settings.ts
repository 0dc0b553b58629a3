import { and, eq, sql } from 'drizzle-orm';

import { forUpdate, queries, runStatement, type Store } from '../../db/database';
import { rowOf, shapeOf } from '../../db/table-shape';
import { linkSettings } from '../schema/links';

export type LinkSettingsRow = typeof linkSettings.$inferSelect;

export async function readLinkSettings(store: Store, workspaceId: string): Promise<LinkSettingsRow | undefined> {
  const shape = shapeOf(linkSettings);
  const text = `select ${shape.names} from ${shape.name} where "workspace_id" = $1`;
  const [values] = await runStatement(store, text, [workspaceId]);
  return values && (rowOf(shape, values) as LinkSettingsRow);
}

/** Inserts `defaults` if there is no row. */
export async function lockLinkSettings(
  tx: Store,
  defaults: typeof linkSettings.$inferInsert,
): Promise<LinkSettingsRow> {
  const db = queries(tx);
  await db.insert(linkSettings).values(defaults).onConflictDoNothing();
  const [row] = await forUpdate(
    db.select().from(linkSettings).where(eq(linkSettings.workspaceId, defaults.workspaceId)),
  );
  if (!row) throw new Error('The settings of links were not made.');
  return row;
}

export async function updateLinkSettingsRow(
  tx: Store,
  workspaceId: string,
  change: Partial<Omit<LinkSettingsRow, 'workspaceId' | 'version'>>,
): Promise<LinkSettingsRow> {
  const [row] = await queries(tx)
    .update(linkSettings)
    .set({ ...change, version: sql`${linkSettings.version} + 1` })
    .where(eq(linkSettings.workspaceId, workspaceId))
    .returning();
  if (!row) throw new Error('Locked settings of links are gone.');
  return row;
}

export async function clearDefaultDomain(
  tx: Store,
  { workspaceId, domainId, now }: { workspaceId: string; domainId: string; now: Date },
): Promise<void> {
  await queries(tx)
    .update(linkSettings)
    .set({ defaultDomainId: null, updatedAt: now, version: sql`${linkSettings.version} + 1` })
    .where(and(eq(linkSettings.workspaceId, workspaceId), eq(linkSettings.defaultDomainId, domainId)));
}
