import { afterAll } from 'bun:test';

import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { startServer } from '../../support/app';
import type { restClient } from '../../support/client';
import { type CloudScene, cloudPlace } from '../cloud-place';
import { whatsAppScenes } from '../support';
import { cloudPeer } from './cloud-peer';
import type { Host, Message, Peer, Written } from './peer';
import { sandboxPeer } from './sandbox-peer';

/** An answer of another status than a scenario wants. */
export class Unexpected extends Error {
  readonly answer: { status: number; body: Message };
  constructor(request: string, answer: { status: number; body: Message }) {
    super(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}

export type Stage = Awaited<ReturnType<ReturnType<typeof stages>>>;

interface DriverHost {
  server: Pick<Awaited<ReturnType<typeof startServer>>, 'services' | 'url'>;
  call: ReturnType<typeof restClient>;
  /** Of the instance. */
  path: string;
  peer: (own: Host) => Peer;
}

/** One instance of each driver that is asked for; each scenario has a person of its own on the other side. */
export function stages() {
  const place = cloudPlace();
  const closings: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closings) await close();
  });
  const hosts = new Map<DriverName, Promise<DriverHost>>();

  async function madeAt(input: object, peer: DriverHost['peer']): Promise<DriverHost> {
    const scene = await whatsAppScenes(place.server())();
    return { server: place.server(), call: scene.call, path: (await scene.instance(input)).at, peer };
  }
  const openHost: Record<DriverName, () => Promise<DriverHost>> = {
    sandbox: () => madeAt({ sandbox: { delays_ms: { sent: 0, delivered: 0, read: 0 } } }, sandboxPeer),
    async cloud() {
      const scene: CloudScene = await place.scene();
      const peer = (own: Host) => cloudPeer(own, place.graph(), scene);
      return { server: place.server(), call: scene.call, path: scene.path, peer };
    },
    async web() {
      // Files that link no phone do not load the library.
      const { startWebServer } = await import('../web/server');
      const { webPeer } = await import('./web-peer');
      const web = await startWebServer();
      closings.push(async () => {
        await web[Symbol.asyncDispose]();
        web.peer.assertClean();
      });
      const scene = await web.scene();
      const { id, at } = await scene.web();
      const phone = await scene.link(id);
      /** Batches are refused while the pacing is raised. */
      const call: typeof scene.call = async (method, path, ...more) => {
        if (!path.endsWith('/batches')) return scene.call(method, path, ...more);
        const { settings } = await scene.expectStatus(200, 'GET', at);
        await scene.expectStatus(200, 'PATCH', at, { settings: { pacing: null } });
        const answer = await scene.call(method, path, ...more);
        await scene.expectStatus(200, 'PATCH', at, { settings: { pacing: settings.pacing } });
        return answer;
      };
      return { server: web.server, call, path: at, peer: (own) => webPeer(own, web.peer, phone) };
    },
  };

  return async function stage(driver: DriverName) {
    const host = hosts.get(driver) ?? openHost[driver]();
    hosts.set(driver, host);
    const { server, call, path, peer: peerOn } = await host;
    const settle = () => server.services.whatsapp.idle();
    const ask: Host['ask'] = async (status, method, at, body) => {
      const answer = await call(method, path + at, body);
      if ([status].flat().includes(answer.status)) return answer.body;
      throw new Unexpected(`${method} ${at}`, answer);
    };
    /** Events of a type about this person’s messages and this instance, oldest first. */
    const events = async (type: string): Promise<Message[]> => {
      const { body } = await call('GET', `/events?sort=-created_at&limit=100&type=${type}`);
      return (body.data as { data: Message }[]).map(({ data }) => data).toReversed();
    };
    const peer: Peer = peerOn({ ask, settle, events });
    const newest = async (query: string): Promise<Message> =>
      (await ask(200, 'GET', `/messages?limit=1&${query}`)).data[0];
    /** Somebody writes, which opens the chat and, at Meta, the window. */
    await peer.writes({ type: 'text', text: 'Hello' });
    const hello = await newest('direction=inbound');
    const contact: string = hello.from.contact_id;

    return {
      driver,
      peer,
      ask,
      settle,
      hello,
      contact,
      message: (id: string) => ask(200, 'GET', `/messages/${id}`),
      /** What the person writes, as it reads here. */
      receives: async (what: Written, how: Parameters<Peer['writes']>[1] = {}): Promise<Message> => {
        await peer.writes(what, how);
        return newest(
          how.group ? `direction=inbound&group_id=${how.group.id}` : `direction=inbound&contact_id=${contact}`,
        );
      },
      /** Sends to the person, or to whom `more` names, and returns the message once the network has it. */
      send: async (content: object, more: object = {}): Promise<Message> => {
        const { id } = await ask(202, 'POST', '/messages', { to: peer.phone, content, ...more });
        await settle();
        return ask(200, 'GET', `/messages/${id}`);
      },
      /** The other side got the message, and read it. */
      isRead: async (message: Message): Promise<Message> => {
        for (const status of ['sent', 'delivered', 'read'] as const) await peer.tells(message, status);
        return ask(200, 'GET', `/messages/${message.id}`);
      },
      events,
      document: async () =>
        (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
          paths: Record<string, Record<string, { 'x-drivers'?: string[] }>>;
        },
      /** The bytes of a file. */
      bytes: async (mediaId: string): Promise<Buffer> => {
        const { url } = await ask(200, 'GET', `/media/${mediaId}`);
        const answer = await fetch(new URL(new URL(url).pathname + new URL(url).search, server.url));
        return Buffer.from(await answer.arrayBuffer());
      },
    };
  };
}
