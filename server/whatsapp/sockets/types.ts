import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { Database } from '../../db/database';
import type { DriverInstance, ReportEvents, WaDriver } from '../drivers/driver';
import type { InstanceRef } from '../engine-types';
import type { InstanceRow, WorkContext } from '../work-types';
import type { HeldSockets } from './held';

export interface Sockets {
  /** Call it after a change of the status, so that the socket follows at once. */
  wake(of: InstanceRef): void;
  holds: (instanceId: string) => boolean;
  /** By the process that has the socket. Throws `ProviderRefusal`. */
  call(instance: DriverInstance, name: string, input: unknown): Promise<unknown>;
  /** The driver opens all its sockets in this process again. */
  interrupted(driver: DriverName): void;
}

export interface SocketContext {
  work: WorkContext;
  database: Database;
  me: string;
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance;
  report: ReportEvents;
  held: HeldSockets;
}
