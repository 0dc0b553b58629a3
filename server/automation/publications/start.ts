import { PUBLICATION_LIMITS } from '../../../shared/automation/publication-inputs';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { Schedule } from '../../../shared/automation/schedule';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { countScheduled, freeSlot } from '../queries/publications';
import { dueAt, withJitter } from '../schedule/due';
import { takeFirstSlot } from '../schedule/slots';
import type { NormalInput } from './compose/normal-input';

const RETRY_SECONDS = 60;

/** Where a publication stands, and until when. */
export interface StartTime {
  status: Extract<PublicationStatus, 'draft' | 'pending_approval' | 'scheduled' | 'queued'>;
  dueAt: Date | null;
  expiresAt: Date | null;
}

interface Asked {
  id: string;
  input: Pick<NormalInput, 'schedule' | 'expiresAfterSeconds' | 'start'>;
  now: Date;
}

/** When a new publication starts. Throws as `scheduleNow`. */
export async function timeFor(tx: ScopedDb, { id, input, now }: Asked): Promise<StartTime> {
  if (input.start === 'draft') return { status: 'draft', dueAt: null, expiresAt: null };
  if (input.start === 'approval') return { status: 'pending_approval', dueAt: null, expiresAt: null };
  return scheduleNow(tx, { id, now, ...input });
}

/**
 * Gives a publication its time, and its slot. Throws 422 where no slot is free, 429 where too many publications wait
 * for their time.
 */
export async function scheduleNow(
  tx: ScopedDb,
  {
    id,
    schedule,
    expiresAfterSeconds,
    now,
  }: { id: string; schedule: Schedule; expiresAfterSeconds: number; now: Date },
): Promise<StartTime> {
  const due = withJitter(schedule, await instantFor(tx, id, schedule, now));
  const status = due > now ? 'scheduled' : 'queued';
  if (status === 'scheduled') await requireRoom(tx);
  return { status, dueAt: due, expiresAt: new Date(due.getTime() + expiresAfterSeconds * 1000) };
}

async function instantFor(tx: ScopedDb, id: string, schedule: Schedule, now: Date): Promise<Date> {
  if (schedule.mode !== 'next_slot') return dueAt(schedule, now) ?? now;
  const { workspaceId } = tx;
  // A new time gives the old slot back.
  await freeSlot(tx.store, workspaceId, id);
  const at = await takeFirstSlot(tx.store, { workspaceId, schedule, publicationId: id, now });
  if (at) return at;
  throw noFreeSlot();
}

export const NO_FREE_SLOT = {
  pointer: '/schedule/slots',
  code: 'no_free_slot',
  message: 'No slot is free. Add slots, or use another `slot_group`.',
};
const noFreeSlot = (): ApiError =>
  fieldError('unprocessable', NO_FREE_SLOT.pointer, NO_FREE_SLOT.code, NO_FREE_SLOT.message);

async function requireRoom(tx: ScopedDb): Promise<void> {
  const most = PUBLICATION_LIMITS.scheduled;
  if ((await countScheduled(tx.store, tx.workspaceId, most)) < most) return;
  const message = `A workspace has at most ${most} scheduled publications.`;
  throw new ApiError('rate_limited', {
    detail: message,
    errors: [{ in: 'body', pointer: '/schedule', code: 'quota_exceeded', message }],
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

/** What tells, besides its creation, that a publication came to stand so. */
export const factOf = (status: PublicationStatus): 'scheduled' | 'approval_requested' | undefined =>
  status === 'scheduled' ? 'scheduled' : status === 'pending_approval' ? 'approval_requested' : undefined;
