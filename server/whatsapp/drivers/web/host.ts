import type { Log } from '../../../log';
import type { SendJob, SendResult } from '../driver';
import type { DriverEvent } from '../driver-events';
import type { SessionOptions, WorkerSettings } from './protocol';

export interface WebHost {
  /** Starts the worker if needed, and the socket of an instance. Throws `ProviderRefusal`. */
  start(session: SessionOptions): Promise<void>;
  /** Closes the socket and keeps its credentials. */
  stop(instanceId: string, generation: number): Promise<void>;
  send(instanceId: string, job: SendJob): Promise<SendResult>;
  /** Throws `ProviderRefusal`. */
  query(instanceId: string, call: string, input: unknown): Promise<unknown>;
  availability(): { available: boolean; reason: string | null; engineVersion: string | null };
  close(): Promise<void>;
}

export interface WebHostOptions {
  settings: () => WorkerSettings;
  isolation: 'thread' | 'process';
  log: Log;
  /** Resolves when the events are committed; when it throws, they come again. */
  apply: (instanceId: string, events: DriverEvent[]) => Promise<void>;
  /** The worker has ended and is being started again. */
  crashed: () => void;
}

export type CreateWebHost = (options: WebHostOptions) => WebHost;
