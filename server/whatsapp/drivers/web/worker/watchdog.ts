import type { WASocket } from 'baileys';

import { evaluateLiveness, type Evidence, type Liveness } from './liveness';
import { element } from './nodes';
import type { SocketTimings } from './timings';

interface Watchdog {
  /** From now on the connection must also carry messages. */
  opened(): void;
  unacknowledgedSend(): void;
  stop(): void;
}

interface WatchdogOptions {
  socket: WASocket;
  timings: SocketTimings;
  /** Outlives the socket, since a reconnection is one of the steps. */
  liveness: { current: Liveness };
  terminate: (why: 'silent' | 'no_traffic') => void;
  giveUp: () => void;
}

const TRAFFIC = new Set(['message', 'receipt', 'notification', 'call']);

export function watchSocket({ socket, timings, liveness, terminate, giveUp }: WatchdogOptions): Watchdog {
  let silence = setTimeout(() => terminate('silent'), timings.silence);
  let idle: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let isStopped = false;

  const waitForProbe = (): void => {
    clearTimeout(idle);
    if (isOpen && !isStopped) idle = setTimeout(() => void probe(), timings.idleProbe);
  };

  const consider = (evidence: Evidence): void => {
    if (isStopped) return;
    const { liveness: next, step } = evaluateLiveness(liveness.current, evidence, Date.now(), timings.noTrafficWindow);
    liveness.current = next;
    if (step === 'probe') void probe();
    else if (step === 'reconnect') terminate('no_traffic');
    else if (step === 'give_up') giveUp();
    else waitForProbe();
  };

  /** Only the servers behind the edge can answer it. */
  const probe = async (): Promise<void> => {
    clearTimeout(idle);
    const attrs = { id: socket.generateMessageTag(), to: 's.whatsapp.net', type: 'get', xmlns: 'encrypt' };
    const question = element('iq', attrs, [element('count')]);
    const answer = await socket.query(question, timings.probeTimeout).catch(() => undefined);
    consider(answer === undefined ? 'probe_unanswered' : 'probe_answered');
  };

  const onFrame = (frame: unknown): void => {
    clearTimeout(silence);
    if (isStopped) return;
    silence = setTimeout(() => terminate('silent'), timings.silence);
    if (isTraffic(frame)) consider('traffic');
  };
  socket.ws.on('frame', onFrame);

  return {
    opened() {
      isOpen = true;
      waitForProbe();
    },
    unacknowledgedSend: () => consider('unacknowledged_send'),
    stop() {
      isStopped = true;
      clearTimeout(silence);
      clearTimeout(idle);
      socket.ws.off('frame', onFrame);
    },
  };
}

/** Acknowledgements name in `class` what they acknowledge. */
function isTraffic(frame: unknown): boolean {
  if (typeof frame !== 'object' || frame === null || !('tag' in frame)) return false;
  if (frame.tag === 'ack' && 'attrs' in frame) return isMessageAck(frame.attrs);
  return typeof frame.tag === 'string' && TRAFFIC.has(frame.tag);
}

const isMessageAck = (attrs: unknown): boolean =>
  typeof attrs === 'object' && attrs !== null && 'class' in attrs && attrs.class === 'message';
