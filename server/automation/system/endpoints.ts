import { and, eq, isNull, sql } from 'drizzle-orm';

import { prepared, runStatement, type Store } from '../../db/database';
import { engine } from '../../db/engine';
import { rowOf, shapeOf } from '../../db/table-shape';
import { workspaces } from '../../db/workspaces';
import { inboundEndpoints } from '../schema/inbound';

export type EndpointRow = typeof inboundEndpoints.$inferSelect;
type WorkspaceRow = Pick<typeof workspaces.$inferSelect, 'id' | 'name' | 'state' | 'rateLimit'>;

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
  if (engine === 'sqlite') return foundAgain(id, await runStatement(store, ENDPOINT_BY_ID, [id]));
  const [found] = await endpointById(store).execute({ id });
  return found && foundOf(found.row, found.workspace);
}

const endpointById = prepared((db) =>
  db
    .select({
      row: inboundEndpoints,
      workspace: { id: workspaces.id, name: workspaces.name, state: workspaces.state, rateLimit: workspaces.rateLimit },
    })
    .from(inboundEndpoints)
    .innerJoin(workspaces, eq(workspaces.id, inboundEndpoints.workspaceId))
    .where(and(eq(inboundEndpoints.id, sql.placeholder('id')), isNull(inboundEndpoints.deletedAt)))
    .prepare('inbound_endpoint_by_id'),
);

const SHAPE = shapeOf(inboundEndpoints);
const placeOf = (column: string): string =>
  `(select ${column} from workspaces where workspaces.id = inbound_endpoints.workspace_id)`;
/** For SQLite, where a join looks up the other row again for each of its columns. */
const ENDPOINT_BY_ID = `select ${SHAPE.names}, ${['id', 'name', 'state', 'rate_limit'].map(placeOf).join(', ')}
  from ${SHAPE.name} where id = $1 and deleted_at is null`;

interface Known {
  values: readonly unknown[];
  found: FoundEndpoint | undefined;
}
const known = new Map<string, Known>();
/** The endpoint that was called longest ago is dropped beyond this number. */
const MOST_KNOWN = 1000;

/** Parsing costs more than reading: unchanged rows are not parsed again. */
function foundAgain(id: string, [values]: readonly unknown[][]): FoundEndpoint | undefined {
  if (!values) return undefined;
  const before = known.get(id);
  if (before?.values.every((value, index) => value === values[index])) return before.found;

  const [workspaceId, name, state, rateLimit] = values.slice(SHAPE.columns.length);
  const workspace = {
    id: workspaceId,
    name,
    state,
    rateLimit: workspaces.rateLimit.mapFromDriverValue(rateLimit),
  } as WorkspaceRow;
  const found = foundOf(rowOf(SHAPE, values) as EndpointRow, workspace);
  known.set(id, { values, found });
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  return found;
}

function foundOf(row: EndpointRow, { state, ...workspace }: WorkspaceRow): FoundEndpoint | undefined {
  return state === 'deleting' ? undefined : { row, workspace: { ...workspace, isSuspended: state === 'suspended' } };
}
