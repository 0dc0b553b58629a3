import { and, asc, eq, inArray } from 'drizzle-orm';

import type { WaitingReason } from '../../../../shared/automation/publication-states';
import type { HoldReason } from '../../../../shared/whatsapp/message';
import type { ScopedDb } from '../../../db/scoped';
import { cancelMessages, waInstances, waMessages, workIn } from '../../../whatsapp';
import type { WriteContext } from '../channel';

/** Returns the ids of messages that the provider will not get. */
export async function cancelQueued(
  context: WriteContext,
  instanceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { tx, ctx } = context;
  const instance = await tx.get(waInstances, instanceId, { lock: true });
  if (instance === undefined || ids.length === 0) return new Set();
  const rows = await tx.select(waMessages, {
    where: and(inArray(waMessages.id, [...ids]), inArray(waMessages.status, ['scheduled', 'queued'])),
    orderBy: [asc(waMessages.id)],
    lock: true,
  });
  await cancelMessages(workIn(ctx, tx, instance, { lock: true, raise: context.addEvent }), rows);
  return new Set(rows.map(({ id }) => id));
}

/** These holds end by themselves and do not show the pace of the instance. */
const NO_PACE: ReadonlySet<HoldReason> = new Set(['media', 'schedule', 'paused']);

export async function waitReasons(tx: ScopedDb, ids: readonly string[]): Promise<Map<string, WaitingReason>> {
  if (ids.length === 0) return new Map();
  const where = and(inArray(waMessages.id, [...ids]), eq(waMessages.status, 'queued'));
  const found = new Map<string, WaitingReason>();
  for (const { id, waiting } of await tx.select(waMessages, { where })) {
    if (waiting === null || NO_PACE.has(waiting.reason)) continue;
    found.set(id, waiting.reason === 'reconnecting' ? 'channel_offline' : 'rate_limit');
  }
  return found;
}
