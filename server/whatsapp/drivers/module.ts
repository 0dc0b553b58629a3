import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import type { Egress } from '../../egress/types';
import type { Log } from '../../log';
import type { Sockets } from '../sockets/types';
import type { DriverInstance, ReportEvents, WaDriver } from './driver';
import type { DriverInstances } from './instances';
import type { DriverTraits } from './traits';

export interface DriverServices {
  database: Database;
  egress: Pick<Egress, 'call' | 'check' | 'vet'>;
  now: () => Date;
  config: Config;
  log: Log;
  secretKey: Uint8Array;
  /** In order. Throws when the database does not save the events, which the driver must then repeat. */
  apply: ReportEvents;
  /** For drivers with the trait `hasSocket`. */
  sockets: Sockets;
  scheduled: (at: Date) => void;
  localPath: (instance: DriverInstance, mediaId: string) => Promise<string | undefined>;
}

export interface DriverModule {
  traits: DriverTraits;
  instances: DriverInstances;
  open: (services: DriverServices) => WaDriver;
}
