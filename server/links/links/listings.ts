import type { LinksListed } from '../../../shared/links/events';
import type { Link } from '../../../shared/links/links';
import type { WorkspaceContext } from '../../context';

export interface Listing extends Pick<LinksListed, 'operation' | 'filters' | 'sort' | 'page'> {
  links: readonly Pick<Link, 'id' | 'domain_id'>[];
  /** Number of links in the answer if it differs from the length of `links`. */
  count?: number;
}

export interface Listings {
  /**
   * Never rejects: when the event cannot be written now, it is written at the end of its window. Ignores calls of the
   * console.
   */
  record(ctx: WorkspaceContext, listing: Listing): Promise<void>;
  /** Writes the events of all open windows. */
  stop(): Promise<void>;
}
