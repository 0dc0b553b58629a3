import { enrich, type WorkspaceClickSettings } from '../enrich/enrich';
import type { Geo } from '../enrich/geo';
import type { ClickRecord } from '../journal/record';
import { createRateDetector } from '../rate-detector';
import { dayOf, QUARTERS_A_DAY, urlHash64 } from '../rollups/dimensions';
import { createKeyRegistry } from '../rollups/key-registry';
import { rowsOf, sumUp } from '../rollups/sums';
import type { DrainStore, DrainTx } from '../store/drain-store';
import type { ClickHashes, UrlRow, UsesRow } from '../store/rows';
import { createTwoGenerationCache } from '../two-generation-cache';
import { createVisitors, type SaltOf } from '../visitors';
import { type HandoffClick, handoffsOf } from './handoff';

const MAX_URLS = 200_000;

interface DrainOptions {
  store: DrainStore;
  geo: Geo;
  ownHosts: ReadonlySet<string>;
  clickSettingsOf: (workspaceId: string) => WorkspaceClickSettings;
  saltOf: SaltOf;
  now: () => number;
}

interface Drained {
  classes: Record<string, number>;
  hasHandoffs: boolean;
}

interface Drain {
  /** One transaction. Undefined when `claim` finds that the batch was drained already. */
  drain(clicks: readonly ClickRecord[], claim: (tx: DrainTx) => Promise<boolean>): Promise<Drained | undefined>;
}

export function createDrain({ store, geo, ownHosts, clickSettingsOf, saltOf, now }: DrainOptions): Drain {
  const visitors = createVisitors(saltOf);
  const rate = createRateDetector();
  const known = createKeyRegistry();
  const urls = createTwoGenerationCache<KnownUrl>(MAX_URLS);
  let batches = 0;

  /** Bots are not visits; limited links keep their classification from the redirect. */
  const visitorOf = (enriched: HandoffClick, click: ClickRecord): bigint | null => {
    if (enriched.botReason !== null) return null;
    const visitor = visitors.of(click, now());
    // People who scan the same code may share address and user agent.
    if (visitor === null || click.used || click.trigger === 'qr') return visitor;
    if (!rate.isOverLimit(visitor, click.at)) return visitor;
    enriched.botReason = 'click_rate';
    return null;
  };

  const knownUrl = (url: string | null): KnownUrl | null =>
    url === null ? null : (urls.get(url) ?? urls.set(url, { hash: urlHash64(url), batch: 0 }));

  const urlsOf = (clicks: readonly HandoffClick[]) => {
    const rows: NewUrl[] = [];
    const addRow = (seen: KnownUrl | null, url: string | null, workspaceId: string, day: number): void => {
      if (seen === null || url === null) return;
      // A failed batch was rolled back.
      const last = seen.batch === batches ? seen.next : seen.lastSeen;
      if (last?.day === day && last.workspaceId === workspaceId) return;
      const row = { workspaceId, hash: seen.hash, url, day, known: seen };
      rows.push(row);
      seen.batch = batches;
      seen.next = row;
    };
    const hashes = clicks.map(({ workspaceId, referrer, destination, at }): ClickHashes => {
      const [from, to] = [knownUrl(referrer), knownUrl(destination)];
      addRow(from, referrer, workspaceId, dayOf(at));
      addRow(to, destination, workspaceId, dayOf(at));
      return { referrer: from?.hash ?? null, destination: to?.hash ?? null };
    });
    return { hashes, rows };
  };

  const write = async (tx: DrainTx, clicks: HandoffClick[], uses: UsesRow[], visits: (bigint | null)[]) => {
    const found: bigint[] = [];
    const owners: HandoffClick[] = [];
    for (const [index, visitor] of visits.entries()) {
      const click = clicks[index];
      if (visitor === null || click === undefined) continue;
      found.push(visitor);
      owners.push(click);
    }
    const isFirst = await tx.addVisitors(found);
    for (const [index, owner] of owners.entries()) owner.isUnique = isFirst[index] ?? false;

    const ordered = sortByTable(clicks);
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
    const handoffs = handoffsOf(clicks);
    await tx.addHandoffs(handoffs, now());
    return { urls: rows, hasHandoffs: handoffs.length > 0 };
  };

  return {
    async drain(clicks, claim) {
      try {
        const enriched = clicks.map((click) => enrich(click, clickSettingsOf(click.workspaceId), { geo, ownHosts }));
        const visits = enriched.map((click, index) => visitorOf(click, clicks[index] as ClickRecord));
        const uses = usesOf(clicks);
        const written = await store.batch(async (tx) =>
          (await claim(tx)) ? write(tx, enriched, uses, visits) : undefined,
        );
        if (written === undefined) return undefined;
        for (const { known: url, workspaceId, day } of written.urls) url.lastSeen = { workspaceId, day };
        return { classes: classesOf(enriched), hasHandoffs: written.hasHandoffs };
      } catch (error) {
        known.forget();
        rate.forget();
        throw error;
      }
    },
  };
}

type UrlOwner = Pick<UrlRow, 'workspaceId' | 'day'>;

interface KnownUrl {
  hash: bigint;
  lastSeen?: UrlOwner;
  batch: number;
  next?: UrlOwner;
}
interface NewUrl extends UrlRow {
  known: KnownUrl;
}

/** In table order, so that each page is visited once. */
function sortByTable(clicks: readonly HandoffClick[]): HandoffClick[] {
  const byWorkspace = Map.groupBy(clicks, ({ workspaceId }) => workspaceId);
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

function classesOf(clicks: readonly HandoffClick[]): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { botReason } of clicks) {
    const name = botReason ?? 'human';
    classes[name] = (classes[name] ?? 0) + 1;
  }
  return classes;
}
