import type { PublicationStatus } from '../../../../shared/automation/publication-states';
import { scoped } from '../../../db/scoped';
import { watch } from '../../../events/log/watch';
import type { AutomationServices } from '../../context';
import type { InboundCall } from '../call';
import { type InboundRequestRow, type Statuses, statusesOf } from '../present';

/** Results of other processes are polled at this interval. */
const POLL_MS = 250;
const UNDER_WAY: ReadonlySet<PublicationStatus> = new Set(['queued', 'publishing']);

/** Returns the statuses after at most `waitMs`. */
export async function whenSettled(
  { hub, limits, store }: AutomationServices,
  { signal, holdOpen }: Pick<InboundCall, 'holdOpen' | 'signal'>,
  row: InboundRequestRow,
  waitMs: number,
): Promise<Statuses> {
  const { workspaceId, publicationIds } = row;
  const db = scoped(store, workspaceId);
  const look = (): Promise<Statuses> => statusesOf(db, [row]);
  const leaveSeat = limits.takeWaiter('inbound', workspaceId);
  // The request is committed; a call that must not wait gets the current status.
  if (!leaveSeat) return look();
  try {
    const ctx = { hub, workspaceId, signal, holdOpen };
    return await watch(ctx, {
      waitMs,
      pollMs: POLL_MS,
      read: look,
      isEnough: (statuses) => ![...statuses.values()].some((status) => UNDER_WAY.has(status)),
      concerns: (frames) => frames.some(({ body }) => publicationIds.some((id) => body.includes(id))),
    });
  } finally {
    leaveSeat();
  }
}
