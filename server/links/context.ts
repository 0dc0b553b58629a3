import type { AccessDeps } from '../access';
import type { Platform, RequestContext, SessionContext, WorkspaceContext } from '../context';
import type { WorkQueue } from '../work/types';
import type { Blocklist } from './blocklist';
import type { Analyst } from './clicks/analytics/reader';
import type { Clicks } from './clicks/types';
import type { Listings } from './links/listings';
import type { Redirects } from './redirect/types';

export interface LinksDeps extends AccessDeps {
  linkBlocklist: Blocklist;
  linkImports: WorkQueue;
  clicks: Clicks;
  listings: Listings;
  analyst: Analyst;
  redirects: Redirects;
}

export type LinksContext = WorkspaceContext & LinksDeps;
export type LinksRequest = RequestContext & LinksDeps;
export type LinksSession = SessionContext & LinksDeps;
export type LinksServices = Platform & LinksDeps;
