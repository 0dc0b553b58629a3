import type { InferSelectModel } from 'drizzle-orm';

import type { Database } from '../../db/database';
import type { DriverInstance, Tell, WaDriver } from '../drivers/driver';
import type { MediaStore } from '../media/types';
import type { WhatsAppMetrics } from '../metrics';
import type { waMessages } from '../schema/messages';
import type { InstanceRow, WorkContext } from '../work';

export type MessageRow = InferSelectModel<typeof waMessages>;

/** What the parts of the queue share. */
export interface QueueContext {
  work: WorkContext;
  database: Database;
  /** This process, as it stands on leases. */
  me: string;
  /** Between 0 and 1. */
  random: () => number;
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance;
  tell: Tell;
  media: Pick<MediaStore, 'local' | 'noteUpload'>;
  figures: Pick<WhatsAppMetrics, 'sent' | 'lost'>;
  /** A message of the instance waits for a cap, or nobody can tell what became of it. */
  suspect: (instanceId: string) => void;
}

/** How long a message that was claimed belongs to who claimed it. */
export const LEASE_MS = 30_000;
/** Accepted by the provider, and no word of it for so long: nobody can tell. */
export const NO_WORD_MS = 120_000;
/** Rows of one claim, and of any other transaction of the queue. */
export const SLICE = 64;
/** Priority of a message of a publication: what somebody asks for goes before it. */
export const PUBLISHED = 1;
/** Priority of a message of a batch, and of one that its batch holds back: that stands in no line. */
export const BULK = 2;
export const HELD = 3;
