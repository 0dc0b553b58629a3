import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import type { WhatsAppServices } from '../context';
import { deletedInstances, hasWaiting, purgeInstance } from '../queries/purge';
import { failWaiting } from '../queue/overdue';
import { type InstanceRow, workOn } from '../work';

const KEPT_MS = 30 * 86_400_000;
const INSTANCES_AT_A_TIME = 100;
const MESSAGES_AT_A_TIME = 500;

type Place = Pick<WhatsAppServices, 'store' | 'whatsapp' | 'now'>;

/** Messages that wait for an instance which is no more fail, some at a time. */
export async function failMessagesOf(
  { store, whatsapp }: Pick<Place, 'store' | 'whatsapp'>,
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

/** Goes on with what the deletion of an instance left, and removes what was kept of it for thirty days. */
export async function endDeletedInstances({ store, whatsapp, now }: Place, signal: AbortSignal): Promise<void> {
  const at = now();
  const kept = new Date(at.getTime() - KEPT_MS);
  for (let after = ''; !signal.aborted;) {
    const rows = await deletedInstances(store, { before: at, after, limit: INSTANCES_AT_A_TIME });
    for (const row of rows) {
      if (signal.aborted) return;
      if (row.deletedAt !== null && row.deletedAt < kept) await removeAll(store, row.id, signal);
      else if (await hasWaiting(store, row.id)) await failMessagesOf({ store, whatsapp }, row, signal);
    }
    const last = rows.at(-1);
    if (rows.length < INSTANCES_AT_A_TIME || last === undefined) return;
    after = last.id;
  }
}

async function removeAll(store: Place['store'], id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await purgeInstance(store, id, MESSAGES_AT_A_TIME))) await nextTurn();
}
