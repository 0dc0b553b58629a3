import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Config } from '../../server/config/config';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { joinEgress } from '../../server/egress/egress';
import { createGuard } from '../../server/egress/guard';
import { createResolver } from '../../server/egress/resolver';
import type { Wire } from '../../server/egress/types';
import { createWire } from '../../server/egress/wire';
import type { WaDriver } from '../../server/whatsapp/drivers/driver';
import type { RemoteMedia } from '../../server/whatsapp/drivers/driver-events';
import { createMediaStore } from '../../server/whatsapp/media/store';
import type { IncomingMedia, MediaStoreOptions, OutgoingMedia } from '../../server/whatsapp/media/types';
import type { MediaRow } from '../../server/whatsapp/present/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waChats } from '../../server/whatsapp/schema/people';
import { workOn } from '../../server/whatsapp/work';
import { newId } from '../../shared/ids';
import type { InstanceSettings } from '../../shared/whatsapp/instance';
import { database, startServer } from '../support/app';
import { type Answer, restClient } from '../support/client';
import { startNameServer } from '../support/name-server';
import { startReceiver } from '../support/receiver';
import { seedKey, seedWorkspace } from '../support/seed';
import { FORM, formOf, seedInstance } from './media-fixtures';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP4z8DwHwQYYAwAVr0F++GsCgsAAAAASUVORK5CYII=',
  'base64',
);
export const MIB = 1024 * 1024;

type Page = (request: Request) => Response | Promise<Response>;

/**
 * A server whose files have a folder of their own, a clock that the test moves, and an internet of the test’s own: the
 * real guard and the real wire, but that every public address leads to `pages`; `/cut` breaks off.
 */
export async function startMediaPlace(config: Partial<Config> = {}) {
  const mediaFolder = mkdtempSync(join(tmpdir(), 'switchboard-media-'));
  const server = await startServer({ mediaFolder, ...config });
  const clock = { ahead: 0, stopped: undefined as number | undefined };
  const now = () => new Date((clock.stopped ?? Date.now()) + clock.ahead);
  const pages: Record<string, Page> = {};
  const asked: string[] = [];
  const internet = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return pages[pathname]?.(request) ?? new Response('none', { status: 404 });
    },
  });
  const breaking = await startReceiver((socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nonly this');
  });
  const names = await startNameServer({
    'files.example.com': { addresses: ['8.8.8.8'] },
    'inner.example.com': { addresses: ['10.0.0.1'] },
    'mixed.example.com': { addresses: ['8.8.8.8', '127.0.0.1'] },
  });
  const portOf = (path: string) => (path === '/cut' ? breaking.port : (internet.port ?? 0));
  const egress = internetOf(portOf, names.address);

  const provider = { files: new Map<string, Uint8Array | Error>(), asked: [] as RemoteMedia[] };
  const driver = {
    async fetchMedia(_instance: unknown, media: RemoteMedia, path: string) {
      provider.asked.push(media);
      const file = provider.files.get(media.providerMediaId);
      if (file instanceof Uint8Array) await Bun.write(path, file);
      else throw file ?? new Error('The provider knows no such file.');
    },
  } as Partial<WaDriver> as WaDriver;
  const settled: string[] = [];
  const services: MediaStoreOptions['services'] = () => ({ ...server.services, now, egress });
  const media = createMediaStore({
    queues: server.services.queues,
    services,
    driver: () => driver,
    reveal: () => ({}) as never,
    settled: async (_work, row) => void settled.push(row.id),
  });
  // The engine’s own would fetch the same files.
  await server.services.whatsapp.media.stop();
  Object.assign(server.services, { now, whatsapp: { ...server.services.whatsapp, media } });
  media.start();

  const on = (instance: { workspaceId: string; id: string }) => ({
    take: (order: OutgoingMedia) => inWork(instance, (work) => media.take(work, order)),
    receive: (order: IncomingMedia) => inWork(instance, (work) => media.receive(work, order)),
  });
  const inWork = (
    { workspaceId, id }: { workspaceId: string; id: string },
    run: Parameters<typeof workOn<MediaRow>>[3],
  ): Promise<MediaRow> => workOn({ ...services(), requestId: newId('req') }, scoped(database, workspaceId), id, run);

  return {
    ...server,
    media,
    clock,
    pages,
    /** Paths that the internet was asked for. */
    asked,
    provider,
    settled,
    on,
    /** Names of files below the folder, those on their way too. */
    files: () =>
      readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(mediaFolder.length + 1)),
    async stop() {
      await media.stop();
      egress.close();
      names.stop();
      breaking.stop();
      await internet.stop(true);
      await server.stop();
      rmSync(mediaFolder, { recursive: true, force: true });
    },
  };
}

function internetOf(portOf: (path: string) => number, nameServer: string) {
  const settings = { allowPrivate: [], allowHttp: true, host: '127.0.0.1', port: 1, dns: [], proxied: false };
  const baseUrl = 'https://switchboard.example.com';
  const guard = createGuard({ ...settings, allowLoopback: false, baseUrl }, createResolver([nameServer]));
  const wire = createWire();
  const routed: Wire = {
    ...wire,
    send: (target, request) =>
      wire.send({ ...target, address: '127.0.0.1', port: portOf(target.path), tls: false }, request),
  };
  return joinEgress(guard, routed);
}

type Place = Awaited<ReturnType<typeof startMediaPlace>>;

/** A workspace with an instance and a key. */
export async function mediaScene(
  { url }: Pick<Place, 'url'>,
  settings: Partial<InstanceSettings> = {},
  within?: { workspaceId: string },
) {
  const workspaceId = within?.workspaceId ?? (await seedWorkspace());
  const { secret } = await seedKey(workspaceId);
  const instance = await seedInstance(workspaceId, settings);
  const path = `/whatsapp/instances/${instance}/media`;
  const call = restClient(url, secret);

  return {
    workspaceId,
    id: instance,
    secret,
    path,
    call,
    /** `type` null leaves the type of the part out. */
    async upload(bytes: Uint8Array | string, type: string | null, name = 'file', headers: Record<string, string> = {}) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': FORM, ...headers },
        body: formOf(bytes, type, name),
      });
      const read: Answer = { status: answer.status, headers: answer.headers, body: await answer.json() };
      return read;
    },
    content: (id: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${url}/api/v1${path}/${id}/content`, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...headers },
      }),
    events: async (type: string) => (await call('GET', `/events?type=${type}`)).body.data,
  };
}

/** A message straight in the database. */
export async function seedMessage(
  { workspaceId, id: instanceId }: { workspaceId: string; id: string },
  columns: Partial<typeof waMessages.$inferInsert>,
): Promise<string> {
  const [at, chatId, id] = [new Date(), newId('cht'), newId('msg')];
  const place = { workspaceId, instanceId, createdAt: at, updatedAt: at };
  await queries(database)
    .insert(waChats)
    .values({ ...place, id: chatId, type: 'direct', providerChatId: chatId, title: 'Test', lastMessageAt: at });
  await queries(database)
    .insert(waMessages)
    .values({
      ...place,
      id,
      chatId,
      direction: 'outbound',
      origin: 'api',
      type: 'document',
      status: 'queued',
      statusHistory: [],
      senderKey: 'me',
      mentions: [],
      content: { type: 'text', text: 'Test' },
      reactions: [],
      metadata: {},
      edits: [],
      search: '',
      ...columns,
    });
  return id;
}
