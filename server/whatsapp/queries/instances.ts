import { MAX_COUNTED_MESSAGES } from '../../../shared/whatsapp/counts';
import { runStatement, type Store } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import type { waCloudApps } from '../schema/instances';

export type CloudAppRow = typeof waCloudApps.$inferSelect;

const count = (status: 'queued' | 'unconfirmed'): string =>
  `(select count(*) from (select 1 from wa_messages m where m.instance_id = i.id and m.status = '${status}'
    and m.status in ('scheduled', 'queued', 'sending', 'unconfirmed') limit ${MAX_COUNTED_MESSAGES}) open)`;

/** Each count stops at `MAX_COUNTED_MESSAGES`. */
export async function countOpenMessages(
  store: Store,
  workspaceId: string,
  instanceIds: readonly string[],
): Promise<Map<string, { queued: number; unconfirmed: number }>> {
  if (instanceIds.length === 0) return new Map();
  const rows = await runStatement(
    store,
    `select i.id, ${count('queued')}, ${count('unconfirmed')} from wa_instances i
     where i.workspace_id = $1 and i.id in (${placeholders(instanceIds, 2)})`,
    [workspaceId, ...instanceIds],
  );
  return new Map(
    rows.map(([id, queued, unconfirmed]) => [String(id), { queued: Number(queued), unconfirmed: Number(unconfirmed) }]),
  );
}
