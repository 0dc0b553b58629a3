import type { LinksListed } from '../../../shared/links/events';
import type { Link } from '../../../shared/links/links';
import type { WorkspaceContext } from '../../context';

export interface Listing extends Pick<LinksListed, 'operation' | 'filters' | 'sort' | 'page'> {
  links: readonly Pick<Link, 'id' | 'domain_id'>[];
  /** Defaults to the length of `links`. */
  count?: number;
}

export interface Listings {
  /** Never rejects: an event that cannot be written now is written when its window ends. Ignores the console. */
  record(ctx: WorkspaceContext, listing: Listing): Promise<void>;
  /** Writes the events of open windows. */
  stop(): Promise<void>;
}
