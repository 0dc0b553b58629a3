import type { Database } from '../db/database';
import type { DriverInstance, ReportEvents, WaDriver } from './drivers/driver';
import type { InstanceRow, WorkContext } from './work-types';

/** What most parts of the engine need. */
export interface EnginePart {
  work: WorkContext;
  database: Database;
}

export interface DriverPart extends EnginePart {
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance;
  report: ReportEvents;
}
