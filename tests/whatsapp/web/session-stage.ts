import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createConcurrencyLimit } from '../../../server/concurrency';
import { createSealer } from '../../../server/secrets/seal';
import type { SessionOptions, WorkerSettings } from '../../../server/whatsapp/drivers/web/protocol';
import { loadLibrary } from '../../../server/whatsapp/drivers/web/worker/library';
import {
  startWebSession,
  type RunningSession,
  type SessionServices,
} from '../../../server/whatsapp/drivers/web/worker/session';
import type { SessionLog } from '../../../server/whatsapp/drivers/web/worker/session-types';
import type { StoreDatabase } from '../../../server/whatsapp/drivers/web/worker/store/database';
import { openSqlite } from '../../../server/whatsapp/drivers/web/worker/store/sqlite';
import { TIMINGS, type SocketTimings } from '../../../server/whatsapp/drivers/web/worker/timings';
import { createVersions } from '../../../server/whatsapp/drivers/web/worker/versions';
import { startWhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { createEventLog } from './event-log';
import { SESSION } from './stage';

interface SessionStageOptions {
  timings?: Partial<SocketTimings>;
  settings?: Partial<WorkerSettings>;
  services?: Partial<SessionServices>;
  /** What the sessions get in the place of their database. */
  around?: (database: StoreDatabase) => StoreDatabase;
}

/** Sessions without their worker, whose pauses a test can shorten. */
export async function startSessionStage({
  timings,
  settings: given,
  services: more,
  around = (database) => database,
}: SessionStageOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-session-'));
  const peer = await startWhatsAppWebPeer();
  const testPeer = { url: peer.url, root: peer.root, mediaUrl: peer.mediaUrl };
  const { library } = await loadLibrary(testPeer);
  const settings: WorkerSettings = {
    store: { engine: 'sqlite', path: join(folder, 'keys.db') },
    inboxPath: join(folder, 'inbox.db'),
    secretKey: randomBytes(32).toString('base64'),
    version: null,
    passkeys: false,
    testPeer,
    ...given,
  };
  const logged: string[] = [];
  const write = (fields: Record<string, unknown>, message: string): void =>
    void logged.push(`${message} ${JSON.stringify(fields)}\n`);
  const silent: SessionLog = { debug: write, info: write, warn: write, error: write };
  const log = createEventLog(() => logged.join(''));
  const lost: string[] = [];
  const inTurn = createConcurrencyLimit({ atOnce: 8 });
  const keys = openSqlite(join(folder, 'keys.db'));
  const services: SessionServices = {
    library,
    features: [],
    settings,
    database: around(keys),
    sealer: createSealer(Buffer.from(settings.secretKey, 'base64'), 'whatsapp-web'),
    versions: createVersions(library, settings),
    timings: { ...TIMINGS, ...timings },
    inTurn: (open) => inTurn(open),
    random: () => 0.5,
    log: silent,
    report: (instanceId, events) => log.add(instanceId, events),
    lost: ({ instanceId }) => void lost.push(instanceId),
    ...more,
  };
  const sessions = new Set<RunningSession>();

  const start = async (instanceId: string, options: Partial<SessionOptions> = {}): Promise<RunningSession> => {
    const session = await startWebSession(services, { ...SESSION, instanceId, generation: 1, fence: 1, ...options });
    sessions.add(session);
    return session;
  };

  return {
    ...log,
    peer,
    folder,
    library,
    services,
    logged,
    lost,
    start,
    /** Starts an instance, links it to the number and waits until it is connected. */
    async link(instanceId: string, phone: string): Promise<RunningSession> {
      const session = await start(instanceId);
      const { raw } = await log.eventOf(instanceId, 'pairing');
      await peer.scan(raw, phone);
      await log.eventOf(instanceId, 'connection', ({ status }) => status === 'connected');
      return session;
    },
    /** Waits until the instance has this status, with its reason. */
    reaches: (instanceId: string, status: string): Promise<true> =>
      log.until(instanceId, () => (log.statuses(instanceId).at(-1) === status ? true : undefined)),
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([...sessions].map((session) => session.stop()));
      await peer.stop();
      await keys.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
