import { newId } from '../../../shared/ids';
import type { Store } from '../../db/database';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { WebhooksRequest } from '../context';

export type ResultContext = Pick<WebhooksRequest, 'now' | 'config' | 'hub' | 'metrics'>;

/** Emits by workspace in a fixed order, so that counters are locked in that order. */
export function createEventOutbox() {
  const byWorkspace = new Map<string, NewEvent[]>();
  return {
    add(workspaceId: string, events: readonly NewEvent[]): void {
      if (events.length > 0) byWorkspace.set(workspaceId, [...(byWorkspace.get(workspaceId) ?? []), ...events]);
    },
    async emit(ctx: ResultContext, tx: Store): Promise<void> {
      for (const [workspaceId, events] of [...byWorkspace].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        await emit({ ...ctx, requestId: newId('req') }, scoped(tx, workspaceId), events);
      }
    },
  };
}
export type EventOutbox = ReturnType<typeof createEventOutbox>;
