import { DAY_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import type { WhatsAppServices } from '../context';
import { failWaiting } from '../queue/overdue';
import { deletedInstances, hasWaiting, purgeInstance } from '../system/purge';
import { loggingOut } from '../system/sockets';
import { workOn } from '../work';
import type { InstanceRow } from '../work-types';

const RETENTION_MS = 30 * DAY_MS;
/** Rows are kept so much longer until the account is unlinked, since its credentials go with them. */
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
  for (let after = ''; !signal.aborted;) {
    const rows = await deletedInstances(store, { before: at, after, limit: INSTANCES_AT_A_TIME });
    const ending = await loggingOut(
      store,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      if (signal.aborted) return;
      if (isOver(row, ending)) await removeAll(store, row.id, signal);
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
