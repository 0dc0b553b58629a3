import { afterEach } from 'bun:test';

import type { UserFacingSocketConfig } from 'baileys';

import { startWhatsAppWebPeer, type PeerOptions, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient } from '../../support/whatsapp-web/real-client';
import { MessageSession } from './message-session';

export const ME = '15550000001';
export const ADA = '15550000002';
export const BEN = '15550000003';

const opened: { peers: WhatsAppWebPeer[]; clients: { close: () => Promise<void> }[] } = { peers: [], clients: [] };

/** Closes what a test of the file has opened. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const client of opened.clients.splice(0)) await client.close();
    for (const peer of opened.peers.splice(0)) await peer.stop();
  });
}

export async function startPeer(options?: PeerOptions): Promise<WhatsAppWebPeer> {
  const peer = await startWhatsAppWebPeer(options);
  opened.peers.push(peer);
  return peer;
}

/** A linked socket with our driver’s messages. */
export function linkMe(peer: WhatsAppWebPeer, config?: Partial<UserFacingSocketConfig>): Promise<MessageSession> {
  const session = new MessageSession(peer, ME, config);
  opened.clients.push(session);
  return session.connect();
}

/** Another real client. */
export function linkOther(peer: WhatsAppWebPeer, phone: string): Promise<RealClient> {
  const client = new RealClient(peer, phone);
  opened.clients.push(client);
  return client.connect();
}
