import type { PublicationStatus } from '../../../shared/automation/publication-states';
import { scoped } from '../../db/scoped';
import { watch } from '../../events/log/watch';
import type { AutomationServices } from '../context';
import type { InboundCall } from './call';
import { type InboundRequestRow, type Statuses, statusesOf } from './present';

/** What other processes do comes to light by looking again this often. */
const LOOK_EVERY_MS = 250;
const UNDER_WAY: ReadonlySet<PublicationStatus> = new Set(['queued', 'publishing']);

/** Where the publications of a request stand once none is under way any more, or after `waitMs`. */
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
  // What was sent in has taken effect: a call that may not wait is answered with how things stand.
  if (!leaveSeat) return look();
  try {
    return await watch({
      hub,
      workspaceId,
      signal,
      holdOpen,
      waitMs,
      lookEveryMs: LOOK_EVERY_MS,
      look,
      isEnough: (statuses) => ![...statuses.values()].some((status) => UNDER_WAY.has(status)),
      concerns: (frames) => frames.some(({ body }) => publicationIds.some((id) => body.includes(id))),
    });
  } finally {
    leaveSeat();
  }
}
