import type * as baileys from 'baileys';
import type { GroupMetadata, proto, WAMessageKey, WASocket } from 'baileys';

import type { StatusReason } from '../../../../../shared/whatsapp/instance';
import type { SendJob, SendResult } from '../../driver';
import type { DriverEvent } from '../../driver-events';
import type { SessionOptions, WorkerSettings } from '../protocol';

/** Only `library.ts` imports the package, by a name that bundlers do not see; all else gets it from the session. */
export type Library = typeof baileys;

export interface SessionLog {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Sealed values of one instance, by kind and id, besides the keys of the library. Each write carries the fence. */
export interface SessionStore {
  get(kind: string, id: string): Promise<Uint8Array | undefined>;
  put(kind: string, id: string, value: Uint8Array): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  /** Deletes what was put before. */
  deleteOlder(kind: string, before: Date): Promise<void>;
}

/** One socket of one instance. */
export interface WebSession {
  readonly library: Library;
  readonly socket: WASocket;
  readonly options: SessionOptions;
  readonly settings: WorkerSettings;
  readonly store: SessionStore;
  readonly log: SessionLog;
  /** Stores the events, then hands them to the server. Synchronous. */
  report(...events: DriverEvent[]): void;
  /** Ends the socket for good. */
  fail(reason: StatusReason): void;
  /** The phone has read a code, and the user must do more: no other code is shown. Answers when the linking ends. */
  extendPairing(): Date;
}

export type CallHandler = (session: WebSession, input: never) => Promise<unknown>;

/** A part of the driver: what it listens to, and the calls that it answers. */
export interface Feature {
  /** Called synchronously after the socket is made, since messages may arrive at once. */
  listen?: (session: WebSession) => void;
  /** By the name in the protocol, such as `groups.create`. Throw `CallError` of `call-error.ts`. */
  calls?: Readonly<Record<string, CallHandler>>;
  /** Those that are also answered before the instance is linked. */
  pairingCalls?: Readonly<Record<string, CallHandler>>;
  /** Answers with the outcome within 20 seconds after the stanza was written. */
  send?: (session: WebSession, job: SendJob) => Promise<SendResult>;
  /** The message as it was sent or received, for recipients who ask for it again. */
  storedMessage?: (session: WebSession, key: WAMessageKey) => Promise<proto.IMessage | undefined>;
  /** Known members of a group, so that a send does not ask for them. */
  groupMetadata?: (session: WebSession, jid: string) => Promise<GroupMetadata | undefined>;
}
