import type { Database } from '../../db/database';
import type { DriverInstance, ReportEvents, WaDriver } from '../drivers/driver';
import type { InstanceRef } from '../engine-types';
import type { MediaStore } from '../media/types';
import type { WhatsAppMetrics } from '../metrics';
import type { InstanceRow, WorkContext } from '../work-types';

export interface QueueContext {
  work: WorkContext;
  database: Database;
  me: string;
  random: () => number;
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance;
  report: ReportEvents;
  media: Pick<MediaStore, 'local' | 'noteUpload'>;
  sendMetrics: Pick<WhatsAppMetrics, 'sent' | 'lost'>;
  /** Whether this process has the socket of an instance. */
  holds: (instanceId: string) => boolean;
  /** Call it after the commit when messages of the instance wait. */
  wake: (of: InstanceRef) => void;
  /** Reports a message that waits for a limit or is unconfirmed, for the health check. */
  suspect: (instanceId: string) => void;
}

export const LEASE_MS = 30_000;
/** Without a status for this time an accepted message becomes unconfirmed. */
export const NO_STATUS_MS = 120_000;
export const SLICE = 64;
/** Publications have lower priority than direct requests. */
export const PUBLISHED = 1;
/** Bulk messages have the lowest priority; paused ones are in no queue. */
export const BULK = 2;
export const HELD = 3;
