import type { KeyResources, RateLimit } from '../shared/access/keys';
import type { KeyKind, Role, Scope } from '../shared/access/scopes';
import type { AfterOutage } from './after-outage';
import type { Config } from './config/config';
import type { Store } from './db/database';
import type { ScopedDb } from './db/scoped';
import type { Egress } from './egress/types';
import type { Hub } from './events/hub';
import type { LimitResult } from './limits/gcra';
import type { Limits } from './limits/limits';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { RawAnswer, Upload } from './raw';
import type { Node } from './work/node';
import type { WorkQueues } from './work/work-queues';

/** What every part of the process may use; modules state in a `context.ts` of their own what they need besides. */
export interface Platform {
  config: Config;
  store: Store;
  log: Log;
  /** This process among those of the database. */
  node: Pick<Node, 'id' | 'isGone'>;
  queues: WorkQueues;
  now: () => Date;
  limits: Limits;
  metrics: Metrics;
  afterOutage: AfterOutage;
  hub: Hub;
  /** Requests to addresses that users gave. */
  egress: Egress;
  /** Seals stored secrets; `createSealer(secretKey, purpose)` makes the key of one purpose. */
  secretKey: Uint8Array;
}

/** A caller that proved possession of a key. */
export interface KeyActor {
  type: 'key';
  keyId: string;
  kind: KeyKind;
  name: string;
  hint: string;
  secretHash: string;
  workspaceId: string;
  workspaceName: string;
  /** What it may do, with what `write` includes. */
  scopes: ReadonlySet<Scope>;
  fullAccess: boolean;
  resources: KeyResources;
  allowedCidrs: string[];
  allowedOrigins: string[];
  browserUse: boolean;
  rateLimit: RateLimit;
  workspaceRateLimit: RateLimit;
  expiresAt: Date | null;
  /** Milliseconds since 1970 at which this secret ends, by expiry or by its rotation; Infinity for never. */
  validUntil: number;
}

export interface Membership {
  memberId: string;
  workspaceId: string;
  workspaceState: 'active' | 'suspended' | 'deleting';
  role: Role;
  rateLimit: RateLimit;
}

/** A person with a session of the console. */
export interface UserActor {
  type: 'user';
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  instanceAdmin: boolean;
  authAt: Date;
  /** Milliseconds since 1970 at which the session ends unless it is used meanwhile. */
  validUntil: number;
  memberships: ReadonlyMap<string, Membership>;
  /** The one that `X-Workspace-Id` names. */
  member: Membership | undefined;
}

export type Actor = KeyActor | UserActor | { type: 'anonymous' };

export interface Origin {
  ip: string;
  userAgent: string;
  /** The socket’s own peer, before any proxy header was believed. */
  peer: string;
  headers: Headers;
}

export interface RequestContext extends Platform {
  actor: Actor;
  requestId: string;
  origin: Origin;
  /** `Idempotency-Key` of a call at the typed door; the REST bridge reads its own. */
  idempotencyKey: string | null;
  ifMatch: string | null;
  reply: Reply;
  /** The caller was to prove itself by a key; without one the error speaks of keys, not of sessions. */
  byKey: boolean;
  workspaceAsked: string | undefined;
  /** The body of an operation that takes a file. */
  upload?: Upload | undefined;
  signal: AbortSignal | undefined;
  /** Keeps the connection open that many seconds without an answer; a silent one is closed after about ten. */
  holdOpen?: ((seconds: number) => void) | undefined;
}

/** What a procedure or the guard says over HTTP; doors that know no headers leave it. */
export interface Reply {
  headers?: Record<string, string>;
  cookies?: string[];
  /** What was asked for is there already: 200 in place of 201 or 202. */
  isReused?: boolean;
  /** It is accepted and not there yet: 202 in place of 201. */
  isPending?: boolean;
  /** The value to answer with in place of the first, once that is committed; the REST door waits for it. */
  later?: (ctx: WorkspaceContext) => Promise<unknown>;
  /** The answer in another form, where `Accept` asks for one of the operation’s `pictures`. */
  raw?: RawAnswer;
  etag?: string;
  /** The answer as JSON, where a service keeps it ready; it stands for the returned value. */
  json?: string;
  rate?: LimitResult;
  isRecorded?: boolean;
}

/** What a service works with once the caller is known to belong to a workspace. */
export interface WorkspaceContext extends RequestContext {
  actor: KeyActor | UserActor;
  workspaceId: string;
  db: ScopedDb;
}

/** What a service of the console works with: a person, in no particular workspace. */
export interface SessionContext extends RequestContext {
  actor: UserActor;
}
