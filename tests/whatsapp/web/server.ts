import { eq } from 'drizzle-orm';

import type { Config } from '../../../server/config/config';
import { queries } from '../../../server/db/database';
import { waSockets } from '../../../server/whatsapp/schema/sockets';
import { database, startServer } from '../../support/app';
import { until } from '../../support/process';
import { type PeerOptions, startWhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { freshName, whatsAppScenes } from '../support';

type Body = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const PACE = { max_per_minute: 6000, jitter_ms: [0, 0], new_chats_per_hour: 100_000, new_chats_per_day: 100_000 };
let phones = 0;
/** A number that no other test has. */
export const freshPhone = (): string => `1555100${String((phones += 1)).padStart(4, '0')}`;

/** A WhatsApp Web server for tests, and servers of ours whose instances are linked to it. */
export async function startWebServer(options: PeerOptions & { config?: Partial<Config> } = {}) {
  const peer = await startWhatsAppWebPeer(options);
  const testPeer = { url: peer.url, root: peer.root, mediaUrl: peer.mediaUrl };
  const start = (config?: Partial<Config>) =>
    startServer({ whatsappWebTestPeer: testPeer, ...options.config, ...config });
  let server = await start();
  const workspaces: string[] = [];
  const others: (typeof server)[] = [];

  const sceneOn = async (on: Pick<typeof server, 'url'>, workspaceId?: string) => {
    const scene = await whatsAppScenes(on)(workspaceId);
    workspaces.push(scene.workspaceId);
    const { call, expectStatus } = scene;
    const statusOf = async (id: string): Promise<Body> => expectStatus(200, 'GET', `/whatsapp/instances/${id}`);
    return {
      ...scene,
      /** Not connected unless told otherwise. */
      web: async (change: object = {}): Promise<Body> => {
        const web = { acknowledge_unofficial: true };
        const order = { name: freshName(), driver: 'web', connect: false, settings: { pacing: PACE }, web, ...change };
        const made = await expectStatus(201, 'POST', '/whatsapp/instances', order);
        return { ...made, at: `/whatsapp/instances/${made.id}` };
      },
      statusOf,
      reaches: (id: string, status: string) =>
        until(async () => (await statusOf(id))['status'] === status, { everyMs: 20 }),
      /** Links the instance to the number and waits until it is connected. */
      link: async (id: string, phone = freshPhone()): Promise<string> => {
        const at = `/whatsapp/instances/${id}`;
        await expectStatus(202, 'POST', `${at}/connect`);
        let code = '';
        await until(async () => {
          const { status, body } = await call('GET', `${at}/qr?wait_seconds=20`);
          if (status === 200) code = body.raw;
          return code !== '';
        });
        await peer.scan(code, phone);
        await until(async () => (await statusOf(id))['status'] === 'connected', { everyMs: 20 });
        return phone;
      },
    };
  };

  return {
    peer,
    testPeer,
    get server() {
      return server;
    },
    scene: () => sceneOn(server),
    sceneOn,
    /** The same workspace, on the server that runs now. */
    sceneOf: ({ workspaceId }: { workspaceId: string }) => sceneOn(server, workspaceId),
    /** Another server of the same database, beside the first one. */
    async another() {
      const one = await start();
      others.push(one);
      return one;
    },
    /** The server ends as it does on SIGTERM, and another one starts. */
    async restart(config?: Partial<Config>): Promise<void> {
      await server.stop();
      server = await start(config);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([server, ...others].map((one) => one.stop()));
      // The next server of this process must not open them.
      for (const id of workspaces) {
        await queries(database)
          .update(waSockets)
          .set({ goal: 'closed', dueAt: null })
          .where(eq(waSockets.workspaceId, id));
      }
      await peer.stop();
    },
  };
}
