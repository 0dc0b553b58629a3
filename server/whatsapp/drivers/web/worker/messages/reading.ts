import type { WAPresence } from 'baileys';

import type { MessageTarget } from '../../../driver';
import type { Place } from '../../../driver-events';
import type { WebSession } from '../session-types';
import { destinationOf } from './destination';
import { keyOf } from './send';
import { findMessage } from './stored-messages';

interface MarkRead {
  target: MessageTarget;
  typing: boolean;
}

/** The receipt goes to the address that the message came from. */
export async function sendReadReceipt(session: WebSession, { target, typing: isTyping }: MarkRead): Promise<void> {
  const to = await destinationOf(session, target.place);
  const found = await findMessage(session, to.jids, target.providerMessageId);
  await session.socket.readMessages([found?.key ?? (await keyOf(session, target, to))]);
  if (isTyping) await session.socket.sendPresenceUpdate('composing', to.jid);
}

interface Typing {
  place: Place;
  state: 'typing' | 'recording' | 'paused';
}

const PRESENCES: Record<Typing['state'], WAPresence> = {
  typing: 'composing',
  recording: 'recording',
  paused: 'paused',
};

export async function typing(session: WebSession, { place, state }: Typing): Promise<void> {
  const { jid } = await destinationOf(session, place);
  await session.socket.sendPresenceUpdate(PRESENCES[state], jid);
}
