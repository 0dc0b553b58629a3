import { newId } from '../../shared/ids';
import { scoped } from '../db/scoped';
import { emit } from '../events/emit';
import { invalidateRedirects } from './changes';
import type { LinksServices } from './context';
import { clickStatsOf } from './links/click-stats';
import { presentLinks } from './links/present';
import { setLinksBlocked } from './queries/writes';
import type { LinkRow } from './schema/links';
import { listLinksOfHost, listTargetHosts } from './system/blocks';

const MAX_REQUEST_MS = 5_000;

/** Blocked links at every run, and all links after a list has changed. */
export async function recheckStoredLinks(
  services: LinksServices,
  changed: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { linkBlocklist } = services;
  if (changed) {
    await eachHost(services, 'all', signal, async (host) => {
      if (linkBlocklist.has(host)) await setBlockedOfHost(services, host, services.now(), signal);
    });
  }
  await eachHost(services, 'blocked', signal, async (host) => {
    if (!linkBlocklist.has(host)) await setBlockedOfHost(services, host, null, signal);
  });
}

/** Includes subdomains. A job does what exceeds the time of a request. */
export async function recheckLinksOfHost(
  services: LinksServices,
  host: string,
): Promise<{ links: number; done: boolean }> {
  const signal = AbortSignal.timeout(MAX_REQUEST_MS);
  const isBlocked = services.linkBlocklist.has(host);
  let links = 0;
  const recheck = async (name: string): Promise<void> => {
    const isBelow = name === host || name.endsWith(`.${host}`);
    if (!isBelow || services.linkBlocklist.has(name) !== isBlocked) return;
    links += await setBlockedOfHost(services, name, isBlocked ? services.now() : null, signal);
  };
  await recheck(host);
  await eachHost(services, isBlocked ? 'all' : 'blocked', signal, recheck);
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
    await Bun.sleep(1);
  }
}

async function setBlockedOfHost(
  services: LinksServices,
  host: string,
  at: Date | null,
  signal: AbortSignal,
): Promise<number> {
  let links = 0;
  while (!signal.aborted) {
    const found = await listLinksOfHost(services.store, host, at === null ? 'listed' : 'open');
    if (found.length === 0) return links;
    for (const [workspaceId, rows] of Map.groupBy(found, (row) => row.workspaceId)) {
      links += await setBlocked(services, workspaceId, rows, at);
    }
    await Bun.sleep(1);
  }
  return links;
}

async function setBlocked(
  services: LinksServices,
  workspaceId: string,
  rows: readonly LinkRow[],
  at: Date | null,
): Promise<number> {
  const ctx = { ...services, workspaceId, requestId: newId('req') };
  const clickStats = await clickStatsOf(ctx, rows);
  return scoped(services.store, workspaceId).transaction(async (tx) => {
    const changed = await setLinksBlocked(
      tx,
      rows.map(({ id }) => id),
      at,
    );
    await invalidateRedirects(ctx, tx.store, changed);
    if (at === null) return changed.length;
    const blocked = await presentLinks(ctx, tx, changed, clickStats);
    await emit(
      ctx,
      tx,
      blocked.map((data) => ({ type: 'link.blocked' as const, data })),
    );
    return changed.length;
  });
}
