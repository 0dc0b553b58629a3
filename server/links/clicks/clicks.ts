import { dirname } from 'node:path';

import { continentOf } from '../../../shared/continents';
import { MINUTE_MS } from '../../../shared/durations';
import { newId } from '../../../shared/ids';
import type { Database } from '../../db/database';
import { repeatAll, type Repetition } from '../../schedule';
import type { WorkQueues } from '../../work/work-queues';
import type { LinksServices } from '../context';
import { listClickRetentions } from '../system/clicks';
import { createClickMetrics } from './click-metrics';
import { clickStorage } from './click-storage';
import { createDrainer, type Drainer } from './drain/drainer';
import { createGeo } from './enrich/geo';
import { createInterest } from './interest';
import { createJournal } from './journal/journal';
import { createSalts, rotateSalts } from './salts';
import { createSettler } from './settle/settle';
import { clickEngine } from './store/click-engine';
import type { Clicks } from './types';

const SALTS_MS = 10 * MINUTE_MS;
const POLL_MS = 1000;
const GEO_MS = MINUTE_MS;
const MAX_WAIT_MS = MINUTE_MS;
const STOP_POLL_MS = 10;

type ClickServices = Pick<LinksServices, 'config' | 'log' | 'now' | 'hub' | 'metrics' | 'secretKey'>;

export function createClicks(services: ClickServices, database: Database, queues: WorkQueues): Clicks {
  const { config, log, now, hub, metrics, secretKey } = services;
  const { folder, rows, turn: turnOf } = clickStorage(database, config);
  const clickDatabase = database.location;

  /** Read from the database, so it may be outdated. */
  let waitingBytes = 0;
  let waitingSince: number | null = null;
  const journal = createJournal({ config, folder, log, metrics, secretKey, rows, waitingBytes: () => waitingBytes });
  const geo = createGeo({ named: config.geoipDb, dataFolder: dirname(folder) }, (file, error) => {
    log.warn({ err: error, file }, 'geoip file unreadable');
  });
  const interest = createInterest(database, log, hub);
  const backlogAge = (): number => {
    const at = now().getTime();
    return Math.max(0, at - Math.min(journal.backlog().oldestAt ?? at, waitingSince ?? at));
  };
  const clickMetrics = createClickMetrics(metrics, () => settler.lagSeconds(), backlogAge);

  let repetitions: Repetition | undefined;

  const drainer: Drainer = createDrainer({
    log,
    setup: {
      clickDatabase,
      clickFolder: folder,
      secretKey,
      geoFiles: config.geoipDb,
      dataFolder: dirname(folder),
      ownHosts: [new URL(config.baseUrl).host, new URL(config.linksBaseUrl).host],
      owner: newId('node'),
    },
    onMessage(message) {
      if (message.type === 'drained') {
        clickMetrics.drained(message);
        if (message.badBatches > 0) journal.countBad(message.badBatches);
        if (message.hasHandoffs) settler.queue.wake();
      } else if (message.type === 'mine') settler.queue.wake();
      else if (message.type === 'safe') journal.countedTo(message.position.id, message.position.no);
      else if (message.type === 'unreadable') journal.setAside(message.error);
      else {
        createSalts(database, secretKey, [message.day], now()).catch((error: unknown) => {
          log.error({ err: error }, 'visitor salt not available');
        });
      }
    },
  });
  const store = clickEngine(clickDatabase).openStore({
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

  const turn = turnOf({ drainer, isWaiting: () => waitingSince !== null || journal.isWaiting() });

  const refreshBacklog = async (): Promise<void> => {
    waitingSince = await store.oldestWaiting();
    waitingBytes = waitingSince === null ? 0 : await store.waitingBytes();
    turn.retry();
  };

  const isCounted = async (): Promise<boolean> => {
    if (turn.isOurs()) await drainer.call('drainAll');
    return journal.backlog().oldestAt === null && (await store.oldestWaiting()) === null;
  };

  const clicks: Clicks = {
    journal,
    store,
    isDraining: turn.isOurs,
    record(click) {
      if (turn.isOurs()) drainer.wake();
      return journal.record(click);
    },
    interestOf: (workspaceId, ids) => interest.of(workspaceId, ids),
    locationOf(address, saidCountry) {
      const found = geo.lookup(address);
      const country = found.country ?? saidCountry;
      return { ...found, country, continent: continentOf(country) };
    },
    settled: turn.settled,
    async asOf() {
      const at = now().getTime();
      return Math.min(at, journal.backlog().oldestAt ?? at, (await store.oldestWaiting()) ?? at);
    },
    async drained() {
      while (!(await isCounted()) || (await store.handoffWorkspaces()).length > 0) await Bun.sleep(STOP_POLL_MS);
    },
    isDegraded: () => journal.isDropping() || backlogAge() > MAX_WAIT_MS,
    async maintain(signal) {
      if (!turn.isOurs()) return;
      const retentions = await listClickRetentions(database);
      while (!signal.aborted && !(await drainer.call('maintain', retentions, now().getTime()))) await Bun.sleep(1000);
    },
    crashDrain: () => drainer.crash(),

    async start() {
      await rotateSalts(database, secretKey, now());
      await journal.start();
      const salts = (): Promise<void> => rotateSalts(database, secretKey, now());
      repetitions = repeatAll(log, [
        { name: 'salts of visitors', everyMs: SALTS_MS, jitter: 0.1, run: salts },
        { name: 'drain of clicks', everyMs: POLL_MS, run: refreshBacklog },
        { name: 'places', everyMs: GEO_MS, run: async () => geo.reload() },
      ]);
      settler.queue.start();
      turn.start();
    },

    async stop() {
      await interest.stop();
      await repetitions?.stop();
      await journal.stop();
      await settler.queue.stop();
      await drainer.stop();
      turn.stop();
      await store.close();
    },
  };
  return clicks;
}
