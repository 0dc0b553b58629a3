import type { SelectorName } from '../../../shared/webhooks/webhooks';
import type { Store } from '../../db/database';
import type { Hub } from '../../events/hub';
import type { Resources, Subscriber } from '../../events/ports';
import { knownSubscribers, readSubscribers } from '../../events/subscribers';
import { readWebhooksVersions } from '../../events/system/events';
import type { Log } from '../../log';
import { onRequest } from '../../schedule';
import { ANY_INTEREST, INTEREST } from './interest-bits';

const DELAY_MS = 500;
const EVENT_BITS = [
  ['link.clicked', INTEREST.single],
  ['link.bot_clicked', INTEREST.bot],
  ['link.clicks_batched', INTEREST.batched],
] as const;
const SELECTORS: Record<string, SelectorName> = { lnk: 'link_ids', dom: 'domain_ids', tag: 'tag_ids' };

interface InterestedSubscribers {
  type: (typeof EVENT_BITS)[number][0];
  bit: number;
  subscribers: Subscriber[];
}

/** Answers without a query; unknown workspaces count as subscribed, since `emit` checks again. */
export function createInterest(store: Store, log: Log, hub: Pick<Hub, 'ports'>) {
  const interested = new WeakMap<readonly Subscriber[], InterestedSubscribers[]>();
  const active = new Set<string>();
  const stale = new Set<string>();
  const reading = new Set<string>();

  const interestedIn = (subscribers: readonly Subscriber[]): InterestedSubscribers[] => {
    let found = interested.get(subscribers);
    if (found === undefined) {
      found = EVENT_BITS.map(([type, bit]) => ({
        type,
        bit,
        subscribers: subscribers.filter((one) => !one.isDisabled && one.wants(type, {}, null)),
      })).filter((one) => one.subscribers.length > 0);
      interested.set(subscribers, found);
    }
    return found;
  };

  const read = async (workspaceId: string): Promise<void> => {
    if (reading.has(workspaceId)) return;
    reading.add(workspaceId);
    try {
      await readSubscribers(hub, store, workspaceId);
      stale.delete(workspaceId);
    } catch (error) {
      log.warn({ err: error }, 'webhooks of a workspace unreadable');
    } finally {
      reading.delete(workspaceId);
    }
  };

  const poll = async (): Promise<void> => {
    if (active.size === 0) return;
    const versions = await readWebhooksVersions(store, [...active]);
    for (const workspaceId of active) {
      const known = knownSubscribers(workspaceId)?.version;
      if (known !== undefined && known === (versions.get(workspaceId) ?? 0)) continue;
      stale.add(workspaceId);
      await read(workspaceId);
    }
    active.clear();
  };

  const polls = onRequest({ name: 'interest in clicks', delayMs: DELAY_MS, run: poll }, log);

  return {
    stop: () => polls.stop(),

    of(workspaceId: string, ids: () => readonly string[]): number {
      const known = knownSubscribers(workspaceId);
      active.add(workspaceId);
      polls.request();
      if (known === undefined || stale.has(workspaceId)) return ANY_INTEREST;
      const found = interestedIn(known.subscribers);
      if (found.length === 0) return 0;
      const resources = resourcesOf(ids());
      let bits = 0;
      for (const one of found) {
        if (one.subscribers.some((subscriber) => subscriber.wants(one.type, resources, null))) bits |= one.bit;
      }
      return bits;
    },
  };
}

function resourcesOf(ids: readonly string[]): Resources {
  const resources: Record<string, string[]> = { link_ids: [], domain_ids: [], tag_ids: [] };
  for (const id of ids) resources[SELECTORS[id.slice(0, 3)] ?? '']?.push(id);
  return resources;
}
