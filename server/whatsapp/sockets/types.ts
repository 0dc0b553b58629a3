import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { DriverInstance } from '../drivers/driver';
import type { DriverPart } from '../engine-parts';
import type { InstanceRef } from '../engine-types';
import type { HeldSockets } from './held';

export interface Sockets {
  /** Call it after a change of the status, so that the socket follows at once. */
  wake(of: InstanceRef): void;
  holds: (instanceId: string) => boolean;
  /** By the process that has the socket. Throws `ProviderRefusal`. */
  call(instance: DriverInstance, name: string, input: unknown): Promise<unknown>;
  /** The driver reopens all its sockets in this process. */
  interrupted(driver: DriverName): void;
}

export interface SocketContext extends DriverPart {
  me: string;
  held: HeldSockets;
}
