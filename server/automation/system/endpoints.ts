import { LRUCache } from 'lru-cache';

import { runStatement, type Store } from '../../db/database';
import { rowOf, shapeOf } from '../../db/table-shape';
import { workspaces } from '../../db/workspaces';
import { inboundEndpoints } from '../schema/inbound';

export type EndpointRow = typeof inboundEndpoints.$inferSelect;
type WorkspaceRow = Pick<typeof workspaces.$inferSelect, 'id' | 'name' | 'status' | 'rateLimit'>;

/** An endpoint with the columns of its workspace that a call needs. Cached and shared: treat it as immutable. */
export interface FoundEndpoint {
  row: EndpointRow;
  workspace: {
    id: string;
    name: string;
    isSuspended: boolean;
    rateLimit: { requests: number; window_seconds: number };
  };
}

export async function findEndpoint(store: Store, id: string): Promise<FoundEndpoint | undefined> {
  return foundAgain(id, await runStatement(store, ENDPOINT_BY_ID, [id]));
}

const SHAPE = shapeOf(inboundEndpoints);
const placeOf = (column: string): string =>
  `(select ${column} from workspaces where workspaces.id = inbound_endpoints.workspace_id)`;
/** Not a join, for which SQLite looks up the other row again for each column. */
const ENDPOINT_BY_ID = `select ${SHAPE.names}, ${['id', 'name', 'state', 'rate_limit'].map(placeOf).join(', ')}
  from ${SHAPE.name} where id = $1 and deleted_at is null`;

interface CachedEndpoint {
  values: readonly unknown[];
  found: FoundEndpoint | undefined;
}
const known = new LRUCache<string, CachedEndpoint>({ max: 1000 });

/** Unchanged rows are not parsed again, since parsing costs more than reading. */
function foundAgain(id: string, [values]: readonly unknown[][]): FoundEndpoint | undefined {
  if (!values) return undefined;
  const before = known.get(id);
  if (before?.values.every((value, index) => value === values[index])) return before.found;

  const [workspaceId, name, status, rateLimit] = values.slice(SHAPE.columns.length);
  const workspace = {
    id: workspaceId,
    name,
    status,
    rateLimit: workspaces.rateLimit.mapFromDriverValue(rateLimit),
  } as WorkspaceRow;
  const found = foundOf(rowOf(SHAPE, values) as EndpointRow, workspace);
  known.set(id, { values, found });
  return found;
}

function foundOf(row: EndpointRow, { status, ...workspace }: WorkspaceRow): FoundEndpoint | undefined {
  return status === 'deleting' ? undefined : { row, workspace: { ...workspace, isSuspended: status === 'suspended' } };
}
