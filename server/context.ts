import type { Actor, KeyActor, RequestOrigin, UserActor } from './actor';
import type { AfterOutage } from './after-outage';
import type { Config } from './config/config';
import type { Store } from './db/database';
import type { ScopedDb } from './db/scoped';
import type { Egress } from './egress/types';
import type { LimitResult } from './limits/gcra';
import type { Limits } from './limits/limits';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { RawAnswer, Upload } from './raw';
import type { Node } from './work/node';
import type { WorkQueues } from './work/work-queues';

/** Available everywhere; modules declare further needs in their own `context.ts`. */
export interface Platform {
  config: Config;
  store: Store;
  log: Log;
  node: Pick<Node, 'id' | 'isGone'>;
  queues: WorkQueues;
  now: () => Date;
  limits: Limits;
  metrics: Metrics;
  afterOutage: AfterOutage;
  egress: Egress;
  /** Master key: `createSealer(secretKey, purpose)` derives the key of one purpose. */
  secretKey: Uint8Array;
}

export interface RequestContext extends Platform {
  actor: Actor;
  requestId: string;
  origin: RequestOrigin;
  /** Header of a typed RPC call; the REST bridge reads its own. */
  idempotencyKey: string | null;
  ifMatch: string | null;
  reply: Reply;
  /** Only a key can authenticate the caller, so errors mention keys instead of sessions. */
  byKey: boolean;
  workspaceAsked: string | undefined;
  upload?: Upload | undefined;
  /** By lower-case name; only those that the operation passes on. */
  passedHeaders?: Readonly<Record<string, string>> | undefined;
  /** Aborted when the caller is gone. */
  signal: (() => AbortSignal) | undefined;
  /** Keeps a silent connection open for this long, which is otherwise closed after about ten seconds. */
  holdOpen?: ((seconds: number) => void) | undefined;
}

/** Additions of a procedure or the guard to the HTTP answer; other transports ignore it. */
export interface Reply {
  headers?: Record<string, string>;
  cookies?: string[];
  /** Answers 200 instead of 201 or 202. */
  isReused?: boolean;
  /** Answers 202 instead of 201. */
  isPending?: boolean;
  /** Replaces the answer after the commit; the REST transport waits for it. */
  later?: (ctx: WorkspaceContext) => Promise<unknown>;
  /** Another media type, if `Accept` requests one of the operation’s `pictures`. */
  raw?: RawAnswer;
  etag?: string;
  json?: string;
  rate?: LimitResult;
  isRecorded?: boolean;
}

export interface WorkspaceContext extends RequestContext {
  actor: KeyActor | UserActor;
  workspaceId: string;
  db: ScopedDb;
}

export interface SessionContext extends RequestContext {
  actor: UserActor;
}
