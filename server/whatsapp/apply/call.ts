import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { DriverCallEvent } from '../drivers/driver-events';
import { chatWith } from '../identity/chat';
import { contactFor } from '../identity/contact';
import { findGroup } from '../identity/group';
import { type CallRow, presentCall } from '../present/calls';
import { waCalls, waChats } from '../schema/people';
import type { Work } from '../work-types';
import { windowAfter } from './chat';

/** An incoming call opens the window like a message. */
export async function applyCall(work: Work, driverEvent: DriverCallEvent): Promise<void> {
  const { person, providerCallId, providerGroupId, status, at } = driverEvent;
  const contact = await contactFor(work, person);
  const group = providerGroupId === undefined ? undefined : await findGroup(work, providerGroupId);
  if (providerGroupId === undefined) {
    const chat = await chatWith(work, contact);
    const windowExpiresAt = windowAfter(work, chat, at);
    if (windowExpiresAt?.getTime() !== chat.windowExpiresAt?.getTime()) {
      await work.tx.update(waChats, eq(waChats.id, chat.id), { windowExpiresAt, updatedAt: work.now });
    }
  }
  const row = await recordCall(work, driverEvent, { contactId: contact.id, groupId: group?.id ?? null });
  if (row === undefined) return;
  work.raise('whatsapp.call.received', presentCall(row, contact), {
    dedupeKey: `wa-call:${work.instance.id}:${providerCallId}:${status}`.slice(0, 250),
  });
}

const ENDS = 2;
const STEPS: Readonly<Record<string, number>> = { offer: 0, connect: 0, ringing: 0, accept: 1, accepted: 1 };
const rankOf = (status: string): number => STEPS[status] ?? ENDS;

/** A rejected call stays rejected, and an ended one does not ring again. Undefined for a late report. */
async function recordCall(
  { tx, instance, now }: Work,
  { providerCallId, isVideo, status, rejected, at }: DriverCallEvent,
  place: Pick<CallRow, 'contactId' | 'groupId'>,
): Promise<CallRow | undefined> {
  const where = and(eq(waCalls.instanceId, instance.id), eq(waCalls.providerCallId, providerCallId));
  const [known] = await tx.select(waCalls, { where, limit: 1 });
  if (known === undefined) {
    const id = newId(ID_PREFIXES.call);
    const call = { ...place, providerCallId, isVideo, status, rejected, createdAt: at, updatedAt: now };
    return tx.insert(waCalls, { ...call, id, instanceId: instance.id });
  }
  if (rankOf(status) < rankOf(known.status)) return undefined;
  const change = { status, rejected: known.rejected || rejected, updatedAt: now };
  const [row = known] = await tx.update(waCalls, eq(waCalls.id, known.id), change);
  return row;
}
