import { newId } from '../../shared/ids';
import { scoped } from '../db/scoped';
import { emit } from '../events/emit';
import { redirectAnew } from './changes';
import type { LinksServices } from './context';
import { figuresOf } from './links/figures';
import type { LinkRow } from './links/origin';
import { presentLinks } from './links/present';
import { listLinksOfHost, listTargetHosts, setBlocked } from './system/blocks';

/** What a request may take: connections that are silent for ten seconds are closed. */
const AT_ONCE_MS = 5_000;

/**
 * Holds the links that exist against the lists of blocked hosts: all of them where a list has changed, and those that a
 * list has blocked at every run, since one that was taken off or leads elsewhere by now is free again.
 */
export async function judgeStoredLinks(services: LinksServices, changed: boolean, signal: AbortSignal): Promise<void> {
  const { linkBlocklist } = services;
  if (changed) {
    await eachHost(services, 'all', signal, async (host) => {
      if (linkBlocklist.has(host)) await setAll(services, host, services.now(), signal);
    });
  }
  await eachHost(services, 'blocked', signal, async (host) => {
    if (!linkBlocklist.has(host)) await setAll(services, host, null, signal);
  });
}

/**
 * Blocks or frees the links to a host and to those below it, as the lists have them now. What takes longer than a
 * request may is left to the job, which judges all links.
 */
export async function judgeLinksBelow(
  services: LinksServices,
  host: string,
): Promise<{ links: number; done: boolean }> {
  const signal = AbortSignal.timeout(AT_ONCE_MS);
  const isBlocked = services.linkBlocklist.has(host);
  let links = 0;
  const judge = async (name: string): Promise<void> => {
    const isBelow = name === host || name.endsWith(`.${host}`);
    if (!isBelow || services.linkBlocklist.has(name) !== isBlocked) return;
    links += await setAll(services, name, isBlocked ? services.now() : null, signal);
  };
  await judge(host);
  await eachHost(services, isBlocked ? 'all' : 'blocked', signal, judge);
  return { links, done: !signal.aborted };
}

async function eachHost(
  { store }: LinksServices,
  of: 'all' | 'blocked',
  signal: AbortSignal,
  work: (host: string) => Promise<void>,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const hosts = await listTargetHosts(store, after, of);
    for (const host of hosts) await work(host);
    const last = hosts.at(-1);
    if (last === undefined) return;
    after = last;
    // Between two pages requests get their turn.
    await Bun.sleep(1);
  }
}

/** Blocks or frees every link to a host, some of one workspace at a time. Returns how many. */
async function setAll(services: LinksServices, host: string, at: Date | null, signal: AbortSignal): Promise<number> {
  let links = 0;
  while (!signal.aborted) {
    const found = await listLinksOfHost(services.store, host, at === null ? 'listed' : 'open');
    if (found.length === 0) return links;
    for (const [workspaceId, rows] of Map.groupBy(found, (row) => row.workspaceId)) {
      links += await setSome(services, workspaceId, rows, at);
    }
    await Bun.sleep(1);
  }
  return links;
}

async function setSome(
  services: LinksServices,
  workspaceId: string,
  rows: readonly LinkRow[],
  at: Date | null,
): Promise<number> {
  const ctx = { ...services, workspaceId, requestId: newId('req') };
  const figures = await figuresOf(ctx, rows);
  return scoped(services.store, workspaceId).transaction(async (tx) => {
    const changed = await setBlocked(
      tx.store,
      workspaceId,
      rows.map(({ id }) => id),
      at,
    );
    await redirectAnew(ctx, tx.store, changed);
    if (at === null) return changed.length;
    const blocked = await presentLinks(ctx, tx, changed, figures);
    await emit(
      ctx,
      tx.store,
      workspaceId,
      blocked.map((data) => ({ type: 'link.blocked' as const, data })),
    );
    return changed.length;
  });
}
