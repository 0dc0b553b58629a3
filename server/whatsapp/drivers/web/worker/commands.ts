import { createConcurrencyLimit } from '../../../../concurrency';
import { within } from '../../../../deadline';
import { createSealer } from '../../../../secrets/seal';
import { notSent } from '../../not-sent';
import { queryTimeout } from '../call-timeouts';
import type { Command, Report, SessionOptions, WorkerSettings } from '../protocol';
import { CallError } from './call-error';
import { callFailureOf, refusedCall, unavailable } from './errors';
import { FEATURES } from './features';
import { LibraryUnusable, loadLibrary } from './library';
import { createOutbox, type Outbox } from './outbox';
import { startWebSession, type RunningSession, type SessionServices } from './session';
import type { SessionLog } from './session-types';
import { StaleFence } from './store/database';
import { openInbox } from './store/inbox';
import { openStore } from './store/open-store';
import { openInstanceStore } from './store/session-store';
import { errorFields } from './thrown-errors';
import { TIMINGS } from './timings';
import { unlink } from './unlink';
import { createVersions } from './versions';

export const MAX_OPENING = 8;
/** Jitter of the first connections after a restart, times the number of sessions that were started before. */
const JITTER_MS = 50;
const MAX_JITTER_MS = 250;

type SharedServices = Omit<SessionServices, 'lost'>;

interface Opened {
  services: SharedServices;
  outbox: Outbox;
  close: () => Promise<void>;
}

export function createCommands(
  channel: { report: (report: Report) => void; end: () => void },
  log: SessionLog,
): (command: Command) => void {
  const { report } = channel;
  const sessions = new Map<string, RunningSession>();
  const inTurn = createConcurrencyLimit({ atOnce: 1 });
  let opening: Promise<Opened> | undefined;

  const ready = (): Promise<Opened> => opening ?? Promise.reject(new Error('The worker was not opened.'));

  async function start(options: SessionOptions): Promise<void> {
    const { services } = await ready();
    const running = sessions.get(options.instanceId);
    if (running && running.options.generation > options.generation) throw heldElsewhere();
    await running?.stop();
    sessions.delete(options.instanceId);
    const firstDelayMs = Math.random() * Math.min(MAX_JITTER_MS, JITTER_MS * sessions.size);
    sessions.set(options.instanceId, await startWebSession({ ...services, lost }, options, firstDelayMs));
  }

  function lost({ instanceId, generation }: SessionOptions): void {
    if (sessions.get(instanceId)?.options.generation === generation) sessions.delete(instanceId);
    report({ type: 'ended', instanceId, generation });
  }

  async function stop(instanceId: string, generation: number): Promise<void> {
    const session = sessions.get(instanceId);
    if (session === undefined || session.options.generation > generation) return;
    sessions.delete(instanceId);
    await session.stop();
  }

  async function unlinkClosed(options: SessionOptions): Promise<void> {
    const { services } = await ready();
    await sessions.get(options.instanceId)?.stop();
    sessions.delete(options.instanceId);
    await unlink(services, options);
  }

  async function wipe(instanceId: string, fence: number): Promise<void> {
    const { services } = await ready();
    const store = await openInstanceStore(services.database, services.sealer, { instanceId, fence });
    await store.wipe();
  }

  const sessionOf = (instanceId: string): RunningSession => {
    const session = sessions.get(instanceId);
    if (session === undefined) throw unavailable('No socket was started.');
    return session;
  };

  const answer = (id: number, work: () => Promise<unknown>): void => {
    Promise.try(work).then(
      (value) => report({ type: 'answered', id, value: value ?? null }),
      (error: unknown) => {
        const refusal = error instanceof StaleFence ? heldElsewhere() : error;
        if (!(refusal instanceof CallError)) log.warn(errorFields(error), 'whatsapp web call failed');
        report({ type: 'refused', id, failure: callFailureOf(refusal) });
      },
    );
  };

  const answerInTurn = (id: number, instanceId: string, work: () => Promise<void>): void =>
    answer(id, () => inTurn(work, instanceId));

  const query = ({ instanceId, call, input }: Extract<Command, { type: 'query' }>): Promise<unknown> =>
    within(
      Promise.try(() => sessionOf(instanceId).query(call, input)),
      queryTimeout(call),
      () => new CallError('timeout', 'provider_unavailable'),
    );

  async function send({ id, instanceId, job }: Extract<Command, { type: 'send' }>): Promise<void> {
    const session = sessions.get(instanceId);
    const result = (await session?.send(job)) ?? notSent();
    report({ type: 'sent', id, result });
  }

  async function close(): Promise<void> {
    await Promise.all([...sessions.values()].map((session) => session.stop()));
    await opening?.then((opened) => opened.close()).catch(() => {});
    channel.end();
  }

  return (command) => {
    switch (command.type) {
      case 'open':
        opening = openAll(command.settings, log, report);
        opening.catch((error: unknown) => {
          log.error(errorFields(error), 'whatsapp web worker not opened');
          if (error instanceof LibraryUnusable) report({ type: 'unusable', reason: error.message });
          else channel.end();
        });
        return;
      case 'ping':
        return report({ type: 'answered', id: command.id, value: null });
      case 'start':
        return answerInTurn(command.id, command.session.instanceId, () => start(command.session));
      case 'stop':
        return answerInTurn(command.id, command.instanceId, () => stop(command.instanceId, command.generation));
      case 'unlink':
        return answerInTurn(command.id, command.session.instanceId, () => unlinkClosed(command.session));
      case 'wipe':
        return answerInTurn(command.id, command.instanceId, () => wipe(command.instanceId, command.fence));
      case 'query':
        return answer(command.id, () => query(command));
      case 'send':
        return void send(command);
      case 'applied':
        return void ready().then(({ outbox }) => outbox.applied(command.instanceId, command.seq));
      case 'close':
        return void close();
    }
  };
}

const heldElsewhere = (): CallError => refusedCall('provider_rejected', 'Another process holds the instance.');

async function openAll(settings: WorkerSettings, log: SessionLog, report: (report: Report) => void): Promise<Opened> {
  const { library, version } = await loadLibrary(settings.testPeer);
  const sealer = createSealer(Buffer.from(settings.secretKey, 'base64'), 'whatsapp-web');
  const database = await openStore(settings);
  const inbox = openInbox(settings.inboxPath, sealer, (seq, error) =>
    log.error({ seq, ...errorFields(error) }, 'event of whatsapp web unreadable, removed'),
  );
  const versions = createVersions(library, settings);
  report({ type: 'opened', engineVersion: version, whatsappVersion: versions.current.join('.') });

  const outbox = createOutbox({ inbox, log, report });
  const services: SharedServices = {
    library,
    features: FEATURES,
    settings,
    database,
    sealer,
    versions,
    timings: TIMINGS,
    inTurn: createConcurrencyLimit({ atOnce: MAX_OPENING }),
    random: Math.random,
    log,
    report: (instanceId, events) => outbox.add(instanceId, events),
  };
  return {
    services,
    outbox,
    async close() {
      outbox.close();
      inbox.close();
      await database.close();
    },
  };
}
