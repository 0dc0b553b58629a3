import { and, eq } from 'drizzle-orm';

import type { WhatsAppContext } from '../context';
import { ProviderRefusal, type WaDriver } from '../drivers/driver';
import type { GroupNews } from '../drivers/news';
import type { GroupRow } from '../identity/chat';
import { knownGroups } from '../queries/people';
import { waGroups } from '../schema/people';
import type { InstanceRow } from '../work';

/** The provider has told long before how a creation went, if its word arrived. */
const LOST_MS = 60_000;
/** While a group stays pending it is asked no oftener. */
const AGAIN_MS = 300_000;
/** A caller waits no longer for what an account of thousands of groups takes; the rest is there at the next look. */
const PATIENCE_MS = 3000;
/** Above so many instances the oldest is forgotten: it is asked once more. */
const MOST_KNOWN = 10_000;

/** The connection of an instance whose provider was asked, and when. */
const asked = new Map<string, { generation: number; at: number }>();

/**
 * Asks the provider which groups there are: once in each connection for those from before it, and again for a group that
 * stays pending since word of it was lost. What cannot be asked now is not the caller’s trouble.
 */
export async function syncGroups(ctx: WhatsAppContext, instance: InstanceRow): Promise<void> {
  // The simulated network tells of everything at once.
  if (instance.driver === 'sandbox' || instance.status !== 'connected') return;
  const driver = ctx.whatsapp.driver(instance.driver);
  if (!driver?.availability().available) return;
  const now = ctx.now().getTime();
  const pending = await pendingGroups(ctx, instance);
  const lost = pending.filter(({ createdAt }) => now - createdAt.getTime() > LOST_MS);
  const last = asked.get(instance.id);
  const isNew = last?.generation !== instance.generation;
  if (!isNew && (lost.length === 0 || now - last.at < AGAIN_MS)) return;

  note(instance, now);
  const done = take(ctx, instance, driver, { pending, lost }).catch((error: unknown) => {
    ctx.log.warn({ err: error, instance: instance.id }, 'loading groups failed');
    asked.delete(instance.id);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([done, patience]).finally(() => clearTimeout(timer));
}

function note({ id, generation }: InstanceRow, at: number): void {
  asked.delete(id);
  asked.set(id, { generation, at });
  const [oldest] = asked.keys();
  if (asked.size > MOST_KNOWN && oldest !== undefined) asked.delete(oldest);
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
    const found = await driver.groups.list(ctx.whatsapp.reveal(instance));
    const known = await knownGroups(ctx.store, instance);
    // Word of these is still to come.
    const coming = new Set(pending.filter((one) => !lost.includes(one)).map(({ subject }) => subject));
    const news = found
      .filter(({ providerGroupId, facts }) => !known.has(providerGroupId) && !coming.has(facts.subject ?? ''))
      .map(({ providerGroupId, facts }): GroupNews => {
        const requestId = requestOf(lost, facts.subject);
        const change = { action: requestId === undefined ? 'listed' : 'facts', facts } as const;
        return { kind: 'group', providerGroupId, ...(requestId ? { requestId } : {}), change, at: ctx.now() };
      });
    await ctx.whatsapp.tell(instance.id, news);
  } catch (error) {
    // Most accounts may have none, which Meta says each time.
    if (!(error instanceof ProviderRefusal) || error.kind !== 'refused') throw error;
    if (error.effects.length > 0) await ctx.whatsapp.tell(instance.id, error.effects);
  }
}

/** The one that was asked for under this name; of two nobody can tell which it is. */
function requestOf(lost: readonly GroupRow[], subject: string | undefined): string | undefined {
  const [one, ...others] = lost.filter((group) => group.subject === subject);
  return others.length === 0 ? (one?.providerRequestId ?? undefined) : undefined;
}
