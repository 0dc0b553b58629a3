import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { expecting, restClient } from '../support/client';
import { startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { startPeerProcess } from '../support/whatsapp-web/client';

const PACE = { max_per_minute: 6000, jitter_ms: [0, 0], new_chats_per_hour: 100_000, new_chats_per_day: 100_000 };
const LINKED_MS = 60_000;

export interface LinkedPhone {
  instanceId: string;
  phone: string;
}

/** A WhatsApp Web server and a database, each apart from the servers of ours that a test starts and kills. */
export async function startLinkedPhones(env: Record<string, string> = {}) {
  const testDatabase = await freshDatabase();
  const { database, url: databaseUrl } = testDatabase;
  const peer = await startPeerProcess();
  const { url, root, mediaUrl } = peer.address;
  const run = peer.client.run.bind(peer.client);
  const workspaceId = await seedWorkspace('Linked', database);
  const { secret } = await seedKey(workspaceId, { fullAccess: true }, database);
  const servers: ServerProcess[] = [];

  return {
    database,
    databaseUrl,
    run,
    peerPid: peer.address.pid,
    async startServer(): Promise<ServerProcess> {
      const server = await startProcess(databaseUrl, {
        WHATSAPP_WEB_TEST_PEER: JSON.stringify({ url, root, mediaUrl }),
        ...env,
      });
      servers.push(server);
      return server;
    },
    callsTo: (server: ServerProcess) => restClient(server.url, secret),
    /** A new instance, linked to the number by a QR code. */
    async link(server: ServerProcess, phone: string): Promise<LinkedPhone> {
      const expectStatus = expecting(restClient(server.url, secret));
      const web = { acknowledge_unofficial: true };
      const order = { name: `Phone ${phone}`, driver: 'web', settings: { pacing: PACE }, web };
      const { id: instanceId } = await expectStatus(201, 'POST', '/whatsapp/instances', order);
      const at = `/whatsapp/instances/${instanceId}`;
      const { raw } = await expectStatus(200, 'GET', `${at}/qr?wait_seconds=20`);
      await run('scan', { qr: raw, phone });
      const isConnected = async () => (await expectStatus(200, 'GET', at)).status === 'connected';
      await until(isConnected, { timeoutMs: LINKED_MS, everyMs: 20 });
      return { instanceId, phone };
    },
    /** Phones whose linked device is connected. */
    online: async (): Promise<string[]> => (await run('online')).map((jid) => jid.split(/[:@]/)[0] ?? ''),
    async [Symbol.asyncDispose](): Promise<void> {
      for (const server of servers) await server[Symbol.asyncDispose]();
      await peer.stop();
      await testDatabase.close();
      // On PostgreSQL, each database has a folder in the one of the process.
      const { host, pathname } = engine === 'postgres' ? new URL(databaseUrl) : { host: '', pathname: '' };
      const folder = Bun.hash(`${host}${pathname}`).toString(16).padStart(16, '0');
      if (engine === 'postgres')
        for (const name of ['whatsapp-web', 'media'])
          rmSync(join('data', name, folder), { recursive: true, force: true });
    },
  };
}
export type LinkedPhones = Awaited<ReturnType<typeof startLinkedPhones>>;
