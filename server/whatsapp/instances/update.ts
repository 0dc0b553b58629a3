import { eq } from 'drizzle-orm';

import type { Instance } from '../../../shared/whatsapp/instance';
import type { UpdateInstance } from '../../../shared/whatsapp/instance-inputs';
import { audit } from '../../access/audit/write';
import { lockWorkspace } from '../../access/system/workspaces';
import { ApiError, fieldError } from '../../errors';
import { changeConnection } from '../connections/connection-state';
import type { WhatsAppContext } from '../context';
import { requireTag } from '../etag';
import { differenceOf } from '../identity/contact';
import { onInstance } from '../messages/find';
import { waInstances } from '../schema/instances';
import type { InstanceRow, Work } from '../work';
import { dropUnusedApp } from './cloud-app';
import { proxyColumns, sandboxOf, settingsOf } from './columns';
import { requireFreeName } from './create';
import { settleCredentials, type Tried, tryCredentials } from './credentials';
import { requireInstance } from './find';
import { answerInstance, instanceTarget, showInstance } from './show';

/** Columns by which one sees whether another change of the credentials came between. */
const CREDENTIALS = ['baseUrl', 'tokenSealed', 'phoneNumberId', 'graphVersion'] as const;

/**
 * Changes what the input names. New credentials are tried first, and nothing is changed when Meta does not take them;
 * an instance that is not stopped is connected with them. Throws 409 for a name or number that is taken.
 */
export async function updateInstance(ctx: WhatsAppContext, input: UpdateInstance): Promise<Instance> {
  const seen = await requireInstance(ctx, input.instance_id);
  requireTag(ctx, seen.version);
  if (input.sandbox && seen.driver !== 'sandbox') {
    throw fieldError('unprocessable', '/sandbox', 'invalid', 'Is only allowed with the driver `sandbox`.');
  }
  const tried = input.cloud ? await tryCredentials(ctx, seen, input.cloud) : undefined;

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    return onInstance({ ...ctx, db: tx }, input.instance_id, (work) => change(ctx, work, input, seen, tried), {
      lock: true,
    });
  });
}

async function change(
  ctx: WhatsAppContext,
  work: Work,
  input: UpdateInstance,
  seen: InstanceRow,
  tried: Tried | undefined,
): Promise<Instance> {
  const { tx, instance: before } = work;
  requireTag(ctx, before.version);
  if (tried && CREDENTIALS.some((name) => before[name] !== seen[name])) {
    throw new ApiError(
      'conflict',
      'The credentials were changed by another request at the same time. Repeat the request.',
    );
  }
  if (input.name !== undefined && input.name !== before.name) await requireFreeName(tx, input.name);

  const was = await showInstance(ctx, tx, before);
  const columns = await columnsOf(ctx, work, input, tried);
  // The app may have another verify token now, which no column of the instance shows.
  const [changed = before] =
    Object.keys(columns).length === 0
      ? []
      : await tx.update(waInstances, eq(waInstances.id, before.id), {
          ...columns,
          updatedAt: work.now,
          version: before.version + 1,
        });
  if (columns.appId !== undefined && before.appId !== null) await dropUnusedApp(tx, before.appId);

  const { changed: isTold, previous } = differenceOf(was, await showInstance(ctx, tx, changed));
  if (isTold) {
    work.raise('whatsapp.instance.updated', { ...(await showInstance(ctx, tx, changed)), previous });
    await audit(ctx, tx.store, {
      workspaceId: ctx.workspaceId,
      action: 'whatsapp.instance.updated',
      target: instanceTarget(changed),
      changes: { before: previous, after: pick(await showInstance(ctx, tx, changed), Object.keys(previous)) },
    });
  }
  const after = tried?.outcome ? await reconnected(work, changed, tried.outcome) : changed;
  tx.store.afterCommit(() => ctx.whatsapp.wake(after.id));
  return answerInstance(ctx, tx, after);
}

/** Meta was asked with the new credentials just now, which is all that connecting is. */
async function reconnected(work: Work, row: InstanceRow, outcome: NonNullable<Tried['outcome']>): Promise<InstanceRow> {
  const isStopped = ['created', 'disconnected', 'logged_out'].includes(row.status);
  if (isStopped) return row;
  return (await changeConnection(work, { ...outcome, begins: true })) ?? row;
}

async function columnsOf(
  ctx: WhatsAppContext,
  { tx, instance }: Work,
  input: UpdateInstance,
  tried: Tried | undefined,
): Promise<Partial<InstanceRow>> {
  const { name, metadata, settings, proxy, cloud, sandbox } = input;
  const given: Partial<InstanceRow> = {
    ...(name === undefined ? {} : { name }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(settings === undefined ? {} : { settings: settingsOf(settings, instance.settings) }),
    ...(proxy === undefined ? {} : proxyColumns(ctx, instance.id, proxy === null ? null : proxy.url)),
    ...(sandbox === undefined ? {} : { sandbox: sandboxOf(sandbox, instance.sandbox ?? undefined) }),
    ...(cloud && tried ? await settleCredentials(ctx, tx, instance, cloud, tried.columns) : {}),
  };
  const entries = Object.entries(given) as [keyof InstanceRow, unknown][];
  return Object.fromEntries(
    entries.filter(([column, value]) => !Bun.deepEquals(instance[column], value)),
  ) as Partial<InstanceRow>;
}

const pick = (object: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
