import type { CapabilityName } from '../../shared/whatsapp/capabilities';
import { ApiError } from '../errors';
import { requireCapability } from './capability';
import { requireConnected } from './connections/connected';
import type { WhatsAppContext } from './context';
import type { DriverInstance, WaDriver } from './drivers/driver';
import type { DriverEvent } from './drivers/driver-events';
import { onInstance } from './messages/find';
import { askProvider } from './refusal';
import type { InstanceRow } from './work-types';

/** Several provider calls may follow each other; the default idle timeout is shorter. */
const HOLD_SECONDS = 90;

interface Asking {
  driver: WaDriver;
  instance: DriverInstance;
}

/** Call it outside transactions. Throws 422 `unsupported_by_driver`, 409 `instance_not_connected`, provider errors. */
export async function asking<T>(
  ctx: WhatsAppContext,
  row: InstanceRow,
  capability: CapabilityName,
  ask: (asking: Asking) => Promise<T> | undefined,
): Promise<T> {
  requireCapability(row, capability);
  requireConnected(row);
  const driver = requireDriver(ctx, row.driver);
  ctx.holdOpen?.(HOLD_SECONDS);
  return askProvider(ctx, row, () => {
    const answer = ask({ driver, instance: ctx.whatsapp.reveal(row) });
    if (answer) return answer;
    throw new Error(`The driver "${row.driver}" has the capability "${capability}" but not the call for it.`);
  });
}

/** Throws 422 `unprocessable` with `driver_not_installed`. */
export function requireDriver(ctx: Pick<WhatsAppContext, 'whatsapp'>, kind: InstanceRow['driver']): WaDriver {
  const driver = ctx.whatsapp.driver(kind);
  if (driver?.availability().available) return driver;
  const message = driver?.availability().reason ?? `This server does not have the driver \`${kind}\`.`;
  const issue = { in: 'body', pointer: '/driver', code: 'driver_not_installed', message } as const;
  throw new ApiError('unprocessable', { detail: message, errors: [issue] });
}

/** Applies the effect of a call like a provider event, so that the provider's own event changes nothing. */
export async function applied(
  ctx: WhatsAppContext,
  instanceId: string,
  driverEvents: readonly DriverEvent[],
): Promise<void> {
  await onInstance(
    ctx,
    instanceId,
    async (work) => {
      for (const one of driverEvents) await ctx.whatsapp.apply(work, one);
    },
    { lock: true },
  );
}
