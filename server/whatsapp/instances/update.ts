import { eq } from 'drizzle-orm';

import type { Instance } from '../../../shared/whatsapp/instance';
import type { UpdateInstance } from '../../../shared/whatsapp/instance-inputs';
import { audit, lockWorkspace } from '../../access';
import { changedColumns } from '../../changed-columns';
import { defined } from '../../defined';
import { ApiError } from '../../errors';
import { changeConnection } from '../connections/connection-state';
import type { WhatsAppContext } from '../context';
import type { ConnectResult } from '../drivers/driver';
import type { CheckedChange } from '../drivers/instances';
import { requireOwnBlock } from '../drivers/own-block';
import { moduleOf } from '../drivers/registry';
import { requireTag } from '../etag';
import { differenceOf } from '../identity/contact';
import { onInstance } from '../messages/find';
import { waInstances } from '../schema/instances';
import { reopenSocket } from '../sockets/aim';
import type { InstanceRow, Work } from '../work-types';
import { proxyColumns, settingsOf } from './columns';
import { requireFreeName } from './create';
import { requireInstance } from './find';
import { checkRaisedPacing } from './raised-pacing';
import { answerInstance, instanceTarget, showInstance } from './show';

/** Checks new credentials before any change, then reconnects. Throws 409 for a taken name or number. */
export async function updateInstance(ctx: WhatsAppContext, input: UpdateInstance): Promise<Instance> {
  const seen = await requireInstance(ctx, input.instance_id);
  requireTag(ctx, seen.version);
  requireOwnBlock(seen.driver, input);
  const tried = await moduleOf(seen.driver).instances.change(ctx, seen, input);

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
  tried: CheckedChange | undefined,
): Promise<Instance> {
  const { tx, instance: before } = work;
  requireTag(ctx, before.version);
  if (tried?.unchanged?.some((name) => before[name] !== seen[name])) {
    throw new ApiError(
      'conflict',
      'The credentials were changed by another request at the same time. Repeat the request.',
    );
  }
  if (input.name !== undefined && input.name !== before.name) await requireFreeName(tx, input.name);

  const was = await showInstance(ctx, tx, before);
  const columns = await columnsOf(ctx, work, input, tried);
  // The verify token belongs to the app and is no column of the instance.
  const [changed = before] =
    Object.keys(columns).length === 0
      ? []
      : await tx.update(waInstances, eq(waInstances.id, before.id), {
          ...columns,
          updatedAt: work.now,
          version: before.version + 1,
        });
  const { release, needsNewSocket } = moduleOf(before.driver).instances;
  await release?.(tx, before, changed);
  await checkRaisedPacing(ctx, tx, changed, before.settings.pacing);
  if (needsNewSocket?.(before, changed)) await reopenSocket(work, changed);

  const { changed: hasChanged, previous } = differenceOf(was, await showInstance(ctx, tx, changed));
  if (hasChanged) {
    work.raise('whatsapp.instance.updated', { ...(await showInstance(ctx, tx, changed)), previous });
    await audit(ctx, tx, 'whatsapp.instance.updated', instanceTarget(changed), {
      before: previous,
      after: pick(await showInstance(ctx, tx, changed), Object.keys(previous)),
    });
  }
  const after = tried?.outcome ? await reconnected(work, changed, tried.outcome) : changed;
  tx.store.afterCommit(() => {
    ctx.whatsapp.wake(after);
    ctx.whatsapp.wakeBatches(after);
  });
  return answerInstance(ctx, tx, after);
}

/** The check at the provider has already connected it. */
async function reconnected(work: Work, row: InstanceRow, outcome: ConnectResult): Promise<InstanceRow> {
  const isStopped = ['created', 'disconnected', 'logged_out'].includes(row.status);
  if (isStopped) return row;
  return (await changeConnection(work, { ...outcome, begins: true })) ?? row;
}

async function columnsOf(
  ctx: WhatsAppContext,
  { tx, instance }: Work,
  input: UpdateInstance,
  tried: CheckedChange | undefined,
): Promise<Partial<InstanceRow>> {
  const { name, metadata, settings, proxy } = input;
  return changedColumns(instance, {
    ...defined({ name, metadata }),
    ...(settings === undefined ? {} : { settings: settingsOf(settings, instance.settings) }),
    ...(proxy === undefined ? {} : proxyColumns(ctx, instance.id, proxy === null ? null : proxy.url)),
    ...(await tried?.columns(tx, instance)),
  });
}

const pick = (object: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
