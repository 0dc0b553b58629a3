import type { Database } from '../../db/database';
import type { Egress } from '../../egress/types';
import type { DriverInstance, WaDriver } from './driver';
import type { DriverInstances } from './instances';
import type { DriverTraits } from './traits';

export interface DriverServices {
  database: Database;
  egress: Pick<Egress, 'call'>;
  now: () => Date;
  scheduled: (at: Date) => void;
  localPath: (instance: DriverInstance, mediaId: string) => Promise<string | undefined>;
}

export interface DriverModule {
  traits: DriverTraits;
  instances: DriverInstances;
  open: (services: DriverServices) => WaDriver;
}
