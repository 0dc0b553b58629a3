import type { MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaSource } from '../../../shared/whatsapp/media';
import type { Platform } from '../../context';
import type { EventsDeps } from '../../events/context';
import type { WorkQueues } from '../../work/work-queues';
import type { DriverInstance, LocalMedia, ProviderUpload, ReportEvents, WaDriver } from '../drivers/driver';
import type { RemoteMedia } from '../drivers/driver-events';
import type { MediaRow } from '../present/media';
import type { InstanceRow, Work } from '../work-types';

export interface OutgoingMedia {
  source: MediaSource;
  kind: MediaType;
  /** Null when another caller creates the message. */
  messageId: string | null;
  filename: string | null;
  /** JSON Pointer in the body, such as `/content/media`. */
  pointer: string;
}

export interface IncomingMedia {
  remote: RemoteMedia;
  kind: MediaType;
  messageId: string;
  /** The file is fetched only when it is requested, whatever the settings of the instance. */
  isOnDemand?: boolean;
}

export interface MediaStore {
  /** A `url` is fetched after the commit. Throws 422 `related_not_found` or `unprocessable`. */
  take(work: Work, media: OutgoingMedia): Promise<MediaRow>;
  /** A provider's file, fetched after the commit unless the instance does not store media. */
  receive(work: Work, media: IncomingMedia): Promise<MediaRow>;
  /** Undefined unless the row is `ready` and its bytes exist. */
  local(row: MediaRow): Promise<LocalMedia | undefined>;
  /** Records that the provider stores these bytes for thirty days. */
  recordUpload(instance: Pick<InstanceRow, 'id' | 'workspaceId'>, upload: ProviderUpload): Promise<void>;
  /** Starts fetching on demand, and returns the row after at most `ms`. Undefined when the row is deleted. */
  whenSettled(row: MediaRow, ms: number, signal?: AbortSignal): Promise<MediaRow | undefined>;
  wake(workspaceId: string): void;
  start(): void;
  stop(): Promise<void>;
  idle(): Promise<void>;
}

export interface MediaStoreOptions {
  queues: WorkQueues;
  services: () => Pick<
    Platform & EventsDeps,
    'config' | 'store' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey' | 'egress'
  >;
  driver: (kind: InstanceRow['driver']) => WaDriver | undefined;
  reveal: (row: InstanceRow) => DriverInstance | Promise<DriverInstance>;
  /** Reports account effects of a refused download. */
  report?: ReportEvents | undefined;
  /** Called in the transaction that settles a file, for messages that wait for it. */
  settled: (work: Work, media: MediaRow) => Promise<void>;
}
