import { and, eq } from 'drizzle-orm';

import type { Instance } from '../../../shared/whatsapp/instance';
import type { Connection, PairingCode } from '../../../shared/whatsapp/instance-answers';
import type { InstanceId, RequestPairingCode } from '../../../shared/whatsapp/instance-inputs';
import { phoneDigits } from '../../../shared/whatsapp/party';
import { audit } from '../../access';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { moduleOf } from '../drivers/registry';
import { requireDriver } from '../provider';
import { askProvider } from '../refusal';
import { waInstances } from '../schema/instances';
import type { InstanceRow } from '../work-types';
import { requireInstance } from './find';
import { notPairing, presentQr } from './qr';
import { instanceTarget, showInstance } from './show';

const HOLD_SECONDS = 60;

type Order = 'connect' | 'disconnect' | 'restart' | 'logout';

async function order(ctx: WhatsAppContext, row: InstanceRow, what: Order): Promise<InstanceRow> {
  const isStart = what === 'connect' || what === 'restart';
  const obstacle = isStart ? moduleOf(row.driver).instances.notReady?.(row) : undefined;
  if (obstacle !== undefined) throw new ApiError('invalid_state', obstacle);
  ctx.holdOpen?.(HOLD_SECONDS);
  await ctx.whatsapp.connections[what](row);
  await ctx.db.transaction((tx) => audit(ctx, tx, ACTIONS[what], instanceTarget(row)));
  return requireInstance(ctx, row.id);
}

const ACTIONS: Record<Order, string> = {
  connect: 'whatsapp.instance.connected',
  disconnect: 'whatsapp.instance.disconnected',
  restart: 'whatsapp.instance.restarted',
  logout: 'whatsapp.instance.logged_out',
};

export async function connectInstance(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Connection> {
  const row = await order(ctx, await requireInstance(ctx, instance_id), 'connect');
  const pairing = ctx.whatsapp.connections.pairing(row);
  return { instance: await showInstance(ctx, ctx.db, row), qr: pairing ? presentQr(pairing) : null };
}

export async function disconnectInstance(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  return showInstance(ctx, ctx.db, await order(ctx, await requireInstance(ctx, instance_id), 'disconnect'));
}

export async function restartInstance(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  return showInstance(ctx, ctx.db, await order(ctx, await requireInstance(ctx, instance_id), 'restart'));
}

/** Deletes the credentials. */
export async function logoutInstance(ctx: WhatsAppContext, { instance_id }: InstanceId): Promise<Instance> {
  const row = await order(ctx, await requireInstance(ctx, instance_id), 'logout');
  const isOver = and(eq(waInstances.id, row.id), eq(waInstances.status, 'logged_out'));
  const wiped = { tokenSealed: null, tokenHint: null, updatedAt: ctx.now(), version: row.version + 1 };
  const [after = row] = row.tokenSealed === null ? [] : await ctx.db.update(waInstances, isOver, wiped);
  return showInstance(ctx, ctx.db, after);
}

/** Throws 409 `invalid_state` outside `pairing`. */
export async function pairingCode(ctx: WhatsAppContext, input: RequestPairingCode): Promise<PairingCode> {
  const row = await requireInstance(ctx, input.instance_id);
  requireCapability(row, 'instance.pairing_code');
  if (row.status !== 'pairing') throw notPairing(row);
  const driver = requireDriver(ctx, row.driver);
  const ask = driver.pairingCode;
  if (!ask) throw new ApiError('internal_error');
  ctx.holdOpen?.(HOLD_SECONDS);
  const phone = phoneDigits(input.phone) ?? '';
  const { code, expiresAt } = await askProvider(ctx, row, () => ask(ctx.whatsapp.reveal(row), phone));
  return { code, expires_at: expiresAt.toISOString() };
}
