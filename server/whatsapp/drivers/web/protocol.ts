import type { SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import type { SendJob, SendResult } from '../driver';
import type { DriverEvent } from '../driver-events';

/** Messages between the server and the process of the sockets, as JSON (`wire.ts`), without types of the library. */

/** A test server at a loopback address instead of WhatsApp. */
export interface TestPeer {
  /** A WebSocket address. */
  url: string;
  /** Public key of its certificate authority, base64. */
  root: string;
  mediaUrl: string;
}

export interface WorkerSettings {
  store: { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };
  /** File of received events that the server has not yet applied; SQLite on both engines. */
  inboxPath: string;
  /** The secret key of the server, base64. */
  secretKey: string;
  /** Version of WhatsApp Web to announce; null for the one of the library. */
  version: readonly [number, number, number] | null;
  passkeys: boolean;
  testPeer: TestPeer | null;
}

export interface SessionOptions {
  instanceId: string;
  workspaceId: string;
  generation: number;
  /** Token of the lease: writes with an older one are refused. */
  fence: number;
  clientName: string;
  proxyUrl: string | null;
  alwaysOnline: boolean;
  rejectCalls: boolean;
  rejectCallMessage: string | null;
  ignoreGroups: boolean;
  ignoreStatus: boolean;
  syncHistory: 'none' | 'recent' | 'full';
}

/** Each command with an `id` is answered once: by `answered`, `sent` or `refused`. */
export type Command =
  | { type: 'open'; settings: WorkerSettings }
  | { type: 'ping'; id: number }
  | { type: 'start'; id: number; session: SessionOptions }
  | { type: 'stop'; id: number; instanceId: string; generation: number }
  /** Unlinks an instance without a socket from its phone, and deletes its credentials. */
  | { type: 'unlink'; id: number; session: SessionOptions }
  | { type: 'wipe'; id: number; instanceId: string; fence: number }
  | { type: 'send'; id: number; instanceId: string; job: SendJob }
  | { type: 'query'; id: number; instanceId: string; call: string; input: unknown }
  | { type: 'applied'; instanceId: string; seq: number }
  | { type: 'close' };

/** The members of a `ProviderRefusal`. */
export interface CallFailure {
  kind: 'refused' | 'rate_limited' | 'unavailable' | 'timeout';
  code: SendErrorCode;
  details: string | null;
}

export type Report =
  | { type: 'opened'; engineVersion: string; whatsappVersion: string }
  /** The library is missing or cannot be used; a restart of the worker does not help. */
  | { type: 'unusable'; reason: string }
  /** Stored before it is sent, and sent again after a restart until it is applied. Per instance in order. */
  | { type: 'events'; seq: number; instanceId: string; events: DriverEvent[] }
  /** Another process holds the instance now, or the session has ended for good: it is not resumed. */
  | { type: 'ended'; instanceId: string; generation: number }
  | { type: 'sent'; id: number; result: SendResult }
  | { type: 'answered'; id: number; value: unknown }
  | { type: 'refused'; id: number; failure: CallFailure }
  | { type: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> };
