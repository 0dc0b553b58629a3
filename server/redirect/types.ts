import type { RedirectStatus } from '../../shared/link-domains';
import type { TargetRule } from '../../shared/link-targeting';
import type { ForwardQuery, LinkPreview } from '../../shared/links';
import type { RedirectTo } from './redirect-to';

/** Who holds the other end of the socket. */
export interface Peer {
  requestIP(request: Request): { address: string } | null;
}

/** The application behind. */
export type Next = (request: Request) => Response | Promise<Response>;

/** Short links of every domain, answered in front of the application. */
export interface Redirects {
  /** Undefined where the request is `next`’s; where that has to be found out first, it is asked. */
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
  /** Key, facts and address in one piece, which lie together in memory then: with many links that is what counts. */
  readonly text: string;
  readonly keyLength: number;
  /** By which it is kept. */
  readonly key: string;
  /** What is the same in each of its clicks, as the journal has it: workspace to tags. */
  readonly facts: string;
  readonly url: string;
  /** In JSON it stands as it is, and it is not too long for a click. */
  readonly isPlainUrl: boolean;
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
  /** Milliseconds since 1970. */
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
