import { and, eq, isNull } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Instance } from '../../../shared/whatsapp/instance';
import type { CreateInstance } from '../../../shared/whatsapp/instance-inputs';
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { requireScope } from '../../webhooks/endpoints/rules';
import { changeConnection } from '../connections/connection-state';
import type { WhatsAppContext } from '../context';
import { GRAPH_URL } from '../drivers/cloud/base-url';
import { requireDriver } from '../provider';
import { waInstances } from '../schema/instances';
import { whatsappSealer } from '../sealed';
import { type InstanceRow, workOn } from '../work';
import { appOf, hintOf } from './cloud-app';
import { proxyColumns, requireBase, sandboxOf, settingsOf } from './columns';
import { narrowedTo } from './find';
import { answerInstance, instanceTarget, showInstance } from './show';

export const MAX_INSTANCES = 100;
const GRAPH_VERSION = 'v23.0';
/** A provider is asked for no longer. */
const CONNECT_SECONDS = 40;

/** How many instances the workspace has. */
export const countInstances = (db: ScopedDb): Promise<number> => db.count(waInstances, isNull(waInstances.deletedAt));

/**
 * Makes an instance, and connects it unless that is not wanted. Throws 403 to a key for named instances, and for
 * `connect` without its scope; 409 for a name or number that is taken; 422 for a driver that this server does not have.
 */
export async function createInstance(ctx: WhatsAppContext, input: CreateInstance): Promise<Instance> {
  requireWide(ctx);
  if (input.connect) requireScope(ctx, 'whatsapp.instances:connect');
  requireDriver(ctx, input.driver);
  const baseUrl = requireBase(ctx, input.cloud?.base_url ?? GRAPH_URL);

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    if ((await countInstances(tx)) >= MAX_INSTANCES) {
      throw new ApiError(
        'unprocessable',
        `A workspace can have at most ${MAX_INSTANCES} instances. Delete one that you do not use.`,
      );
    }
    await requireFreeName(tx, input.name);
    const row = await insertInstance(ctx, tx, input, baseUrl);
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
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'whatsapp.instance.created',
      target: instanceTarget(row),
    });
    if (input.connect) connectAfter(ctx, tx, after);
    return answerInstance(ctx, tx, after);
  });
}

/** What a key is narrowed to is all that it has of that kind. Throws 403. */
function requireWide(ctx: WhatsAppContext): void {
  if (!narrowedTo(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to named instances (`resources.whatsapp_instances`), so it cannot create others. Use a key without that limit.',
  );
}

const taken = (pointer: string, message: string): ApiError => fieldError('conflict', pointer, 'duplicate', message);

/** The workspace is locked. Throws 409. */
export async function requireFreeName(tx: ScopedDb, name: string): Promise<void> {
  const isTaken = and(eq(waInstances.name, name), isNull(waInstances.deletedAt));
  if ((await tx.count(waInstances, isTaken)) > 0)
    throw taken('/name', 'Another instance already has this name. Choose another name.');
}

/** The workspace is locked. Throws 409. */
export async function requireFreeNumber(tx: ScopedDb, phoneNumberId: string): Promise<void> {
  const isTaken = and(eq(waInstances.phoneNumberId, phoneNumberId), isNull(waInstances.deletedAt));
  if ((await tx.count(waInstances, isTaken)) > 0) {
    throw taken(
      '/cloud/phone_number_id',
      'Another instance of the workspace already has this number. Update that instance instead.',
    );
  }
}

async function insertInstance(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  input: CreateInstance,
  baseUrl: string,
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
    ...(input.driver === 'sandbox' ? { sandbox: sandboxOf(input.sandbox) } : {}),
    ...(input.cloud ? await cloudColumns(ctx, tx, id, input.cloud, baseUrl) : {}),
    createdAt: now,
    updatedAt: now,
  });
}

async function cloudColumns(
  ctx: WhatsAppContext,
  tx: ScopedDb,
  id: string,
  cloud: NonNullable<CreateInstance['cloud']>,
  baseUrl: string,
): Promise<Partial<InstanceRow>> {
  await requireFreeNumber(tx, cloud.phone_number_id);
  const app = await appOf(ctx, tx, cloud.app_secret, cloud.verify_token);
  return {
    appId: app.id,
    phoneNumberId: cloud.phone_number_id,
    wabaId: cloud.waba_id ?? null,
    graphVersion: cloud.graph_version ?? GRAPH_VERSION,
    baseUrl,
    tokenSealed: whatsappSealer(ctx.secretKey).seal('token', id, cloud.access_token),
    tokenHint: hintOf(cloud.access_token),
  };
}

/** The provider is asked once all is committed; whoever waits for the answer gets what became of it. */
function connectAfter(ctx: WhatsAppContext, tx: ScopedDb, row: InstanceRow): void {
  let ended: Promise<void> | undefined;
  tx.store.afterCommit(() => {
    // Of a process that ends here another one goes on.
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
