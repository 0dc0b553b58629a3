import { dayOf, QUARTERS_A_DAY, urlHash } from '../dimensions';
import { enrich, type KeptFacts } from '../enrich/enrich';
import type { Geo } from '../enrich/geo';
import type { ClickRecord } from '../journal/record';
import { createKnownKeys } from '../known-keys';
import { createMemory } from '../memory';
import { createRate } from '../rate';
import type { DrainStore, DrainTx } from '../store/drain-store';
import type { ClickHashes, UrlRow, UsesRow } from '../store/rows';
import { rowsOf, sumUp } from '../sums';
import { createVisitors, type SaltOf } from '../visitors';
import { type HandoffClick, handoffsOf } from './handoff';

/** Addresses met of late are not written again. */
const MOST_URLS = 200_000;

interface DrainOptions {
  store: DrainStore;
  geo: Geo;
  /** Hosts of this service. */
  ownHosts: ReadonlySet<string>;
  keptFactsOf: (workspaceId: string) => KeptFacts;
  saltOf: SaltOf;
  now: () => number;
}

/** What was drained. */
interface Drained {
  /** Clicks by class; `human` for those that count. */
  classes: Record<string, number>;
  /** Hand-off rows were written. */
  hasHandoffs: boolean;
}

interface Drain {
  /**
   * Counts a batch and marks it as read, all or nothing. `claim` moves the position in the same transaction; false when
   * the batch was drained already. Returns undefined then.
   */
  drain(clicks: readonly ClickRecord[], claim: (tx: DrainTx) => Promise<boolean>): Promise<Drained | undefined>;
}

export function createDrain({ store, geo, ownHosts, keptFactsOf, saltOf, now }: DrainOptions): Drain {
  const visitors = createVisitors(saltOf);
  const rate = createRate();
  const known = createKnownKeys();
  const urls = createMemory<KnownUrl>(MOST_URLS);
  let batches = 0;

  /** Bots are nobody’s visits; a click of a limited link stays what it was when it was answered. */
  const visitorOf = (facts: HandoffClick, click: ClickRecord): bigint | null => {
    if (facts.botReason !== null) return null;
    const visitor = visitors.of(click, now());
    // A lecture hall that scans one code is one address, and its phones name one user agent.
    if (visitor === null || click.used || click.trigger === 'qr') return visitor;
    if (!rate.isTooFast(visitor, click.at)) return visitor;
    facts.botReason = 'rate';
    return null;
  };

  const knownUrl = (url: string | null): KnownUrl | null =>
    url === null ? null : (urls.get(url) ?? urls.set(url, { hash: urlHash(url), batch: 0 }));

  /** Of each click its addresses; and those to write, twice where workspaces or days take turns. */
  const urlsOf = (facts: readonly HandoffClick[]) => {
    const rows: NewUrl[] = [];
    const note = (met: KnownUrl | null, url: string | null, workspaceId: string, day: number): void => {
      if (met === null || url === null) return;
      // What a batch that failed wrote was taken back.
      const last = met.batch === batches ? met.next : met.place;
      if (last?.day === day && last.workspaceId === workspaceId) return;
      const row = { workspaceId, hash: met.hash, url, day, known: met };
      rows.push(row);
      met.batch = batches;
      met.next = row;
    };
    const hashes = facts.map(({ workspaceId, referrer, destination, at }): ClickHashes => {
      const [from, to] = [knownUrl(referrer), knownUrl(destination)];
      note(from, referrer, workspaceId, dayOf(at));
      note(to, destination, workspaceId, dayOf(at));
      return { referrer: from?.hash ?? null, destination: to?.hash ?? null };
    });
    return { hashes, rows };
  };

  const write = async (tx: DrainTx, facts: HandoffClick[], uses: UsesRow[], visits: (bigint | null)[]) => {
    const found: bigint[] = [];
    const owners: HandoffClick[] = [];
    for (const [index, visitor] of visits.entries()) {
      const click = facts[index];
      if (visitor === null || click === undefined) continue;
      found.push(visitor);
      owners.push(click);
    }
    const isFirst = await tx.addVisitors(found);
    for (const [index, owner] of owners.entries()) owner.isUnique = isFirst[index] ?? false;

    const ordered = inOrder(facts);
    const sums = sumUp(ordered);
    await known.load(tx, sums.days);
    batches += 1;
    const { hashes, rows } = urlsOf(ordered);
    await tx.addClicks(ordered, hashes);
    await tx.addUrls(rows);
    await tx.addRollups('link_rollup_days', rowsOf(sums.days, 1, known));
    await tx.addRollups('link_rollups', rowsOf(sums.quarters, QUARTERS_A_DAY, known));
    await tx.addLinkDays(sums.linkDays);
    await tx.addCounters(sums.links);
    await tx.addUses(uses);
    for (const day of new Set(sums.days.map(({ bucket }) => bucket))) {
      await tx.run('insert into link_open_days (day) values ($1) on conflict do nothing', [day]);
    }
    const handoffs = handoffsOf(facts);
    await tx.addHandoffs(handoffs, now());
    return { urls: rows, hasHandoffs: handoffs.length > 0 };
  };

  return {
    async drain(clicks, claim) {
      try {
        const facts = clicks.map((click) => enrich(click, keptFactsOf(click.workspaceId), { geo, ownHosts }));
        const visits = facts.map((click, index) => visitorOf(click, clicks[index] as ClickRecord));
        const uses = usesOf(clicks);
        const written = await store.batch(async (tx) =>
          (await claim(tx)) ? write(tx, facts, uses, visits) : undefined,
        );
        if (written === undefined) return undefined;
        for (const { known: url, workspaceId, day } of written.urls) url.place = { workspaceId, day };
        return { classes: classesOf(facts), hasHandoffs: written.hasHandoffs };
      } catch (error) {
        known.forget();
        rate.forget();
        throw error;
      }
    },
  };
}

type Place = Pick<UrlRow, 'workspaceId' | 'day'>;

/** An address that was met of late. */
interface KnownUrl {
  hash: bigint;
  /** Workspace and day in which it was last written. */
  place?: Place;
  /** The last batch that writes it, and where. */
  batch: number;
  next?: Place;
}
interface NewUrl extends UrlRow {
  known: KnownUrl;
}

/** As their rows stand in the tables, so that each page is visited once. */
function inOrder(facts: readonly HandoffClick[]): HandoffClick[] {
  const byWorkspace = Map.groupBy(facts, ({ workspaceId }) => workspaceId);
  return [...byWorkspace.values()].flatMap((ofWorkspace) =>
    ofWorkspace.toSorted((one, other) => (one.linkId < other.linkId ? -1 : one.linkId > other.linkId ? 1 : 0)),
  );
}

function usesOf(clicks: readonly ClickRecord[]): UsesRow[] {
  const uses = new Map<string, UsesRow>();
  for (const { workspaceId, linkId, used } of clicks) {
    if (!used) continue;
    const row = uses.get(linkId);
    if (row) row.used += 1;
    else uses.set(linkId, { workspaceId, linkId, used: 1 });
  }
  return [...uses.values()];
}

function classesOf(facts: readonly HandoffClick[]): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { botReason } of facts) {
    const name = botReason ?? 'human';
    classes[name] = (classes[name] ?? 0) + 1;
  }
  return classes;
}
