import { dirname, join } from 'node:path';

import { continentOf } from '../../../shared/continents';
import { newId } from '../../../shared/ids';
import type { Continent } from '../../../shared/links/clicks';
import type { Database } from '../../db/database';
import { engine } from '../../db/engine';
import { takeFileLock } from '../../db/file-lock';
import { repeat, type Repetition } from '../../schedule';
import type { LinksServices } from '../context';
import { listRetentions } from '../system/clicks';
import { createClickMetrics } from './click-metrics';
import { createDrainer, type Drainer } from './drain/drainer';
import { createGeo, type Place } from './enrich/geo';
import { createInterest } from './interest';
import { createJournal } from './journal/journal';
import type { ClickRecord } from './journal/record';
import type { Journal } from './journal/types';
import { makeSalts, tendSalts } from './salts';
import { createSettler } from './settle';
import { clickPlaceOf } from './store/click-reader';
import { createJournalRows } from './store/journal-rows';
import { openClickStore } from './store/open';
import type { ClickStore } from './store/store';

const SALTS_MS = 600_000;
const LOOK_MS = 1000;
const GEO_MS = 60_000;
/** Clicks that wait longer make the service degraded. */
const LONGEST_WAIT_MS = 60_000;
const POLL_MS = 10;

/** Clicks from the answer to their events: journal, drain, settle. */
export interface Clicks {
  journal: Journal;
  store: ClickStore;
  /** Resolves once the click is safe; false: it was dropped. */
  record(click: ClickRecord): Promise<boolean>;
  /** Which events somebody wants of a click; `ids` tells those of the link, its domain and its tags. */
  interestOf(workspaceId: string, ids: () => readonly string[]): number;
  /** Where a visitor is: by the operator’s files, else by what a trusted proxy said. */
  placeOf(address: string, country: string | null): Place & { continent: Continent | null };
  /** Resolves once clicks from before the start are counted, or it is seen that another process does it. */
  settled(): Promise<void>;
  /** Milliseconds since 1970 up to which every click is counted. */
  asOf(): Promise<number>;
  /** Resolves when journal, drain and hand-off are empty; for tests. */
  drained(): Promise<void>;
  /** Clicks are dropped, or wait for more than a minute. */
  isDegraded(): boolean;
  /** Whether this process counts clicks, and so is the one that forgets them. */
  isDraining(): boolean;
  /** Closes days and deletes what is over. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Ends the drain as a crash would; for tests. */
  crashDrain(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type ClickServices = Pick<LinksServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey'>;

export function createClicks(services: ClickServices, database: Database): Clicks {
  const { config, log, now, metrics, secretKey } = services;
  const folder = database.file === undefined ? config.clickFolder : join(dirname(database.file), 'clicks');
  const place = clickPlaceOf(database);

  const rows = engine === 'postgres' ? createJournalRows(database) : undefined;
  /** Bytes that wait in the database, as `waitingSince`. */
  let waitingBytes = 0;
  const journal = createJournal({ config, folder, log, metrics, secretKey, rows, waitingBytes: () => waitingBytes });
  const geo = createGeo({ named: config.geoFiles, dataFolder: dirname(folder) }, (file, error) => {
    log.warn({ err: error, file }, 'geoip file unreadable');
  });
  const interest = createInterest(database, log);
  /** The oldest click that waits in the database, as it was when it was last looked for. */
  let waitingSince: number | null = null;
  const backlogAge = (): number => {
    const at = now().getTime();
    return Math.max(0, at - Math.min(journal.backlog().oldestAt ?? at, waitingSince ?? at));
  };
  const counts = createClickMetrics(metrics, () => settler.lagSeconds(), backlogAge);

  /** SQLite: one process drains, the holder of a lock file; PostgreSQL: the Worker has a lease. */
  let release: (() => void) | undefined;
  let isFirstDrained = Promise.withResolvers<void>();
  let repetitions: Repetition[] = [];
  let isStopped = true;

  const drainer: Drainer = createDrainer({
    log,
    setup: {
      place,
      clickFolder: folder,
      secretKey,
      geoFiles: config.geoFiles,
      dataFolder: dirname(folder),
      ownHosts: [new URL(config.baseUrl).host, new URL(config.linksBaseUrl).host],
      owner: newId('node'),
    },
    hear(message) {
      if (message.type === 'drained') {
        counts.drained(message);
        if (message.badBatches > 0) journal.countBad(message.badBatches);
        if (message.hasHandoffs) settler.wake();
      } else if (message.type === 'mine') settler.wake();
      else if (message.type === 'safe') journal.countedTo(message.position.id, message.position.no);
      else if (message.type === 'unreadable') journal.setAside(message.error);
      else {
        makeSalts(database, secretKey, [message.day], now()).catch((error: unknown) => {
          log.error({ err: error }, 'visitor salt not available');
        });
      }
    },
  });
  const store = openClickStore(place, {
    forgetLinks: (workspaceId, linkIds) => drainer.call('forgetLinks', workspaceId, linkIds),
    async forgetWorkspaces(workspaceIds) {
      while (!(await drainer.call('forgetWorkspaces', workspaceIds))) await Bun.sleep(LOOK_MS);
    },
  });
  const settler = createSettler({
    ctx: { ...services, store: database, clicks: { store } },
    settled: (no) =>
      void drainer.call('settled', no).catch((error: unknown) => log.warn({ err: error }, 'click batch not settled')),
  });

  const own = (): boolean => engine === 'postgres' || release !== undefined;
  const takeTurn = (): void => {
    if (own() || isStopped || database.file === undefined) return;
    release = takeFileLock(`${database.file}.drain`);
    // Another process counts clicks, those from before this start too.
    if (release === undefined) return isFirstDrained.resolve();
    settler.start();
    drainer.wake();
    drainer.call('drainAll').then(() => isFirstDrained.resolve(), isFirstDrained.reject);
  };

  const look = async (): Promise<void> => {
    waitingSince = await store.oldestWaiting();
    waitingBytes = waitingSince === null ? 0 : await store.waitingBytes();
    takeTurn();
  };

  const isCounted = async (): Promise<boolean> => {
    if (own()) await drainer.call('drainAll');
    return journal.backlog().oldestAt === null && (await store.oldestWaiting()) === null;
  };

  const clicks: Clicks = {
    journal,
    store,
    isDraining: own,
    record(click) {
      if (own()) drainer.wake();
      return journal.record(click);
    },
    interestOf: (workspaceId, ids) => interest.of(workspaceId, ids),
    placeOf(address, saidCountry) {
      const found = geo.lookup(address);
      const country = found.country ?? saidCountry;
      return { ...found, country, continent: continentOf(country) };
    },
    settled: () => isFirstDrained.promise,
    async asOf() {
      const at = now().getTime();
      return Math.min(at, journal.backlog().oldestAt ?? at, (await store.oldestWaiting()) ?? at);
    },
    async drained() {
      while (!(await isCounted()) || (await store.handoffs(0, 1)).length > 0) await Bun.sleep(POLL_MS);
    },
    isDegraded: () => journal.isDropping() || backlogAge() > LONGEST_WAIT_MS,
    async maintain(signal) {
      if (!own()) return;
      const retentions = await listRetentions(database);
      while (!signal.aborted && !(await drainer.call('maintain', retentions, now().getTime()))) await Bun.sleep(1000);
    },
    crashDrain: () => drainer.crash(),

    async start() {
      isStopped = false;
      isFirstDrained = Promise.withResolvers();
      isFirstDrained.promise.catch(() => {});
      await tendSalts(database, secretKey, now());
      await journal.start();
      interest.start();
      const salts = (): Promise<void> => tendSalts(database, secretKey, now());
      repetitions = [
        repeat({ name: 'salts of visitors', everyMs: SALTS_MS, jitter: 0.1, run: salts }, log),
        repeat({ name: 'drain of clicks', everyMs: LOOK_MS, run: look }, log),
        repeat({ name: 'places', everyMs: GEO_MS, run: async () => geo.reload() }, log),
      ];
      takeTurn();
      if (engine === 'postgres') {
        settler.start();
        drainer.wake();
        isFirstDrained.resolve();
      }
    },

    async stop() {
      await interest.stop();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await journal.stop();
      isStopped = true;
      await settler.stop();
      await drainer.stop();
      release?.();
      release = undefined;
      await store.close();
    },
  };
  return clicks;
}
