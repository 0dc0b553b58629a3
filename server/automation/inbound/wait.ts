import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { Services } from '../../context';
import { scoped } from '../../db/scoped';
import { rest } from '../../features/events/wait';
import type { InboundCall } from './call';
import { type InboundRequestRow, type Statuses, statusesOf } from './present';

/** What other processes do comes to light by looking again this often. */
const LOOK_EVERY_MS = 250;
/** The connection outlives the wait by this, so that the answer gets through. */
const MARGIN_SECONDS = 10;
const UNDER_WAY: ReadonlySet<PublicationStatus> = new Set(['queued', 'publishing']);

/** Each call that waits looks again and again: so many of a workspace do, others are answered at once. */
const MOST_WAITING = 50;
const waitingOf = new Map<string, number>();

/** Where the publications of a request stand once none is under way any more, or after `ms`. */
export async function whenSettled(
  services: Services,
  call: Pick<InboundCall, 'holdOpen' | 'signal'>,
  row: InboundRequestRow,
  ms: number,
): Promise<Statuses> {
  const { workspaceId } = row;
  const before = waitingOf.get(workspaceId) ?? 0;
  if (before >= MOST_WAITING) return statusesOf(scoped(services.store, workspaceId), [row]);
  waitingOf.set(workspaceId, before + 1);
  try {
    return await watch(services, call, row, ms);
  } finally {
    const left = (waitingOf.get(workspaceId) ?? 1) - 1;
    if (left > 0) waitingOf.set(workspaceId, left);
    else waitingOf.delete(workspaceId);
  }
}

async function watch(
  { hub, store }: Services,
  call: Pick<InboundCall, 'holdOpen' | 'signal'>,
  row: InboundRequestRow,
  ms: number,
): Promise<Statuses> {
  const db = scoped(store, row.workspaceId);
  const deadline = performance.now() + ms;
  call.holdOpen(ms / 1000 + MARGIN_SECONDS);
  let wake = nothing;
  let isWoken = false;
  const ring = (): void => {
    isWoken = true;
    wake();
  };
  // Listening begins before the first look: an event between the two would be missed the other way round.
  const leave = hub.subscribe(row.workspaceId, (frames) => {
    if (frames.some(({ body }) => row.publicationIds.some((id) => body.includes(id)))) ring();
  });
  hub.closing.addEventListener('abort', ring);
  call.signal.addEventListener('abort', ring);
  try {
    for (;;) {
      isWoken = false;
      const statuses = await statusesOf(db, [row]);
      const isOver = ![...statuses.values()].some((status) => UNDER_WAY.has(status));
      const left = deadline - performance.now();
      if (isOver || left <= 0 || hub.closing.aborted || call.signal.aborted) return statuses;
      if (!isWoken) await rest(Math.min(left, LOOK_EVERY_MS), (end) => (wake = end));
    }
  } finally {
    leave();
    hub.closing.removeEventListener('abort', ring);
    call.signal.removeEventListener('abort', ring);
  }
}

const nothing = (): void => {};
