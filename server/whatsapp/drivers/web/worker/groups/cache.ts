import type { GroupMetadata, WASocket } from 'baileys';

import { isGroupJid } from '../addresses';
import type { WebSession } from '../session-types';

const MAX_GROUPS = 500;

interface Entry {
  metadata: Promise<GroupMetadata>;
}

/** By socket: what was read over an earlier connection may be outdated. */
const caches = new WeakMap<WASocket, Map<string, Entry>>();

const cacheOf = (socket: WASocket): Map<string, Entry> => {
  const cache = caches.get(socket) ?? new Map<string, Entry>();
  caches.set(socket, cache);
  return cache;
};

/** For the option `cachedGroupMetadata`: every message to a group needs its members. */
export async function cachedGroup(
  { socket }: Pick<WebSession, 'socket'>,
  jid: string,
): Promise<GroupMetadata | undefined> {
  if (!isGroupJid(jid)) return undefined;
  const cache = cacheOf(socket);
  const known = cache.get(jid);
  if (known) return known.metadata;
  const entry: Entry = { metadata: socket.groupMetadata(jid) };
  cache.set(jid, entry);
  const [oldest] = cache.keys();
  if (cache.size > MAX_GROUPS && oldest !== undefined) cache.delete(oldest);
  try {
    return await entry.metadata;
  } catch {
    if (cache.get(jid) === entry) cache.delete(jid);
    return undefined;
  }
}

/** Called after every change of the group. A read that is still running is not cached either. */
export const forgetGroup = ({ socket }: Pick<WebSession, 'socket'>, jid: string): void => {
  caches.get(socket)?.delete(jid);
};
