import type { MessageStatus } from '../../../shared/whatsapp/message';
import { runStatement, type Store } from '../../db/database';
import { byBytes, quarterColumn } from '../../db/dialect';

interface Range {
  workspaceId: string;
  instanceId: string;
  firstId: string;
  beforeId: string;
  limit: number;
}

/** The newest messages of a range by quarter hour and status, with the smallest id of each. */
export async function countMessages(store: Store, { workspaceId, instanceId, firstId, beforeId, limit }: Range) {
  const rows = await runStatement(
    store,
    // The subselect leaves only the index of the instance to choose from.
    `select quarter, status, count(*), min(${byBytes('id')}) from (
       select ${quarterColumn('created_at')} as quarter, status, id from "wa_messages"
       where instance_id = (select id from "wa_instances" where "workspace_id" = $1 and id = $2)
         and id >= $3 and id < $4
       order by id desc limit $5
     ) newest group by quarter, status`,
    [workspaceId, instanceId, firstId, beforeId, limit],
  );
  return rows.map(([quarter, status, count, oldestId]) => ({
    quarter: Number(quarter),
    status: status as MessageStatus,
    count: Number(count),
    oldestId: String(oldestId),
  }));
}
