import type { DriverPart } from '../engine-parts';
import type { InstanceRef } from '../engine-types';
import type { MediaStore } from '../media/types';
import type { WhatsAppMetrics } from '../metrics';

export interface QueueContext extends DriverPart {
  me: string;
  random: () => number;
  media: Pick<MediaStore, 'local' | 'recordUpload'>;
  sendMetrics: Pick<WhatsAppMetrics, 'sent' | 'lost'>;
  holds: (instanceId: string) => boolean;
  /** Call it after the commit. */
  wake: (of: InstanceRef) => void;
  /** For the health check, when a message waits for a limit or is unconfirmed. */
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
