import { and, eq, isNull } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Instance } from '../../../shared/whatsapp/instance';
import type { CreateInstance } from '../../../shared/whatsapp/instance-inputs';
import { audit, lockWorkspace, requireScope } from '../../access';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { requireQuota } from '../../limits/quota';
import { changeConnection } from '../connections/connection-state';
import type { WhatsAppContext } from '../context';
import type { InstanceColumns } from '../drivers/instances';
import { moduleOf } from '../drivers/registry';
import { requireDriver } from '../provider';
import { waInstances } from '../schema/instances';
import { workOn } from '../work';
import type { InstanceRow } from '../work-types';
import { proxyColumns, settingsOf } from './columns';
import { grantedInstances } from './find';
import { checkRaisedPacing } from './raised-pacing';
import { answerInstance, instanceTarget, showInstance } from './show';

export const MAX_INSTANCES = 100;
const CONNECT_SECONDS = 40;

export const countInstances = (db: ScopedDb): Promise<number> => db.count(waInstances, isNull(waInstances.deletedAt));

/** Throws 403 for a narrowed key or a missing scope, 409 for a taken name or number, 422 above the quota. */
export async function createInstance(ctx: WhatsAppContext, input: CreateInstance): Promise<Instance> {
  requireWide(ctx);
  if (input.connect) requireScope(ctx, 'whatsapp.instances:connect');
  requireDriver(ctx, input.driver);
  const columns = moduleOf(input.driver).instances.create(ctx, input);

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    const advice = 'Delete an instance that you no longer use.';
    requireQuota(await countInstances(tx), { limit: MAX_INSTANCES, of: 'instances', advice });
    await requireFreeName(tx, input.name);
    const row = await insertInstance(ctx, tx, input, columns);
    const after = await workOn(
      ctx,
      tx,
      row.id,
      async (work) => {
        work.raise('whatsapp.instance.created', await showInstance(ctx, tx, row));
        if (!input.connect) return row;
        return (await changeConnection(work, { status: 'connecting', reason: null, begins: true })) ?? row;
      },
      { lock: true },
    );
    await audit(ctx, tx, 'whatsapp.instance.created', instanceTarget(row));
    await checkRaisedPacing(ctx, tx, row);
    if (input.connect) connectAfter(ctx, tx, after);
    return answerInstance(ctx, tx, after);
  });
}

/** A narrowed key could not use the new instance. Throws 403. */
function requireWide(ctx: WhatsAppContext): void {
  if (!grantedInstances(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to named instances (`resources.whatsapp_instances`), so it cannot create others. Use a key without that limit.',
  );
}

export async function requireFreeName(tx: ScopedDb, name: string): Promise<void> {
  const isTaken = and(eq(waInstances.name, name), isNull(waInstances.deletedAt));
  if ((await tx.count(waInstances, isTaken)) > 0)
    throw fieldError('conflict', '/name', 'duplicate', 'Another instance already has this name. Choose another name.');
}

async function insertInstance(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  input: CreateInstance,
  columns: (tx: ScopedDb, id: string) => Promise<InstanceColumns>,
): Promise<InstanceRow> {
  const id = newId(ID_PREFIXES.instance);
  const now = ctx.now();
  return tx.insert(waInstances, {
    id,
    name: input.name,
    driver: input.driver,
    status: 'created',
    statusChangedAt: now,
    metadata: input.metadata ?? {},
    settings: settingsOf(input.settings),
    healthReasons: [],
    ...proxyColumns(ctx, id, input.proxy?.url ?? null),
    ...(await columns(tx, id)),
    createdAt: now,
    updatedAt: now,
  });
}

/** The provider is called after the commit, and the answer waits for the result. */
function connectAfter(ctx: WhatsAppContext, tx: ScopedDb, row: InstanceRow): void {
  let ended: Promise<void> | undefined;
  tx.store.afterCommit(() => {
    // If this process exits, another one continues.
    ended = ctx.whatsapp.connections.attempt(row).catch((error: unknown) => {
      ctx.log.error({ err: error, instance: row.id }, 'connection of a new instance failed');
    });
  });
  ctx.reply.later = async (later) => {
    const after = { ...ctx, ...later };
    after.holdOpen?.(CONNECT_SECONDS);
    await ended;
    const now = await after.db.get(waInstances, row.id);
    return now && answerInstance(after, after.db, now);
  };
}
