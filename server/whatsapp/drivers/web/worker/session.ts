import type { ConnectionState } from 'baileys';

import type { InstanceStatus, StatusReason } from '../../../../../shared/whatsapp/instance';
import { within } from '../../../../deadline';
import type { Sealer } from '../../../../secrets/seal';
import type { SendJob, SendResult } from '../../driver';
import type { DriverConnectionEvent, DriverEvent } from '../../driver-events';
import { notSent } from '../../not-sent';
import type { SessionOptions, WorkerSettings } from '../protocol';
import type { CallError } from './call-error';
import type { CloseDecision } from './close-policy';
import { openConnection, type WebConnection } from './connection';
import { refusedCall, timedOut, unavailable } from './errors';
import { LIVE } from './liveness';
import { createReconnects } from './reconnects';
import { removeDevice } from './remove-device';
import { createSessionLog } from './session-log';
import type { CallHandler, Feature, Library, SessionLog } from './session-types';
import { forgetUnfinishedPairing, openAuthState } from './store/auth-state';
import { StaleFence, type StoreDatabase } from './store/database';
import { openInstanceStore } from './store/session-store';
import { errorFields } from './thrown-errors';
import type { SocketTimings } from './timings';
import type { Versions } from './versions';

export interface SessionServices {
  library: Library;
  features: readonly Feature[];
  settings: WorkerSettings;
  database: StoreDatabase;
  sealer: Sealer;
  versions: Versions;
  timings: SocketTimings;
  /** Limits how many connections are opened at a time. */
  inTurn: (open: () => Promise<void>) => Promise<void>;
  random: () => number;
  log: SessionLog;
  report: (instanceId: string, events: DriverEvent[]) => void;
  lost: (options: SessionOptions) => void;
}

/** Spans all sockets of an instance. */
export interface RunningSession {
  readonly options: SessionOptions;
  /** Does not throw. */
  send(job: SendJob): Promise<SendResult>;
  query(call: string, input: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

const LOGOUT_MS = 5000;
const STORE_RETRY_MS = 1000;
/** After this time the next connection may be opened, whatever the state of this one. */
const TURN_MS = 5000;

/** Throws `StaleFence` when another process holds the instance. */
export async function startWebSession(
  services: SessionServices,
  options: SessionOptions,
  firstDelayMs = 0,
): Promise<RunningSession> {
  const { library, features, timings, versions } = services;
  const { instanceId, generation } = options;
  const log = createSessionLog((level, fields, message) =>
    services.log[level]({ instance: instanceId, ...fields }, message),
  );
  const store = await openInstanceStore(
    services.database,
    services.sealer,
    options,
    () => lose(),
    (error) => connection?.keysFailed(error),
  );
  const auth = await openAuthState(library, store);
  const reconnects = createReconnects();
  const liveness = { current: LIVE };
  const sender = features.find((one) => one.send)?.send;

  /** Resolves without a value, which would retain the first of many sockets. */
  const firstConnection = Promise.withResolvers<void>();
  firstConnection.promise.catch(() => {});

  let connection: WebConnection | undefined;
  let isHalted = false;
  /** Undefined until it is reported, as an earlier session may have reported it. */
  let isOffline: boolean | undefined;
  let reported = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stability: ReturnType<typeof setTimeout> | undefined;

  const isPaired = (): boolean => auth.creds.account !== undefined;
  const report = (...events: DriverEvent[]): void => services.report(instanceId, events);

  const reportStatus = (
    status: InstanceStatus,
    reason: StatusReason | null,
    more: Partial<DriverConnectionEvent> = {},
  ): void => {
    const text = JSON.stringify([status, reason, more]);
    if (text === reported) return;
    reported = text;
    report({ ...more, kind: 'connection', generation, status, reason });
  };

  const reportOffline = (active: boolean): void => {
    if (active === isOffline) return;
    isOffline = active;
    report({ kind: 'health', reason: { code: 'offline', active, until: null, providerCode: null } });
  };

  const connect = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void services.inTurn(open), delayMs);
  };

  async function open(): Promise<void> {
    if (isHalted || !(await isOwner()) || isHalted) return;
    const settled = Promise.withResolvers<void>();
    forgetUnfinishedPairing(auth.creds);
    connection = openConnection({
      ...services,
      options,
      store,
      auth,
      log,
      liveness,
      version: versions.current,
      report(events) {
        if (events.some(({ kind }) => kind === 'connection')) reported = '';
        report(...events);
      },
      fail: (reason) => halt({ status: 'failed', reason }),
      onUpdate(of, update) {
        if (update.connection === 'open' || update.qr !== undefined) settled.resolve();
        if (!isHalted) updated(of, update);
      },
      onClosed(of, code) {
        settled.resolve();
        if (!isHalted) void closed(of, code);
      },
    });
    firstConnection.resolve();
    await Promise.race([settled.promise, Bun.sleep(TURN_MS)]);
  }

  /** Two sockets of one instance would close each other. */
  async function isOwner(): Promise<boolean> {
    try {
      await services.database.claim(options);
      return true;
    } catch (error) {
      if (error instanceof StaleFence) lose();
      else {
        log.error(errorFields(error), 'whatsapp web store not reachable');
        connect(STORE_RETRY_MS);
      }
      return false;
    }
  }

  function lose(): void {
    if (isHalted) return;
    halt();
    services.lost(options);
  }

  function updated(of: WebConnection, { connection: state, qr, isNewLogin }: Partial<ConnectionState>): void {
    if (qr !== undefined) {
      reportStatus('pairing', null);
      report(of.pairing.shown(qr));
    }
    if (isNewLogin) log.info({}, 'whatsapp web device linked');
    if (state !== 'open') return;

    of.opened();
    stability = setTimeout(() => reconnects.stable(), timings.stable);
    const { me } = auth.creds;
    const phone = library.jidDecode(me?.id)?.user;
    const displayName = me?.name === '~' ? undefined : me?.name;
    const lid = me?.lid === undefined ? undefined : library.jidNormalizedUser(me.lid);
    reportStatus('connected', null, { phone, displayName, lid });
    reportOffline(false);
  }

  async function closed(of: WebConnection, code: number | undefined): Promise<void> {
    clearTimeout(stability);
    const decision = reconnects.decide({
      code,
      isPaired: isPaired(),
      hadQr: of.pairing.hadQr,
      hasOtherVersion: code === 405 && versions.markRefused(of.version),
    });
    log.info({ code, ...decision }, 'whatsapp web connection closed');
    await follow(decision);
  }

  async function follow(decision: CloseDecision): Promise<void> {
    switch (decision.action) {
      case 'none':
        return;
      case 'reconnect': {
        if (!decision.isSilent) reportStatus('reconnecting', decision.reason);
        if (decision.reason === 'network') reportOffline(true);
        const pause = decision.delayMs * timings.pauseFactor;
        return connect(pause * (0.8 + 0.4 * services.random()));
      }
      case 'reconnect_with_other_version':
        await versions.replaceRefused(options.proxyUrl);
        return connect(0);
      case 'stop':
        if (decision.wipes) await wipe();
        return halt(decision);
    }
  }

  const wipe = (): Promise<void> =>
    store.wipe().catch((error: unknown) => log.error(errorFields(error), 'whatsapp web keys not deleted'));

  /** Opens no further socket; queries and sends are refused. */
  function halt(because?: { status: InstanceStatus; reason: StatusReason }): void {
    if (isHalted) return;
    isHalted = true;
    firstConnection.reject(notConnected());
    clearTimeout(timer);
    clearTimeout(stability);
    if (because) reportStatus(because.status, because.reason);
    void connection?.end();
  }

  async function logOut(): Promise<void> {
    const own = connection;
    isHalted = true;
    clearTimeout(timer);
    try {
      if (!own?.isOpen) throw notConnected();
      await within(removeDevice(own.session), LOGOUT_MS, timedOut);
    } finally {
      await own?.end();
    }
    await store.wipe();
  }

  const handlerOf = (kind: 'calls' | 'pairingCalls', name: string): CallHandler | undefined =>
    features.find((one) => one[kind]?.[name])?.[kind]?.[name];

  /** The protocol gives each call the input of its name. */
  const query = async (call: string, input: unknown): Promise<unknown> => {
    if (call === 'logout') return logOut();
    const own = isHalted ? undefined : connection;
    if (call === 'pairingCode') {
      if (isPaired()) throw refusedCall('provider_rejected', 'The instance is linked already.');
      if (isHalted) throw notConnected();
      await firstConnection.promise;
      if (connection === undefined) throw notConnected();
      return connection.pairing.requestCode((input as { phone: string }).phone);
    }
    const pairingCall = handlerOf('pairingCalls', call);
    const handler = pairingCall ?? handlerOf('calls', call);
    if (handler === undefined) throw refusedCall('invalid_parameter', `The call ${call} is unknown.`);
    if (own === undefined || (pairingCall === undefined && !own.isOpen)) throw notConnected();
    return handler(own.session, input as never);
  };

  // A link that another process made continues at once; a new one reports its status with its first QR code.
  if (isPaired()) reportStatus('connecting', null);
  connect(firstDelayMs);

  return {
    options,
    query,
    async send(job) {
      const own = isHalted ? undefined : connection;
      if (own === undefined || !own.isOpen || sender === undefined) return notSent();
      try {
        const result = await sender(own.session, job);
        if (result.outcome === 'unknown') own.unacknowledgedSend();
        return result;
      } catch (error) {
        log.error(errorFields(error), 'whatsapp web send failed');
        return { outcome: 'unknown', providerMessageId: null };
      }
    },
    async stop() {
      halt();
      await connection?.end();
    },
  };
}

const notConnected = (): CallError => unavailable('The instance is not connected.');
