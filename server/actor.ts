import type { KeyResources, RateLimit } from '../shared/access/keys';
import { type KeyKind, type Role, type Scope, SCOPES_OF_ROLE } from '../shared/access/scopes';

export interface KeyActor {
  type: 'key';
  keyId: string;
  kind: KeyKind;
  name: string;
  maskedSecret: string;
  secretHash: string;
  workspaceId: string;
  workspaceName: string;
  scopes: ReadonlySet<Scope>;
  fullAccess: boolean;
  resources: KeyResources;
  allowedCidrs: string[];
  allowedOrigins: string[];
  browserUse: boolean;
  rateLimit: RateLimit;
  workspaceRateLimit: RateLimit;
  expiresAt: Date | null;
  /** Milliseconds since 1970 at which the secret expires or its overlap ends; Infinity for never. */
  validUntil: number;
}

export interface Membership {
  memberId: string;
  workspaceId: string;
  workspaceState: 'active' | 'suspended' | 'deleting';
  role: Role;
  rateLimit: RateLimit;
}

export interface UserActor {
  type: 'user';
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  instanceAdmin: boolean;
  passwordVerifiedAt: Date;
  /** Milliseconds since 1970 at which an unused session ends. */
  validUntil: number;
  memberships: ReadonlyMap<string, Membership>;
  /** The membership that `X-Workspace-Id` names. */
  member: Membership | undefined;
}

export type Actor = KeyActor | UserActor | { type: 'anonymous' };

/** Those of the role in the workspace for a user, and none outside of it. */
export const scopesOf = (actor: KeyActor | UserActor): ReadonlySet<Scope> =>
  actor.type === 'key' ? actor.scopes : actor.member ? SCOPES_OF_ROLE[actor.member.role] : NO_SCOPES;

const NO_SCOPES: ReadonlySet<Scope> = new Set();

export interface RequestOrigin {
  ip: string;
  userAgent: string;
  /** The peer of the socket, regardless of proxy headers. */
  peer: string;
  headers: Headers;
}
