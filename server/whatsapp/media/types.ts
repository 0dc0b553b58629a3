import type { InferSelectModel } from 'drizzle-orm';

import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaSource } from '../../../shared/whatsapp/media';
import type { WorkQueues } from '../../work/work-queues';
import type { WhatsAppServices } from '../context';
import type { DriverInstance, LocalMedia, Tell, WaDriver } from '../drivers/driver';
import type { RemoteMedia } from '../drivers/news';
import type { waMedia } from '../schema/media';
import type { InstanceRow, Work } from '../work';

export type MediaRow = InferSelectModel<typeof waMedia>;

/** What a caller wants to send. */
export interface OutgoingMedia {
  source: MediaSource;
  /** What the message is: the file must be of that class. */
  kind: MediaType;
  /** The message that it is for; null for one that somebody else is to write. */
  messageId: string | null;
  filename: string | null;
  /** JSON Pointer of the source in the body, such as `/content/media`: errors point into it. */
  pointer: string;
}

/** What a message brings. */
export interface IncomingMedia {
  remote: RemoteMedia;
  kind: MediaType;
  messageId: string;
}

/** Files of messages: rows of `wa_media`, and their bytes. Part of the engine, as `whatsapp.media`. */
export interface MediaStore {
  /**
   * The row of a file to send: of `media_id` the row that is there, else a new one. `base64` is on the disk then; a
   * `url` is `pending` and fetched after the commit. Throws 422 `related_not_found`, or `unprocessable` with
   * `media_type_not_allowed` or `media_too_large` for what the class does not take.
   */
  take(work: Work, media: OutgoingMedia): Promise<MediaRow>;
  /** The row of a file that is still with the provider; fetched after the commit, unless the instance stores none. */
  receive(work: Work, media: IncomingMedia): Promise<MediaRow>;
  /** Bytes that are here; undefined for a row that is not `ready`, or whose file is gone. */
  local(row: MediaRow): Promise<LocalMedia | undefined>;
  /** The provider has these bytes now, for thirty days. */
  noteUpload(instance: Pick<InstanceRow, 'id' | 'workspaceId'>, upload: ProviderUpload): Promise<void>;
  /**
   * The row once it is no longer `pending`, or as it is after `ms`; a file that is fetched on demand is demanded by it.
   * Undefined when the row is gone.
   */
  whenSettled(row: MediaRow, ms: number, signal?: AbortSignal): Promise<MediaRow | undefined>;
  /** Says, after the commit, that files of a workspace are due. */
  wake(workspaceId: string): void;
  start(): void;
  stop(): Promise<void>;
  /** Resolves when nothing that is due is left, for tests. */
  idle(): Promise<void>;
}

export interface ProviderUpload {
  sha256: string;
  mimeType: string;
  providerMediaId: string;
}

export interface MediaStoreOptions {
  queues: WorkQueues;
  services: () => Pick<
    WhatsAppServices,
    'config' | 'store' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey' | 'egress'
  >;
  /** Who fetches what a message brought. */
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance | Promise<DriverInstance>;
  /** What a refused download says of the instance itself. */
  tell?: Tell | undefined;
  /**
   * A file is `ready` or `failed` for good, in the transaction that says so: messages that wait for it
   * (`hold.reason: media`, by their `media_id`) go on or end.
   */
  settled: (work: Work, media: MediaRow) => Promise<void>;
}
