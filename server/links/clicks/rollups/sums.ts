import type { StoredClick, LinkDaySum, LinkSum, RollupSum, Sum } from '../store/rows';
import { dayOf, type Dimension, eachDayKey, eachQuarterKey, OTHER_KEY, QUARTERS_A_DAY, quarterOf } from './dimensions';

type Keys = Map<Dimension, Map<string, Sum>>;
interface Group {
  workspaceId: string;
  domainId: string;
  bucket: number;
  keys: Keys;
}

export interface Sums {
  quarters: Group[];
  days: Group[];
  linkDays: LinkDaySum[];
  links: LinkSum[];
}

const count = (sum: Sum, click: StoredClick): void => {
  if (click.botReason !== null) sum.bots += 1;
  else {
    sum.clicks += 1;
    if (click.isUnique) sum.unique += 1;
  }
};
const addTo = (sum: Sum, more: Sum): void => {
  sum.clicks += more.clicks;
  sum.unique += more.unique;
  sum.bots += more.bots;
};

function sumOf(keys: Keys, dimension: Dimension, key: string): Sum {
  let values = keys.get(dimension);
  if (values === undefined) keys.set(dimension, (values = new Map()));
  let sum = values.get(key);
  if (sum === undefined) values.set(key, (sum = { clicks: 0, unique: 0, bots: 0 }));
  return sum;
}

/** Sums in memory, so that each row is written once. Clicks of one link must be adjacent. */
export function sumUp(clicks: readonly StoredClick[]): Sums {
  const quarters = createGroups();
  const days = createGroups();
  const linkDays: LinkDaySum[] = [];
  const links: LinkSum[] = [];

  for (const click of clicks) {
    const day = dayOf(click.at);
    const ofQuarter = quarters.of(click.workspaceId, click.domainId, quarterOf(click.at));
    eachQuarterKey(click, (dimension, key) => count(sumOf(ofQuarter, dimension, key), click));
    const ofDay = days.of(click.workspaceId, click.domainId, day);
    eachDayKey(click, (dimension, key) => count(sumOf(ofDay, dimension, key), click));

    const { workspaceId, domainId, linkId } = click;
    let link = links.at(-1);
    if (link?.linkId !== linkId) {
      links.push((link = { workspaceId, domainId, linkId, clicks: 0, unique: 0, bots: 0, lastAt: 0 }));
    }
    count(link, click);
    if (click.botReason === null) link.lastAt = Math.max(link.lastAt, click.at);
    count(linkDayOf(linkDays, click, day), click);
  }

  for (const { workspaceId, domainId, bucket, keys } of quarters.all()) {
    const ofDay = days.of(workspaceId, domainId, Math.floor(bucket / QUARTERS_A_DAY));
    for (const [dimension, values] of keys) {
      for (const [key, sum] of values) addTo(sumOf(ofDay, dimension, key), sum);
    }
  }
  return { quarters: quarters.all(), days: days.all(), linkDays, links };
}

function linkDayOf(linkDays: LinkDaySum[], { workspaceId, domainId, linkId }: StoredClick, day: number): LinkDaySum {
  for (let at = linkDays.length - 1; linkDays[at]?.linkId === linkId; at -= 1) {
    const known = linkDays[at];
    if (known?.day === day) return known;
  }
  const made = { workspaceId, domainId, linkId, day, clicks: 0, unique: 0, bots: 0 };
  linkDays.push(made);
  return made;
}

function createGroups() {
  const groups = new Map<string, Group>();
  // Consecutive clicks mostly belong to the same group.
  let last: Group | undefined;
  return {
    all: () => [...groups.values()],
    of(workspaceId: string, domainId: string, bucket: number): Keys {
      if (last?.bucket === bucket && last.domainId === domainId && last.workspaceId === workspaceId) return last.keys;
      const id = `${workspaceId}${domainId}${bucket}`;
      last = groups.get(id);
      if (last === undefined) groups.set(id, (last = { workspaceId, domainId, bucket, keys: new Map() }));
      return last.keys;
    },
  };
}

const MAX_KEYS = 1000;

export interface KeyRegistry {
  of(group: { workspaceId: string; domainId: string; day: number }): (dimension: Dimension) => Set<string>;
}

export function rowsOf(groups: readonly Group[], bucketsADay: number, known: KeyRegistry): RollupSum[] {
  const rows: RollupSum[] = [];
  for (const { workspaceId, domainId, bucket, keys } of groups) {
    const knownOf = known.of({ workspaceId, domainId, day: Math.floor(bucket / bucketsADay) });
    for (const [dimension, values] of keys) {
      const admitted = knownOf(dimension);
      let other: RollupSum | undefined;
      for (const [key, sum] of values) {
        if (admitted.has(key) || admitted.size < MAX_KEYS) {
          admitted.add(key);
          rows.push({ workspaceId, domainId, dimension, bucket, key, ...sum });
        } else if (other) addTo(other, sum);
        else rows.push((other = { workspaceId, domainId, dimension, bucket, key: OTHER_KEY, ...sum }));
      }
    }
  }
  return rows;
}
