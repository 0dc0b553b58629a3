import { and, eq, lte, ne } from 'drizzle-orm';

import { MINUTE_MS } from '../../../shared/durations';
import { MAX_LABELS } from '../../../shared/whatsapp/chat-label';
import { ApiError, fieldError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { onInstance } from '../messages/find';
import { waLabelReservations, waLabels } from '../schema/people';

/** Longer than a call to the provider; the process with the reservation may have exited. */
const RESERVED_MS = 2 * MINUTE_MS;

interface NewName {
  instanceId: string;
  name: string;
  labelId?: string;
}

/** Reserves the name while `work` runs. Throws 409 for a taken name, 422 when a new label would exceed the limit. */
export async function withReservedName<T>(ctx: WhatsAppContext, given: NewName, work: () => Promise<T>): Promise<T> {
  const { instanceId } = given;
  const nameKey = keyOf(given.name);
  await reserve(ctx, given, nameKey);
  try {
    return await work();
  } finally {
    const { instanceId: instance, nameKey: key } = waLabelReservations;
    await ctx.db.delete(waLabelReservations, and(eq(instance, instanceId), eq(key, nameKey)));
  }
}

function reserve(ctx: WhatsAppContext, { instanceId, labelId }: NewName, nameKey: string): Promise<void> {
  const isNew = labelId === undefined;
  return onInstance(
    ctx,
    instanceId,
    async ({ tx, now }) => {
      const isHere = eq(waLabelReservations.instanceId, instanceId);
      const isOver = lte(waLabelReservations.createdAt, new Date(now.getTime() - RESERVED_MS));
      await tx.delete(waLabelReservations, and(isHere, isOver));
      const reserved = await tx.select(waLabelReservations, { where: isHere });
      const isOther = isNew ? undefined : ne(waLabels.id, labelId);
      const others = await tx.select(waLabels, { where: and(eq(waLabels.instanceId, instanceId), isOther) });
      const names = new Set(others.map(({ name }) => keyOf(name)));
      const isMade = (one: (typeof reserved)[number]) => one.isNew && !names.has(one.nameKey);
      if (isNew && others.length + reserved.filter(isMade).length >= MAX_LABELS) {
        throw new ApiError('unprocessable', `An instance can have at most ${MAX_LABELS} labels. Delete one first.`);
      }
      if (names.has(nameKey) || reserved.some((one) => one.nameKey === nameKey)) {
        throw fieldError('conflict', '/name', 'duplicate', 'Another label of the instance already has this name.');
      }
      await tx.insert(waLabelReservations, { instanceId, nameKey, isNew, createdAt: now });
    },
    { lock: true },
  );
}

export const isSameName = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const keyOf = (name: string): string => name.normalize('NFC').trim().toLowerCase();
