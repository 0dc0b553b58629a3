import type { Instance } from '../../../shared/whatsapp/instance';
import type { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import type { AdvanceSandbox } from '../../../shared/whatsapp/sandbox';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { requireInstance } from '../instances/find';
import { showInstance } from '../instances/show';
import type { InstanceRow } from '../work-types';

/** Advancing a busy instance by a month takes long. */
const HOLD_SECONDS = 120;

/** Throws 422 `unsupported_by_driver` for any other instance. */
export async function requireSandbox(ctx: WhatsAppContext, id: string): Promise<InstanceRow> {
  const row = await requireInstance(ctx, id);
  requireCapability(row, 'sandbox.controls');
  return row;
}

const now = async (ctx: WhatsAppContext, id: string): Promise<Instance> =>
  showInstance(ctx, ctx.db, await requireInstance(ctx, id));

export async function scanSandbox(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  await ctx.whatsapp.sandbox.scan(await requireSandbox(ctx, instance_id));
  return now(ctx, instance_id);
}

export async function advanceSandbox(ctx: WhatsAppContext, input: AdvanceSandbox): Promise<Instance> {
  const row = await requireSandbox(ctx, input.instance_id);
  ctx.holdOpen?.(HOLD_SECONDS);
  await ctx.whatsapp.sandbox.advance(row, input.seconds);
  return now(ctx, row.id);
}

export async function resetSandbox(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  await ctx.whatsapp.sandbox.reset(await requireSandbox(ctx, instance_id));
  return now(ctx, instance_id);
}
