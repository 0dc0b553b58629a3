import type { RedirectStatus } from '../../../shared/links/domains';
import type { ForwardQuery, LinkPreview } from '../../../shared/links/links';
import type { TargetRule } from '../../../shared/links/targeting';
import type { Store } from '../../db/database';
import type { LinkAddress } from '../system/changes';

/** `requestId` has the characters of the click’s id, so that each answer identifies its click. */
export type RedirectTo = (url: string, status: number, kind: number, requestId: string) => Response;

export interface RedirectPeer {
  requestIP(request: Request): { address: string } | null;
}

export type Next = (request: Request) => Response | Promise<Response>;

export interface Redirects {
  /** Undefined when the request belongs to `next`, which is also called after a lookup. */
  handle(request: Request, peer: RedirectPeer | null, next: Next): Response | Promise<Response> | undefined;
  /** First segments of these paths belong to the application on the shared domain. */
  reserve(paths: Iterable<string>): void;
  /** Notifies other processes. Call it in the transaction of the change. */
  recordChanges(tx: Store, addresses: readonly LinkAddress[], at: Date): Promise<void>;
  /** Call it after the commit. */
  forget(domainId: string, slugKeys: readonly string[]): void;
  forgetDomain(domainId: string): void;
  start(): Promise<void>;
  stop(): void;
}

export interface CompiledLink {
  readonly key: string;
  readonly url: string;
  readonly id: string;
  readonly workspaceId: string;
  readonly version: number;
  readonly status: RedirectStatus;
  readonly indexable: boolean;
  readonly forwardQuery: ForwardQuery;
  readonly tagIds: readonly string[];
  readonly extras: LinkExtras | undefined;
}

export interface LinkExtras {
  readonly blocked: boolean;
  readonly disabled: boolean;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  readonly expiredUrl: string | null;
  readonly maxClicks: number | null;
  readonly limitReachedUrl: string | null;
  readonly passwordHash: string | null;
  readonly targeting: readonly TargetRule[];
  readonly preview: LinkPreview | null;
}

export interface LinkHost {
  readonly id: string;
  readonly hostname: string;
  readonly shared: boolean;
  /** All of its paths belong to links, reserved ones too. */
  readonly whole: boolean;
  /** Prefix of its cache keys; empty for the shared domain. */
  readonly keyPrefix: string;
  readonly redirectTo: RedirectTo;
  readonly disabled: boolean;
  readonly caseSensitive: boolean;
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
  readonly expiredUrl: string | null;
}
