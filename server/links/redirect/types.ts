import type { RedirectStatus } from '../../../shared/links/domains';
import type { ForwardQuery, LinkPreview } from '../../../shared/links/links';
import type { TargetRule } from '../../../shared/links/targeting';
import type { RedirectTo } from './redirect-to';

export interface Peer {
  requestIP(request: Request): { address: string } | null;
}

export type Next = (request: Request) => Response | Promise<Response>;

/** Short links of every domain, answered in front of the application. */
export interface Redirects {
  /** Undefined where the request belongs to `next`; after a look-up `next` is called. */
  handle(request: Request, peer: Peer | null, next: Next): Response | Promise<Response> | undefined;
  /** Paths that the router has: on the shared domain their first segments lead to it, whatever the case. */
  reserve(paths: Iterable<string>): void;
  /** Links that were made, changed or deleted; call it after the commit. */
  forget(domainId: string, slugKeys: readonly string[]): void;
  /** A domain that was made, changed or deleted; call it after the commit. */
  forgetDomain(domainId: string): void;
  start(): Promise<void>;
  stop(): void;
}

/** A link as it is kept in memory. What most links do not have stands in `extras`. */
export interface CompiledLink {
  /** By which it is kept. */
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
  readonly limitUrl: string | null;
  readonly passwordHash: string | null;
  readonly targeting: readonly TargetRule[];
  readonly preview: LinkPreview | null;
}

/** A host on which slugs live. */
export interface LinkHost {
  readonly id: string;
  readonly hostname: string;
  /** The installation’s own: reserved first segments lead to the application. */
  readonly shared: boolean;
  /** All of its paths are ours, reserved ones too. */
  readonly whole: boolean;
  /** What keys of its links begin with in the cache; empty for the shared one, which most requests name. */
  readonly keyPrefix: string;
  readonly redirectTo: RedirectTo;
  readonly disabled: boolean;
  readonly caseSensitive: boolean;
  readonly rootUrl: string | null;
  readonly notFoundUrl: string | null;
  readonly expiredUrl: string | null;
}
