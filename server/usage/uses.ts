import { DAY_MS, MINUTE_MS } from '../../shared/durations';
import type { KeyActor, RequestOrigin } from '../actor';
import { chunked } from '../chunked';
import type { Store } from '../db/database';
import { mask } from '../secrets/mask';
import { touchKeys, touchSessions, type KeyUse } from './system/records';

const SESSION_EVERY_MS = 5 * MINUTE_MS;
const SESSION_IDLE_MS = 7 * DAY_MS;
const ROWS_PER_TRANSACTION = 200;

interface PendingUse {
  actor: KeyActor;
  usedAt: number;
  ip: string;
  userAgent: string;
}

interface UseContext {
  store: Store;
  now: () => Date;
  monotonic: () => number;
}

/** Keeps the first use of each second, since clocks and addresses are slow to read. */
export function createKeyUses({ store, now, monotonic }: UseContext) {
  let uses = new Map<string, PendingUse>();
  let ticked = -Infinity;

  return {
    /** Call it every second. */
    tick(): void {
      ticked = monotonic();
    },

    mark(actor: KeyActor, origin: RequestOrigin): void {
      const use = uses.get(actor.secretHash);
      if (use !== undefined && ticked <= use.usedAt) return;
      const { ip, userAgent } = origin;
      uses.set(actor.secretHash, { actor, usedAt: use === undefined ? monotonic() : ticked, ip, userAgent });
    },

    async flush(): Promise<void> {
      if (uses.size === 0) return;
      const flushed = uses;
      uses = new Map();
      const offset = now().getTime() - monotonic();
      const rows = [...flushed].map(([hash, { actor, usedAt, ip, userAgent }]): KeyUse => {
        const { workspaceId, keyId } = actor;
        return { hash, workspaceId, keyId, at: new Date(offset + usedAt), ip, userAgent: mask(userAgent) };
      });
      // A fixed order prevents deadlocks.
      rows.sort((a, b) => (a.keyId + a.hash < b.keyId + b.hash ? -1 : 1));
      try {
        for (const some of chunked(rows, ROWS_PER_TRANSACTION)) {
          await store.transaction((tx) => touchKeys(tx, some));
        }
      } catch (error) {
        for (const [hash, use] of flushed) if (!uses.has(hash)) uses.set(hash, use);
        throw error;
      }
    },
  };
}

/** Each session is written at most every five minutes. */
export function createSessionUses({ store, now, monotonic }: UseContext) {
  const recordedAt = new Map<string, number>();
  let pending = new Set<string>();

  return {
    mark(sessionId: string): void {
      const recorded = recordedAt.get(sessionId);
      if (recorded !== undefined && monotonic() - recorded < SESSION_EVERY_MS) return;
      recordedAt.set(sessionId, monotonic());
      pending.add(sessionId);
    },

    async flush(): Promise<void> {
      const oldest = monotonic() - SESSION_EVERY_MS;
      for (const [id, recorded] of recordedAt) if (recorded <= oldest) recordedAt.delete(id);
      if (pending.size === 0) return;

      const flushed = pending;
      pending = new Set();
      const at = now();
      const uses = [...flushed].toSorted().map((id) => ({ id, at }));
      try {
        await store.transaction((tx) =>
          touchSessions(tx, uses, { idleMs: SESSION_IDLE_MS, everyMs: SESSION_EVERY_MS }),
        );
      } catch (error) {
        for (const id of flushed) pending.add(id);
        throw error;
      }
    },
  };
}
