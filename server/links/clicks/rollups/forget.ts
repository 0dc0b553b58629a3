import { unsought } from '../../../db/dialect';
import type { ClickSql } from '../store/sql';
import { deleteRowsInSlices } from './delete-rows';

const ROWS = 5000;
/** Visitors are not listed, since they expire with the salt of their day. */
const TABLES_OF_LINK = ['link_days', 'link_counters', 'link_uses'];

const ROLLUP_KEY = 'workspace_id, domain_id, dimension, bucket, "key"';
const TABLES_OF_WORKSPACE: [table: string, key: string][] = [
  ['link_clicks', 'seq'],
  ['link_urls', 'workspace_id, hash'],
  ['link_days', 'workspace_id, day, link_id'],
  ['link_rollups', ROLLUP_KEY],
  ['link_rollup_days', ROLLUP_KEY],
  ['link_counters', 'link_id'],
  ['link_uses', 'link_id'],
  ['click_handoff', 'no'],
];
const BUDGET_MS = 1000;

/** Takes at most one second. Returns whether nothing is left. */
export async function forgetWorkspaces(store: ClickSql, workspaceIds: readonly string[]): Promise<boolean> {
  const deadline = performance.now() + BUDGET_MS;
  const hasTime = (): boolean => performance.now() < deadline;
  for (const workspaceId of workspaceIds) {
    for (const [table, key] of TABLES_OF_WORKSPACE) {
      const values = [store.id(workspaceId)];
      if (!(await deleteRowsInSlices(store, table, key, 'workspace_id = $1', values, hasTime))) return false;
    }
  }
  return true;
}

export async function forgetLinks(store: ClickSql, workspaceId: string, linkIds: readonly string[]): Promise<void> {
  for (const linkId of linkIds) {
    await deleteClicks(store, workspaceId, linkId);
    for (const table of TABLES_OF_LINK) {
      const values = [store.id(linkId), store.id(workspaceId)];
      await store.run(`delete from ${table} where link_id = $1 and ${unsought('workspace_id')} = $2`, values);
    }
  }
}

async function deleteClicks(store: ClickSql, workspaceId: string, linkId: string): Promise<void> {
  for (;;) {
    const gone = await store.run(
      `delete from link_clicks where seq in (select seq from link_clicks where link_id = $1 and ${unsought('workspace_id')} = $2
       limit ${ROWS}) returning seq`,
      [store.id(linkId), store.id(workspaceId)],
    );
    if (gone.length < ROWS) return;
  }
}
