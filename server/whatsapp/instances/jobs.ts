import { DAY_MS } from '../../../shared/durations';
import { pagesAfter } from '../../db/pages-after';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../next-turn';
import type { WhatsAppServices } from '../context';
import { failWaiting } from '../queue/overdue';
import { deletedInstances, hasWaiting, purgeInstance } from '../system/purge';
import { loggingOut } from '../system/sockets';
import { workOn } from '../work';
import type { InstanceRow } from '../work-types';

const RETENTION_MS = 30 * DAY_MS;
/** Maximum extra time for rows of an account that is not yet unlinked, since its credentials are deleted with them. */
const MAX_LOGOUT_MS = 7 * DAY_MS;
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
  const retainedSince = at.getTime() - RETENTION_MS;
  const isOver = ({ id, deletedAt }: InstanceRow, ending: ReadonlySet<string>): boolean =>
    deletedAt !== null && deletedAt.getTime() < retainedSince - (ending.has(id) ? MAX_LOGOUT_MS : 0);
  const read = (after: string) => deletedInstances(store, { before: at, after, limit: INSTANCES_AT_A_TIME });
  for await (const rows of pagesAfter(INSTANCES_AT_A_TIME, read, ({ id }) => id)) {
    const ending = await loggingOut(
      store,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      if (signal.aborted) return;
      if (isOver(row, ending)) await removeAll(store, row.id, signal);
      else if (await hasWaiting(store, row.id)) await failMessagesOf({ store, whatsapp }, row, signal);
    }
  }
}

async function removeAll(store: JobContext['store'], id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await purgeInstance(store, id, MESSAGES_AT_A_TIME))) await nextTurn();
}
