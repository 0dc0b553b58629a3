import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

import { MINUTE_MS } from '../../../shared/durations';
import type { WhatsAppContext } from '../context';
import { ProviderRefusal, type WaDriver } from '../drivers/driver';
import type { DriverGroupEvent } from '../drivers/driver-events';
import { traitsOf } from '../drivers/registry';
import type { GroupRow } from '../identity/chat';
import { knownGroups } from '../queries/people';
import { waGroups } from '../schema/people';
import type { InstanceRow } from '../work-types';

/** An event about the creation would have arrived by this time. */
const LOST_MS = MINUTE_MS;
const AGAIN_MS = 300_000;
/** Maximum wait of a caller; the next call has the rest. */
const TIMEOUT_MS = 3000;
const lastAsked = new LRUCache<string, { generation: number; at: number }>({ max: 10_000 });

/** Runs once per connection, and again for pending groups whose event was lost. Never fails the caller. */
export async function syncGroups(ctx: WhatsAppContext, instance: InstanceRow): Promise<void> {
  if (!traitsOf(instance.driver).readsGroups || instance.status !== 'connected') return;
  const driver = ctx.whatsapp.driver(instance.driver);
  if (!driver?.availability().available) return;
  const now = ctx.now().getTime();
  const pending = await pendingGroups(ctx, instance);
  const lost = pending.filter(({ createdAt }) => now - createdAt.getTime() > LOST_MS);
  const last = lastAsked.get(instance.id);
  const isNew = last?.generation !== instance.generation;
  if (!isNew && (lost.length === 0 || now - last.at < AGAIN_MS)) return;

  lastAsked.set(instance.id, { generation: instance.generation, at: now });
  const done = take(ctx, instance, driver, { pending, lost }).catch((error: unknown) => {
    ctx.log.warn({ err: error, instance: instance.id }, 'loading groups failed');
    lastAsked.delete(instance.id);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS)));
  await Promise.race([done, timeout]).finally(() => clearTimeout(timer));
}

const pendingGroups = (ctx: WhatsAppContext, { id }: InstanceRow): Promise<GroupRow[]> =>
  ctx.db.select(waGroups, { where: and(eq(waGroups.instanceId, id), eq(waGroups.status, 'pending')) });

async function take(
  ctx: WhatsAppContext,
  instance: InstanceRow,
  driver: WaDriver,
  { pending, lost }: { pending: readonly GroupRow[]; lost: readonly GroupRow[] },
): Promise<void> {
  try {
    const found = (await driver.groups?.list?.(ctx.whatsapp.reveal(instance))) ?? [];
    const known = await knownGroups(ctx.store, instance);
    const coming = new Set(pending.filter((one) => !lost.includes(one)).map(({ subject }) => subject));
    const driverEvents = found
      .filter(({ providerGroupId, details }) => !known.has(providerGroupId) && !coming.has(details.subject ?? ''))
      .map(({ providerGroupId, details }): DriverGroupEvent => {
        const requestId = requestOf(lost, details.subject);
        const change = { action: requestId === undefined ? 'listed' : 'details', details } as const;
        return { kind: 'group', providerGroupId, ...(requestId ? { requestId } : {}), change, at: ctx.now() };
      });
    await ctx.whatsapp.report(instance.id, driverEvents);
  } catch (error) {
    // Meta refuses this for accounts without groups.
    if (!(error instanceof ProviderRefusal) || error.kind !== 'refused') throw error;
    if (error.effects.length > 0) await ctx.whatsapp.report(instance.id, error.effects);
  }
}

function requestOf(lost: readonly GroupRow[], subject: string | undefined): string | undefined {
  const [one, ...others] = lost.filter((group) => group.subject === subject);
  return others.length === 0 ? (one?.providerRequestId ?? undefined) : undefined;
}
