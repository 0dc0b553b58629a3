import type { BinaryNode } from 'baileys';

import type { WebSession } from '../session-types';
import { ackError } from './ack-errors';
import { messageState, type Acknowledgement } from './state';
import { wireTime } from './values';

const MAX_UNCONFIRMED = 1000;

/** Only the server’s acknowledgement proves a send: the library’s `sendMessage` resolves without an answer too. */
export function listenToAcks(session: WebSession): void {
  const { ws, ev } = session.socket;
  const state = messageState(session);
  ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const { id, error, t } = attrs;
    if (id === undefined) return;
    const ack = {
      errorCode: error === undefined ? null : Number(error),
      at: wireTime(t === undefined ? null : Number(t)),
    };
    const waiting = state.acks.get(id);
    if (waiting) return waiting(ack);
    if (state.unconfirmed.delete(id)) reportLate(session, id, ack);
  });
  ev.on('connection.update', ({ connection }) => {
    if (connection !== 'close') return;
    state.isClosed = true;
    for (const settle of state.acks.values()) settle(undefined);
  });
}

function reportLate(session: WebSession, providerMessageId: string, { errorCode, at }: Acknowledgement): void {
  if (errorCode === null) return session.report({ kind: 'status', providerMessageId, status: 'sent', at });
  session.report({ kind: 'status', providerMessageId, status: 'failed', at, error: ackError(errorCode) });
}

interface AwaitedAck {
  within: (ms: number) => Promise<Acknowledgement | undefined>;
  cancel: () => void;
}

/** Called before the stanza is written, since the acknowledgement may arrive before the write ends. */
export function awaitAck(session: WebSession, id: string): AwaitedAck {
  const { acks, unconfirmed, isClosed } = messageState(session);
  const { promise, resolve } = Promise.withResolvers<Acknowledgement | undefined>();
  acks.set(id, resolve);
  if (isClosed) resolve(undefined);
  return {
    async within(ms) {
      const timer = setTimeout(resolve, ms, undefined);
      const ack = await promise;
      clearTimeout(timer);
      acks.delete(id);
      if (ack === undefined) {
        unconfirmed.add(id);
        const [oldest] = unconfirmed;
        if (unconfirmed.size > MAX_UNCONFIRMED && oldest !== undefined) unconfirmed.delete(oldest);
      }
      return ack;
    },
    cancel: () => void acks.delete(id),
  };
}
