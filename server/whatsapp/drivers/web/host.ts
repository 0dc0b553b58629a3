import type { Log } from '../../../log';
import { sendError } from '../../send-error';
import { ProviderRefusal, type SendJob, type SendResult } from '../driver';
import type { DriverEvent } from '../driver-events';
import { notSent } from '../not-sent';
import { queryTimeout, sendTimeout } from './call-timeouts';
import { createEventFeed } from './event-feed';
import { createCalls } from './host-calls';
import { claimInbox, type InboxClaim } from './inbox-claim';
import { installedLibrary } from './installed-library';
import type { CallFailure, Command, Report, SessionOptions, WorkerSettings } from './protocol';
import { webProviderError } from './provider-error';
import { createRestartPause } from './restart-pause';
import { startProcess, startThread, type WorkerLink } from './worker-link';

export interface WebHost {
  /** Starts the worker before the first socket needs it, and applies the events in its inbox. */
  prepare(): void;
  /** Starts the worker too if needed. Throws `ProviderRefusal`. */
  start(session: SessionOptions): Promise<void>;
  stop(instanceId: string, generation: number): Promise<void>;
  /** Unlinks an instance without a socket from its phone, and deletes its credentials. Throws `ProviderRefusal`. */
  unlink(session: SessionOptions): Promise<void>;
  wipe(instanceId: string, fence: number): Promise<void>;
  send(instanceId: string, job: SendJob): Promise<SendResult>;
  /** Throws `ProviderRefusal`. */
  query(instanceId: string, call: string, input: unknown): Promise<unknown>;
  availability(): { available: boolean; reason: string | null; engineVersion: string | null };
  /** Announced by the last worker that was started. */
  whatsappVersion(): string | null;
  /** For tests. */
  crash(): void;
  close(): Promise<void>;
}

export interface WebHostOptions {
  settings: () => WorkerSettings;
  isolation: 'thread' | 'process';
  log: Log;
  /** Resolves when the events are committed; if it throws, they are delivered again. */
  apply: (instanceId: string, events: DriverEvent[]) => Promise<void>;
  crashed: () => void;
}

const START_AGAIN_MS = 1000;
const PING_EVERY_MS = 10_000;
const PING_TIMEOUT_MS = 30_000;
/** The worker itself answers in time; this is for one that does not. */
const MARGIN_MS = 5000;
const COMMAND_MS = 30_000;
const CLOSE_MS = 5000;

type State =
  | { name: 'idle' }
  | { name: 'running'; link: WorkerLink }
  | { name: 'waiting'; timer: ReturnType<typeof setTimeout> }
  | { name: 'closed' };

/** The worker starts with the first instance, and again whenever it exits; its sockets then continue. */
export function createWebHost({ settings, isolation, log, apply, crashed }: WebHostOptions): WebHost {
  const startWorker = isolation === 'thread' ? startThread : startProcess;
  const sessions = new Map<string, SessionOptions>();
  const installed = installedLibrary();
  let engineVersion = installed.version;
  let whatsappVersion: string | null = null;
  let unusable: string | null = installed.isUsable ? null : installed.reason;
  let state: State = { name: 'idle' };
  const restartPause = createRestartPause();
  let inbox: InboxClaim | undefined;
  let pings: ReturnType<typeof setInterval> | undefined;

  const post = (command: Command): void => {
    if (state.name === 'running') state.link.post(command);
  };
  const calls = createCalls(post);
  const feed = createEventFeed({
    log,
    apply,
    applied: (instanceId, seq) => post({ type: 'applied', instanceId, seq }),
  });

  const onReport = (report: Report): void => {
    switch (report.type) {
      case 'opened':
        engineVersion = report.engineVersion;
        whatsappVersion = report.whatsappVersion;
        return log.info(
          { engine: report.engineVersion, version: report.whatsappVersion },
          'whatsapp web worker started',
        );
      case 'unusable':
        unusable = report.reason;
        return log.error({ reason: report.reason }, 'whatsapp web library unusable');
      case 'events':
        if (report.events.some(isSettled)) restartPause.settled(report.instanceId);
        return feed.add(report.instanceId, report.seq, report.events);
      case 'ended':
        if (sessions.get(report.instanceId)?.generation === report.generation) forget(report.instanceId);
        return;
      case 'sent':
        return calls.sent(report.id, report.result);
      case 'answered':
        return calls.answered(report.id, report.value);
      case 'refused':
        return calls.refused(report.id, report.failure);
      case 'log':
        return log[report.level](report.fields, report.message);
    }
  };

  const onEnded = (link: () => WorkerLink, error: unknown): void => {
    if (state.name !== 'running' || state.link !== link()) return;
    clearInterval(pings);
    const pause = restartLater();
    log.error(
      { err: error instanceof Error ? error : new Error(String(error)), pause },
      'whatsapp web worker stopped, restarting',
    );
    calls.loseAll();
    crashed();
  };

  function restartLater(): number {
    const pause = restartPause.next();
    state = { name: 'waiting', timer: setTimeout(runAgain, pause) };
    return pause;
  }

  function runAgain(): void {
    try {
      run();
    } catch (error) {
      const pause = restartLater();
      log.error({ err: error, pause }, 'whatsapp web worker not started, retrying');
    }
  }

  function forget(instanceId: string): void {
    sessions.delete(instanceId);
    restartPause.settled(instanceId);
  }

  /** Retries a start that fails, such as while the database is unavailable, as long as the instance is wanted. */
  async function startAgain(link: WorkerLink, session: SessionOptions): Promise<void> {
    const isWanted = () =>
      state.name === 'running' && state.link === link && sessions.get(session.instanceId) === session;
    while (isWanted()) {
      try {
        await calls.query({ type: 'start', session }, COMMAND_MS);
        return;
      } catch {
        await Bun.sleep(START_AGAIN_MS);
      }
    }
  }

  function run(): void {
    inbox ??= claimInbox(settings().inboxPath);
    const link: WorkerLink = startWorker({ report: onReport, ended: (error) => onEnded(() => link, error) });
    state = { name: 'running', link };
    restartPause.started(sessions.keys());
    post({ type: 'open', settings: { ...settings(), inboxPath: inbox.path } });
    pings = setInterval(() => void ping(link), PING_EVERY_MS);
    for (const session of sessions.values()) void startAgain(link, session);
  }

  /** A worker in an endless loop does not exit by itself. */
  async function ping(link: WorkerLink): Promise<void> {
    await calls.query({ type: 'ping' }, PING_TIMEOUT_MS).catch(() => link.kill());
  }

  const ask = async (command: Parameters<typeof calls.query>[0], timeoutMs: number): Promise<unknown> => {
    if (state.name !== 'running') throw refusalOf(NOT_RUNNING);
    try {
      return await calls.query(command, timeoutMs);
    } catch (failure) {
      throw refusalOf(isFailure(failure) ? failure : NOT_RUNNING);
    }
  };

  const requireLibrary = (): void => {
    if (unusable !== null) throw refusalOf(NOT_INSTALLED);
    if (state.name === 'closed') throw refusalOf(NOT_RUNNING);
    if (state.name !== 'idle') return;
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'whatsapp web worker not started');
      throw refusalOf(NOT_RUNNING);
    }
  };

  return {
    prepare() {
      if (unusable === null && state.name === 'idle') run();
    },
    async start(session) {
      const known = sessions.get(session.instanceId);
      if (known && known.generation > session.generation) return;
      requireLibrary();
      sessions.set(session.instanceId, session);
      // A worker that is being restarted starts it with the others.
      if (state.name === 'running') await ask({ type: 'start', session }, COMMAND_MS);
    },
    async stop(instanceId, generation) {
      const known = sessions.get(instanceId);
      if (known && known.generation > generation) return;
      forget(instanceId);
      if (state.name === 'running') await ask({ type: 'stop', instanceId, generation }, COMMAND_MS);
    },
    async unlink(session) {
      requireLibrary();
      await ask({ type: 'unlink', session }, COMMAND_MS);
    },
    async wipe(instanceId, fence) {
      requireLibrary();
      await ask({ type: 'wipe', instanceId, fence }, COMMAND_MS);
    },
    async send(instanceId, job) {
      if (state.name !== 'running') return notSent();
      return calls.send({ type: 'send', instanceId, job }, sendTimeout(job) + MARGIN_MS);
    },
    query: (instanceId, call, input) => ask({ type: 'query', instanceId, call, input }, queryTimeout(call) + MARGIN_MS),
    availability: () => ({ available: unusable === null, reason: unusable, engineVersion }),
    whatsappVersion: () => whatsappVersion,
    crash() {
      if (state.name === 'running') state.link.kill();
    },
    async close() {
      const before = state;
      state = { name: 'closed' };
      clearInterval(pings);
      feed.stop();
      if (before.name === 'waiting') clearTimeout(before.timer);
      if (before.name === 'running') {
        before.link.post({ type: 'close' });
        await Promise.race([before.link.closed, Bun.sleep(CLOSE_MS)]);
        before.link.kill();
      }
      calls.loseAll();
      inbox?.release();
    },
  };
}

const NOT_RUNNING: CallFailure = {
  kind: 'unavailable',
  code: 'provider_unavailable',
  details: 'The connection is being restarted.',
};
const NOT_INSTALLED: CallFailure = { kind: 'unavailable', code: 'driver_not_installed', details: null };

const UNSETTLED: ReadonlySet<string> = new Set(['connecting', 'reconnecting']);

const isSettled = (event: DriverEvent): boolean => event.kind === 'connection' && !UNSETTLED.has(event.status);

const isFailure = (value: unknown): value is CallFailure =>
  typeof value === 'object' && value !== null && 'kind' in value && 'code' in value;

const refusalOf = ({ kind, code, details }: CallFailure): ProviderRefusal =>
  new ProviderRefusal(kind, sendError(code, details === null ? {} : { provider: webProviderError(0, details) }));
