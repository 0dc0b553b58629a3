import type { PresenceData, WAPresence } from 'baileys';

import type { Address, DriverEvent, DriverPresenceEvent } from '../../driver-events';
import { personAt, reachableJid } from './addresses';
import { performed } from './errors';
import type { Feature, WebSession } from './session-types';

const STATES: Readonly<Record<WAPresence, DriverPresenceEvent['state']>> = {
  available: 'available',
  unavailable: 'unavailable',
  composing: 'typing',
  recording: 'recording',
  paused: 'paused',
};

export const presenceFeature: Feature = {
  listen(session) {
    session.socket.ev.on('presence.update', ({ presences }) => {
      session.report(...Object.entries(presences).flatMap(([jid, presence]) => eventOf(jid, presence)));
    });
  },
  calls: { 'presence.subscribe': subscribe },
};

/** WhatsApp reports presence to accounts that are shown as online themselves, until the connection ends. */
async function subscribe({ socket }: WebSession, { who }: { who: Address }): Promise<void> {
  const jid = reachableJid(who);
  await performed(() => socket.presenceSubscribe(jid));
}

function eventOf(jid: string, { lastKnownPresence, lastSeen }: PresenceData): DriverEvent[] {
  const person = personAt(jid);
  if (!person) return [];
  const lastSeenAt = lastSeen === undefined ? null : new Date(lastSeen * 1000);
  return [{ kind: 'presence', person, state: STATES[lastKnownPresence], lastSeenAt }];
}
