import type { AccessDeps } from '../access/context';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { UsageDeps } from '../usage/context';
import type { WorkQueue } from '../work/types';
import type { Blocklist } from './blocklist';
import type { Analyst } from './clicks/analytics/reader';
import type { Clicks } from './clicks/clicks';
import type { Listings } from './links/listed';
import type { Redirects } from './redirect/types';

/** What links need besides the platform. */
export interface LinksDeps extends AccessDeps, UsageDeps {
  linkBlocklist: Blocklist;
  linkImports: WorkQueue;
  clicks: Clicks;
  listings: Listings;
  analyst: Analyst;
  /** Short links, answered in front of the application. */
  redirects: Redirects;
}

export type LinksContext = WorkspaceContext & LinksDeps;
export type LinksRequest = RequestContext & LinksDeps;
export type LinksSession = SessionContext & LinksDeps;
export type LinksServices = Platform & LinksDeps;
