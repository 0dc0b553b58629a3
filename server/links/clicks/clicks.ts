import { dirname, join } from 'node:path';

import { continentOf } from '../../../shared/continents';
import { MINUTE_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import type { Database } from '../../db/database';
import { isSharedDatabase } from '../../db/engine';
import { takeFileLock } from '../../db/file-lock';
import { repeat, type Repetition } from '../../schedule';
import type { WorkQueues } from '../../work/work-queues';
import type { LinksServices } from '../context';
import { listClickRetentions } from '../system/clicks';
import { createClickMetrics } from './click-metrics';
import { createDrainer, type Drainer } from './drain/drainer';
import { createGeo } from './enrich/geo';
import { createInterest } from './interest';
import { createJournal } from './journal/journal';
import { makeSalts, tendSalts } from './salts';
import { createSettler } from './settle';
import { clickDatabaseOf } from './store/click-reader';
import { createJournalRows } from './store/journal-rows';
import { openClickStore } from './store/open';
import type { Clicks } from './types';

const SALTS_MS = 10 * MINUTE_MS;
const POLL_MS = 1000;
const GEO_MS = MINUTE_MS;
const MAX_WAIT_MS = MINUTE_MS;
const STOP_POLL_MS = 10;

type ClickServices = Pick<LinksServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey'>;

export function createClicks(services: ClickServices, database: Database, queues: WorkQueues): Clicks {
  const { config, log, now, hub, metrics, secretKey } = services;
  const folder = database.file === undefined ? config.clickFolder : join(dirname(database.file), 'clicks');
  const place = clickDatabaseOf(database);

  const rows = isSharedDatabase ? createJournalRows(database) : undefined;
  /** Read from the database, so it may be outdated. */
  let waitingBytes = 0;
  const journal = createJournal({ config, folder, log, metrics, secretKey, rows, waitingBytes: () => waitingBytes });
  const geo = createGeo({ named: config.geoipDb, dataFolder: dirname(folder) }, (file, error) => {
    log.warn({ err: error, file }, 'geoip file unreadable');
  });
  const interest = createInterest(database, log, hub);
  /** Read from the database, so it may be outdated. */
  let waitingSince: number | null = null;
  const backlogAge = (): number => {
    const at = now().getTime();
    return Math.max(0, at - Math.min(journal.backlog().oldestAt ?? at, waitingSince ?? at));
  };
  const counts = createClickMetrics(metrics, () => settler.lagSeconds(), backlogAge);

  /** On SQLite the holder of a lock file drains; on PostgreSQL the Worker holds a lease. */
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
      geoFiles: config.geoipDb,
      dataFolder: dirname(folder),
      ownHosts: [new URL(config.baseUrl).host, new URL(config.linksBaseUrl).host],
      owner: newId('node'),
    },
    onMessage(message) {
      if (message.type === 'drained') {
        counts.drained(message);
        if (message.badBatches > 0) journal.countBad(message.badBatches);
        if (message.hasHandoffs) settler.queue.wake();
      } else if (message.type === 'mine') settler.queue.wake();
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
      while (!(await drainer.call('forgetWorkspaces', workspaceIds))) await Bun.sleep(POLL_MS);
    },
  });
  const settler = createSettler({
    ctx: { ...services, store: database, clicks: { store } },
    queues,
    settled: (workspaceId, no) =>
      void drainer
        .call('settled', workspaceId, no)
        .catch((error: unknown) => log.warn({ err: error }, 'click batch not settled')),
  });

  const own = (): boolean => isSharedDatabase || release !== undefined;
  const takeTurn = (): void => {
    if (own() || isStopped || database.file === undefined) return;
    release = takeFileLock(`${database.file}.drain`);
    // Another process counts clicks, including those from before this start.
    if (release === undefined) return isFirstDrained.resolve();
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
    locationOf(address, saidCountry) {
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
      while (!(await isCounted()) || (await store.handoffWorkspaces()).length > 0) await Bun.sleep(STOP_POLL_MS);
    },
    isDegraded: () => journal.isDropping() || backlogAge() > MAX_WAIT_MS,
    async maintain(signal) {
      if (!own()) return;
      const retentions = await listClickRetentions(database);
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
        repeat({ name: 'drain of clicks', everyMs: POLL_MS, run: look }, log),
        repeat({ name: 'places', everyMs: GEO_MS, run: async () => geo.reload() }, log),
      ];
      takeTurn();
      settler.queue.start();
      if (isSharedDatabase) {
        drainer.wake();
        isFirstDrained.resolve();
      }
    },

    async stop() {
      await interest.stop();
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await journal.stop();
      isStopped = true;
      await settler.queue.stop();
      await drainer.stop();
      release?.();
      release = undefined;
      await store.close();
    },
  };
  return clicks;
}
