import type { DriverName } from '../../../shared/whatsapp/drivers';
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

/** Drivers whose other side the scenarios have. */
export const HOSTED = ['sandbox', 'cloud'] as const satisfies DriverName[];
type HostedDriver = (typeof HOSTED)[number];

export type Stage = Awaited<ReturnType<ReturnType<typeof stages>>>;

interface DriverHost {
  call: ReturnType<typeof restClient>;
  /** Of the instance. */
  path: string;
  peer: (own: Host) => Peer;
}

/** Instances of all drivers on one server; each scenario has a person of its own on the other side. */
export function stages() {
  const place = cloudPlace();
  const hosts = new Map<DriverName, Promise<DriverHost>>();
  const settle = () => place.server().services.whatsapp.idle();

  async function madeAt(input: object, peer: DriverHost['peer']): Promise<DriverHost> {
    const scene = await whatsAppScenes(place.server())();
    return { call: scene.call, path: (await scene.instance(input)).at, peer };
  }
  const openHost: Record<HostedDriver, () => Promise<DriverHost>> = {
    sandbox: () => madeAt({ sandbox: { delays_ms: { sent: 0, delivered: 0, read: 0 } } }, sandboxPeer),
    async cloud() {
      const scene: CloudScene = await place.scene();
      return { call: scene.call, path: scene.path, peer: (own) => cloudPeer(own, place.graph(), scene) };
    },
  };

  return async function stage(driver: HostedDriver) {
    const host = hosts.get(driver) ?? openHost[driver]();
    hosts.set(driver, host);
    const { call, path, peer: peerOn } = await host;
    const ask: Host['ask'] = async (status, method, at, body) => {
      const answer = await call(method, path + at, body);
      if (answer.status === status) return answer.body;
      throw new Unexpected(`${method} ${at}`, answer);
    };
    const peer: Peer = peerOn({ ask, settle });
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
      hears: async (what: Written, how: Parameters<Peer['writes']>[1] = {}): Promise<Message> => {
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
      /** Events of a type about this person’s messages and this instance, oldest first. */
      events: async (type: string) => {
        const { body } = await call('GET', `/events?sort=-created_at&limit=100&type=${type}`);
        return (body.data as { data: Message }[]).map(({ data }) => data).toReversed();
      },
      document: async () =>
        (await (await fetch(`${place.server().url}/api/v1/openapi.json`)).json()) as {
          paths: Record<string, Record<string, { 'x-drivers'?: string[] }>>;
        },
      /** The bytes of a file. */
      bytes: async (mediaId: string): Promise<Buffer> => {
        const { url } = await ask(200, 'GET', `/media/${mediaId}`);
        const answer = await fetch(new URL(new URL(url).pathname + new URL(url).search, place.server().url));
        return Buffer.from(await answer.arrayBuffer());
      },
    };
  };
}
