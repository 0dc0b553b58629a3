import type { BinaryNode } from 'baileys';

import type { SendResult } from '../../../driver';
import type { WebSession } from '../session-types';

export interface Acknowledgement {
  /** Code of the refusal; null when the server accepted the message. */
  errorCode: number | null;
  at: Date;
}

/** A received message that is not yet decrypted, without its content. */
interface Stanza {
  node: BinaryNode;
  /** The content type by the sender’s client, such as `poll` or `media`. */
  kind: string | null;
  /** In a group, the keys of the sender may come without a message. */
  hasGroupContent: boolean;
}

interface MessageState {
  acks: Map<string, (ack: Acknowledgement | undefined) => void>;
  unconfirmed: Set<string>;
  inFlight: Map<string, Promise<SendResult>>;
  /** By message id. */
  stanzas: Map<string, Stanza>;
  /** Undecryptable messages in a row, by device. */
  failures: Map<string, number>;
  /** Chats with a message of this account. */
  written: Set<string>;
  /** Seconds after which messages disappear, by chat. */
  timers: Map<string, number>;
  isClosed: boolean;
}

const states = new WeakMap<WebSession, MessageState>();

export function messageState(session: WebSession): MessageState {
  const known = states.get(session);
  if (known) return known;
  const state: MessageState = {
    acks: new Map(),
    unconfirmed: new Set(),
    inFlight: new Map(),
    stanzas: new Map(),
    failures: new Map(),
    written: new Set(),
    timers: new Map(),
    isClosed: false,
  };
  states.set(session, state);
  return state;
}
