import { MINUTE_MS } from '../../shared/durations';
import { ID_PREFIXES, newId } from '../../shared/ids';
import { insertAuditEntry, type Rejection } from '../access';
import type { Store } from '../db/database';
import { mask } from '../secrets/mask';

const EVERY_MS = MINUTE_MS;

interface Seen {
  last: Rejection;
  count: number;
  writtenAt: number;
}

/** At most one audit entry per key, reason and minute. */
export function createRejections(store: Store, now: () => Date, monotonic: () => number) {
  const seen = new Map<string, Seen>();

  return {
    record(rejection: Rejection): void {
      const id = `${rejection.keyId} ${rejection.reason}`;
      const entry = seen.get(id);
      if (entry === undefined) seen.set(id, { last: rejection, count: 1, writtenAt: -Infinity });
      else {
        entry.last = rejection;
        entry.count += 1;
      }
    },

    /** The `last` flush also writes entries that are not due. */
    async flush({ last = false } = {}): Promise<void> {
      const time = monotonic();
      for (const [id, entry] of seen) {
        if (time - entry.writtenAt < EVERY_MS && !last) continue;
        if (entry.count === 0) {
          seen.delete(id);
          continue;
        }
        const { count } = entry;
        await store.transaction((tx) => insertAuditEntry(tx, entryOf(entry.last, count, now())));
        entry.count -= count;
        entry.writtenAt = time;
      }
    },
  };
}

function entryOf({ workspaceId, keyId, label, reason, origin }: Rejection, count: number, createdAt: Date) {
  return {
    id: newId(ID_PREFIXES.audit),
    workspaceId,
    actor: { type: 'key' as const, id: keyId, label },
    actorId: keyId,
    action: 'api_key.rejected',
    target: { type: 'api_key', id: keyId, label },
    targetId: keyId,
    changes: { reason, count },
    ip: origin.ip,
    userAgent: mask(origin.userAgent),
    requestId: '',
    createdAt,
  };
}
