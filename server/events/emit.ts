import { EVENTS, type EventData, type EventType } from '../../shared/events';
import { ID_PREFIXES, newId } from '../../shared/ids';
import type { RequestContext } from '../context';
import type { Store } from '../db/database';
import { insertEvents, takeSequences } from '../db/unscoped/events';

/** One event to come, before it has its id and number. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType];

type EmitContext = Pick<RequestContext, 'now' | 'requestId' | 'config' | 'hub'>;

/**
 * Writes events in the transaction of the change that they tell of: both are kept, or neither. Call it once a
 * transaction, after all other work, because the counter's row stays locked until the commit and so puts sequence
 * numbers in commit order without gaps. Only `narrowRights` comes after it.
 */
export async function emit(
  ctx: EmitContext,
  tx: Store,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const prepared = events.map(({ type, data }) => ({ type, data: JSON.stringify(EVENTS[type].data.parse(data)) }));
  const last = await takeSequences(tx, workspaceId, prepared.length);
  const createdAt = ctx.now();

  const rows = prepared.map(({ type, data }, index) => {
    const id = newId(ID_PREFIXES.event);
    const sequence = last - prepared.length + 1 + index;
    // Printed once: these bytes are stored, returned, streamed and signed, and never parsed and printed again.
    const body = `{"id":"${id}","type":"${type}","created_at":"${createdAt.toISOString()}","workspace_id":"${workspaceId}","sequence":${sequence},"data":${data}}`;
    return { id, workspaceId, sequence, type, body, requestId: ctx.requestId, createdAt };
  });
  await insertEvents(tx, rows);
  tx.afterCommit(() => ctx.hub.publish(workspaceId, rows));
}
