import type * as baileys from 'baileys';
import type { GroupMetadata, proto, WAMessageKey, WASocket } from 'baileys';

import type { StatusReason } from '../../../../../shared/whatsapp/instance';
import type { SendJob, SendResult } from '../../driver';
import type { DriverEvent } from '../../driver-events';
import type { SessionOptions, WorkerSettings } from '../protocol';

/** Only `library.ts` imports the package, hidden from bundlers; other files get it from the session. */
export type Library = typeof baileys;

export type SessionLog = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: Record<string, unknown>, message: string) => void
>;

/** Sealed values of one instance besides the library’s keys, by kind and id. Each write carries the fence. */
export interface SessionStore {
  get(kind: string, id: string): Promise<Uint8Array | undefined>;
  put(kind: string, id: string, value: Uint8Array): Promise<void>;
  delete(kind: string, id: string): Promise<void>;
  deleteOlder(kind: string, before: Date): Promise<void>;
}

export interface WebSession {
  readonly library: Library;
  readonly socket: WASocket;
  readonly options: SessionOptions;
  readonly settings: WorkerSettings;
  readonly store: SessionStore;
  readonly log: SessionLog;
  /** Stores the events, if any, then passes them to the server. Synchronous. */
  report(...events: DriverEvent[]): void;
  fail(reason: StatusReason): void;
  /** Stops showing codes, as the phone has read one and the user must do more. Returns when the linking ends. */
  extendPairing(): Date;
}

export type CallHandler = (session: WebSession, input: never) => Promise<unknown>;

export interface Feature {
  /** Called synchronously after the socket is made, since messages may arrive at once. */
  listen?: (session: WebSession) => void;
  /** By the name in the protocol, such as `groups.create`. Throw `CallError` of `call-error.ts`. */
  calls?: Readonly<Record<string, CallHandler>>;
  /** Also available before the instance is linked. */
  pairingCalls?: Readonly<Record<string, CallHandler>>;
  /** Resolves within 20 seconds after the stanza was written. */
  send?: (session: WebSession, job: SendJob) => Promise<SendResult>;
  /** As it was sent or received, for recipients who ask for it again. */
  storedMessage?: (session: WebSession, key: WAMessageKey) => Promise<proto.IMessage | undefined>;
  /** Known members of a group, so that a send does not ask for them. */
  groupMetadata?: (session: WebSession, jid: string) => Promise<GroupMetadata | undefined>;
}
