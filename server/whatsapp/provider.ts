import type { CapabilityName } from '../../shared/whatsapp/capabilities';
import { ApiError } from '../errors';
import { requireCapability } from './capability';
import { requireConnected } from './connections/connected';
import type { WhatsAppContext } from './context';
import type { DriverInstance, WaDriver } from './drivers/driver';
import type { News } from './drivers/news';
import { onInstance } from './messages/find';
import { askProvider } from './refusal';
import type { InstanceRow } from './work';

/** A provider may be asked several times in a row; a silent connection is closed before. */
const HOLD_SECONDS = 90;

export interface Asking {
  driver: WaDriver;
  /** With its secrets in clear. */
  instance: DriverInstance;
}

/**
 * Asks the provider of a connected instance for something that is no message. Never inside a transaction. Throws 422
 * `unsupported_by_driver`, 409 `instance_not_connected`, and what the provider refuses with.
 */
export async function asking<T>(
  ctx: WhatsAppContext,
  row: InstanceRow,
  capability: CapabilityName,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> {
  requireCapability(row, capability);
  requireConnected(row);
  const driver = requireDriver(ctx, row.driver);
  ctx.holdOpen?.(HOLD_SECONDS);
  return askProvider(ctx, row, () => ask({ driver, instance: ctx.whatsapp.reveal(row) }));
}

/** Throws 422 `unprocessable` with `driver_not_installed`. */
export function requireDriver(ctx: Pick<WhatsAppContext, 'whatsapp'>, kind: InstanceRow['driver']): WaDriver {
  const driver = ctx.whatsapp.driver(kind);
  if (driver?.availability().available) return driver;
  const message = driver?.availability().reason ?? `This server does not have the driver \`${kind}\`.`;
  const issue = { in: 'body', pointer: '/driver', code: 'driver_not_installed', message } as const;
  throw new ApiError('unprocessable', { detail: message, errors: [issue] });
}

/** Applies what a call did, as if the provider had told of it by itself: its own word of it is then nothing new. */
export async function applied(ctx: WhatsAppContext, instanceId: string, news: readonly News[]): Promise<void> {
  await onInstance(
    ctx,
    instanceId,
    async (work) => {
      for (const one of news) await ctx.whatsapp.apply(work, one);
    },
    { lock: true },
  );
}
