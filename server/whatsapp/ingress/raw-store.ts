import { AsyncLocalStorage } from 'node:async_hooks';

import type { Database } from '../../db/database';
import { ApiError } from '../../errors';
import { insertRaw, type NewRaw } from '../system/ingress';

const MAX_ROWS = 128;
const MAX_BYTES = 8 * 1024 * 1024;
/** Above this many bytes of uncommitted notifications, Meta must retry. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

interface Waiting {
  row: NewRaw;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Group commits: notifications that arrive during a commit share the next one. */
export function createRawStore(database: Database, committed: (workspaceIds: ReadonlySet<string>) => void) {
  const outside = AsyncLocalStorage.snapshot();
  const waiting: Waiting[] = [];
  const bytesOf = new Map<string, number>();
  let isBusy = false;
  let bytes = 0;

  const addBytes = ({ workspaceId, sealed }: NewRaw, sign: 1 | -1): void => {
    bytes += sign * sealed.length;
    const left = (bytesOf.get(workspaceId) ?? 0) + sign * sealed.length;
    if (left > 0) bytesOf.set(workspaceId, left);
    else bytesOf.delete(workspaceId);
  };

  function take(): Waiting[] {
    let [count, size] = [0, 0];
    for (const { row } of waiting) {
      size += row.sealed.length;
      if (count > 0 && (count >= MAX_ROWS || size > MAX_BYTES)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  const write = (group: readonly Waiting[]): Promise<void> =>
    database.transaction((tx) =>
      insertRaw(
        tx,
        group.map(({ row }) => row),
      ),
    );
  /** A row of a deleted app must not fail the group. */

  async function writeAlone(one: Waiting): Promise<void> {
    await write([one]).then(one.resolve, one.reject);
  }

  async function drain(): Promise<void> {
    for (let group = take(); group.length > 0; group = take()) {
      try {
        await write(group);
        for (const one of group) one.resolve();
      } catch (error) {
        const [only] = group;
        if (group.length === 1) only?.reject(error);
        else for (const one of group) await writeAlone(one);
      }
      for (const { row } of group) addBytes(row, -1);
      committed(new Set(group.map(({ row }) => row.workspaceId)));
    }
    isBusy = false;
  }

  return {
    /** Not committed yet. */
    bytesOf: (workspaceId: string): number => bytesOf.get(workspaceId) ?? 0,
    /** Resolves when the row survives a power failure. Throws 503 with too many waiting. */
    async keep(row: NewRaw): Promise<void> {
      if (bytes > 0 && bytes + row.sealed.length > MAX_WAITING_BYTES) {
        throw new ApiError('overloaded', { headers: { 'Retry-After': '1' } });
      }
      addBytes(row, 1);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ row, resolve, reject });
      if (!isBusy) {
        isBusy = true;
        outside(() => void drain());
      }
      return promise;
    },
  };
}
