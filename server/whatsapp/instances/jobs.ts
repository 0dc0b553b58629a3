import { DAY_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import type { WhatsAppServices } from '../context';
import { failWaiting } from '../queue/overdue';
import { deletedInstances, hasWaiting, purgeInstance } from '../system/purge';
import { workOn } from '../work';
import type { InstanceRow } from '../work-types';

const RETENTION_MS = 30 * DAY_MS;
const INSTANCES_AT_A_TIME = 100;
const MESSAGES_AT_A_TIME = 500;

type JobContext = Pick<WhatsAppServices, 'store' | 'whatsapp' | 'now'>;

export async function failMessagesOf(
  { store, whatsapp }: Pick<JobContext, 'store' | 'whatsapp'>,
  { id, workspaceId }: Pick<InstanceRow, 'id' | 'workspaceId'>,
  signal?: AbortSignal,
): Promise<void> {
  const db = scoped(store, workspaceId);
  for (;;) {
    if (signal?.aborted) return;
    const isMore = await workOn(whatsapp.work, db, id, (work) => failWaiting(work, 'phone_not_registered'));
    if (!isMore) return;
    await nextTurn();
  }
}

/** Continues interrupted deletions and purges data after thirty days. */
export async function endDeletedInstances({ store, whatsapp, now }: JobContext, signal: AbortSignal): Promise<void> {
  const at = now();
  const retainedSince = new Date(at.getTime() - RETENTION_MS);
  for (let after = ''; !signal.aborted;) {
    const rows = await deletedInstances(store, { before: at, after, limit: INSTANCES_AT_A_TIME });
    for (const row of rows) {
      if (signal.aborted) return;
      if (row.deletedAt !== null && row.deletedAt < retainedSince) await removeAll(store, row.id, signal);
      else if (await hasWaiting(store, row.id)) await failMessagesOf({ store, whatsapp }, row, signal);
    }
    const last = rows.at(-1);
    if (rows.length < INSTANCES_AT_A_TIME || last === undefined) return;
    after = last.id;
  }
}

async function removeAll(store: JobContext['store'], id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await purgeInstance(store, id, MESSAGES_AT_A_TIME))) await nextTurn();
}
