import { and, asc, eq, inArray } from 'drizzle-orm';

import type { WaitingReason } from '../../../../shared/automation/publication-states';
import type { HoldReason } from '../../../../shared/whatsapp/message';
import type { ScopedDb } from '../../../db/scoped';
import { cancelMessages } from '../../../whatsapp/connections/move';
import { waInstances } from '../../../whatsapp/schema/instances';
import { waMessages } from '../../../whatsapp/schema/messages';
import { workIn } from '../../../whatsapp/work';
import type { Hand } from '../channel';

/** Cancels messages that were not given to the provider yet. Returns their ids. */
export async function takeBack(hand: Hand, instanceId: string, ids: readonly string[]): Promise<Set<string>> {
  const { tx, ctx } = hand;
  const instance = await tx.get(waInstances, instanceId, { lock: true });
  if (instance === undefined || ids.length === 0) return new Set();
  const rows = await tx.select(waMessages, {
    where: and(inArray(waMessages.id, [...ids]), inArray(waMessages.status, ['scheduled', 'queued'])),
    orderBy: [asc(waMessages.id)],
    lock: true,
  });
  await cancelMessages(workIn(ctx, tx, instance, { lock: true, raise: hand.raise }), rows);
  return new Set(rows.map(({ id }) => id));
}

/** Holds that are over by themselves, and say nothing of the pace. */
const NO_PACE: ReadonlySet<HoldReason> = new Set(['media', 'schedule', 'paused']);

/** Why messages that were not sent wait, by their ids. */
export async function waits(tx: ScopedDb, ids: readonly string[]): Promise<Map<string, WaitingReason>> {
  if (ids.length === 0) return new Map();
  const where = and(inArray(waMessages.id, [...ids]), eq(waMessages.status, 'queued'));
  const found = new Map<string, WaitingReason>();
  for (const { id, hold } of await tx.select(waMessages, { where })) {
    if (hold === null || NO_PACE.has(hold.reason)) continue;
    found.set(id, hold.reason === 'reconnecting' ? 'channel_offline' : 'rate_limit');
  }
  return found;
}
