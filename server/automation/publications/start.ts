import { PUBLICATION_LIMITS } from '../../../shared/automation/publication-inputs';
import type { PublicationStatus } from '../../../shared/automation/publication-states';
import type { Schedule } from '../../../shared/automation/schedule';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { countScheduled, freeSlot } from '../queries/publications';
import { scheduledAt, withJitter } from '../schedule/due';
import { reserveFirstSlot } from '../schedule/slots';
import type { NormalInput } from './compose/normal-input';

const RETRY_SECONDS = 60;

export interface StartTime {
  status: Extract<PublicationStatus, 'draft' | 'pending_approval' | 'scheduled' | 'queued'>;
  dueAt: Date | null;
  expiresAt: Date | null;
}

interface StartInput {
  id: string;
  input: Pick<NormalInput, 'schedule' | 'expiresAfterSeconds' | 'start'>;
  now: Date;
}

export async function timeFor(tx: ScopedDb, { id, input, now }: StartInput): Promise<StartTime> {
  if (input.start === 'draft') return { status: 'draft', dueAt: null, expiresAt: null };
  if (input.start === 'approval') return { status: 'pending_approval', dueAt: null, expiresAt: null };
  return scheduleNow(tx, { id, now, ...input });
}

/** Throws 422 without a free slot, 429 with too many scheduled publications. */
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
  if (status === 'scheduled') await requireScheduledQuota(tx);
  return { status, dueAt: due, expiresAt: new Date(due.getTime() + expiresAfterSeconds * 1000) };
}

async function instantFor(tx: ScopedDb, id: string, schedule: Schedule, now: Date): Promise<Date> {
  if (schedule.mode !== 'next_slot') return scheduledAt(schedule, now) ?? now;
  const { workspaceId } = tx;
  // A new time releases the old slot.
  await freeSlot(tx.store, workspaceId, id);
  const at = await reserveFirstSlot(tx.store, { workspaceId, schedule, publicationId: id, now });
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

async function requireScheduledQuota(tx: ScopedDb): Promise<void> {
  const max = PUBLICATION_LIMITS.scheduled;
  if ((await countScheduled(tx.store, tx.workspaceId, max)) < max) return;
  const message = `A workspace has at most ${max} scheduled publications.`;
  throw new ApiError('rate_limited', {
    detail: message,
    errors: [{ in: 'body', pointer: '/schedule', code: 'quota_exceeded', message }],
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

/** The event besides the creation. */
export const eventNameOf = (status: PublicationStatus): 'scheduled' | 'approval_requested' | undefined =>
  status === 'scheduled' ? 'scheduled' : status === 'pending_approval' ? 'approval_requested' : undefined;
