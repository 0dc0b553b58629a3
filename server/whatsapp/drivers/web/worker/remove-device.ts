import { element } from './nodes';
import { queryServer } from './query-server';
import type { WebSession } from './session-types';

/** The phone no longer shows the device. Throws `CallError` when WhatsApp does not confirm it. */
export async function removeDevice(session: Pick<WebSession, 'socket'>): Promise<void> {
  const jid = session.socket.authState.creds.me?.id;
  if (jid === undefined) return;
  const content = [element('remove-companion-device', { jid, reason: 'user_initiated' })];
  await queryServer(session, { about: 'md', type: 'set', content });
}
