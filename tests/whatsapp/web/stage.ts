import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLog } from '../../../server/log';
import type { SendJob } from '../../../server/whatsapp/drivers/driver';
import type { DriverEvent } from '../../../server/whatsapp/drivers/driver-events';
import { createWebHost, type WebHost } from '../../../server/whatsapp/drivers/web/host';
import type { SessionOptions, WorkerSettings } from '../../../server/whatsapp/drivers/web/protocol';
import { startWhatsAppWebPeer, type PeerOptions, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { createEventLog } from './event-log';

interface StageOptions extends PeerOptions {
  isolation?: 'thread' | 'process';
  settings?: Partial<WorkerSettings>;
  /** In the place of the server, before an event counts as applied. */
  apply?: (instanceId: string, events: DriverEvent[]) => Promise<void>;
}

/** The host of the driver, with a real worker, and a WhatsApp Web server for its sockets. */
export async function startStage(options: StageOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'whatsapp-web-'));
  const peer: WhatsAppWebPeer = await startWhatsAppWebPeer(options);
  const logged: string[] = [];
  const log = createEventLog(() => logged.join(''));
  let crashes = 0;

  const settings: WorkerSettings = {
    store: { engine: 'sqlite', path: join(folder, 'keys.db') },
    inboxPath: join(folder, 'inbox.db'),
    secretKey: randomBytes(32).toString('base64'),
    version: null,
    passkeys: false,
    testPeer: { url: peer.url, root: peer.root, mediaUrl: peer.mediaUrl },
    ...options.settings,
  };
  const openHost = (): WebHost =>
    createWebHost({
      settings: () => settings,
      isolation: options.isolation ?? 'thread',
      log: createLog('debug', { write: (line) => logged.push(line) }),
      crashed: () => (crashes += 1),
      async apply(instanceId, received) {
        await options.apply?.(instanceId, received);
        log.add(instanceId, received);
      },
    });
  let host = openHost();
  const generations = new Map<string, number>();

  const start = async (instanceId: string, more: Partial<SessionOptions> = {}): Promise<void> => {
    const generation = (generations.get(instanceId) ?? 0) + 1;
    generations.set(instanceId, generation);
    await host.start({ ...SESSION, instanceId, generation, fence: generation, ...more });
  };
  return {
    peer,
    settings,
    folder,
    ...log,
    logged,
    start,
    get host() {
      return host;
    },
    get crashes() {
      return crashes;
    },
    /** Waits for a status, of the newest connection unless another generation is given. */
    status: (instanceId: string, status: string, generation = generations.get(instanceId)) =>
      log.eventOf(instanceId, 'connection', (one) => one.status === status && one.generation === generation),
    /** Links an instance to the number and waits until it is connected. */
    async link(instanceId: string, phone: string, more: Partial<SessionOptions> = {}): Promise<void> {
      await start(instanceId, more);
      const { raw } = await log.eventOf(
        instanceId,
        'pairing',
        ({ generation }) => generation === generations.get(instanceId),
      );
      await peer.scan(raw, phone);
      await log.eventOf(instanceId, 'connection', ({ status }) => status === 'connected');
    },
    /** What a restart of the server does. */
    async restartHost(): Promise<void> {
      await host.close();
      host = openHost();
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await host.close();
      await peer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;

export const SESSION: Omit<SessionOptions, 'instanceId' | 'generation' | 'fence'> = {
  workspaceId: 'ws_1',
  clientName: 'Mac OS',
  proxyUrl: null,
  alwaysOnline: false,
  rejectCalls: false,
  rejectCallMessage: null,
  ignoreGroups: false,
  ignoreStatus: true,
  syncHistory: 'recent',
};

/** A text to a person, as the server hands it to the driver. */
export const textJob = (phone: string, text: string, more: Partial<SendJob> = {}): SendJob => ({
  messageId: `msg_${randomBytes(12).toString('hex')}`,
  attempt: 1,
  to: { type: 'direct', person: { phone } },
  content: { type: 'text', text },
  media: null,
  replyTo: null,
  target: null,
  mentions: [],
  forwarded: false,
  simulateTypingMs: 0,
  retries: 0,
  ...more,
});
