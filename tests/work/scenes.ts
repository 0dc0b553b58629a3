import { and, eq } from 'drizzle-orm';

import { inboundRequests } from '../../server/automation/schema/inbound';
import { publications } from '../../server/automation/schema/publications';
import { rules } from '../../server/automation/schema/rules';
import { type Database, queries, runStatement, type Value } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { emit } from '../../server/events/emit';
import { events } from '../../server/events/schema';
import { INTEREST } from '../../server/links/clicks/interest-bits';
import { linkImports } from '../../server/links/schema/links';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { waSockets } from '../../server/whatsapp/schema/sockets';
import { insertSteps } from '../../server/whatsapp/system/sandbox';
import { exampleOf } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { DEFAULT_WEB } from '../../shared/whatsapp/drivers/web';
import { automationScenes, textTo } from '../automation/support';
import { click } from '../links/clicks/support';
import { seedImport } from '../links/import-scene';
import { startServer } from '../support/app';
import { until } from '../support/process';
import { insertInstance } from '../whatsapp/insert-instance';
import { signature } from '../whatsapp/meta-graph/notify';
import { freshName } from '../whatsapp/support';

export type Server = Awaited<ReturnType<typeof startServer>>;
type Scene = Awaited<ReturnType<ReturnType<typeof automationScenes>>>;

/** Work that is due once, and how often its effect is there. */
export interface DueWork {
  workspaceId: string;
  effects: () => Promise<number>;
}

/** Queues by name, each with how one piece of work becomes due; none of them runs meanwhile. */
type Fixture = (server: Server, scene: Scene) => Promise<() => Promise<number>>;

const DELAY = { type: 'delay', seconds: 2_592_000 };
const LINK_STEP = { type: 'create_link', link: { url: 'https://example.com/made' } };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP4z8DwHwQYYAwAVr0F++GsCgsAAAAASUVORK5CYII=',
  'base64',
);

const countOf =
  ({ services: { store } }: Server, text: string, ...values: Value[]) =>
  async (): Promise<number> =>
    Number((await runStatement(store, text, values))[0]?.[0]);

const eventsOf =
  ({ services: { store } }: Server, workspaceId: string, type: string) =>
  (): Promise<number> =>
    queries(store).$count(events, and(eq(events.workspaceId, workspaceId), eq(events.type, type as never)));

export const FIXTURES: Record<string, Fixture> = {
  async link_clicks(server, { workspaceId, expectStatus }) {
    const { clicks } = server.services;
    await expectStatus(201, 'POST', '/webhooks', { url: 'http://127.0.0.1:1099/', events: ['link.clicked'] });
    const link = await expectStatus(201, 'POST', '/links', { url: 'https://example.com/clicked' });
    const { id: linkId, domain_id: domainId } = link;
    await clicks.record(click({ workspaceId, linkId, domainId, interest: INTEREST.single }));
    const isHandedOver = async (): Promise<boolean> =>
      (await clicks.store.handoffWorkspaces()).some((one) => one.workspaceId === workspaceId);
    await until(isHandedOver);
    return eventsOf(server, workspaceId, 'link.clicked');
  },

  async webhook_deliveries(server, { workspaceId, expectStatus }) {
    // Processes of one PostgreSQL share them by chance: that one of two has none of so many is one in 10^9.
    const webhooks = (await expectStatus(200, 'GET', '/webhooks?limit=50')).data as unknown[];
    const order = { url: pictureUrl(), events: ['link.created'] };
    for (let more = webhooks.length; more < 30; more += 1) await expectStatus(201, 'POST', '/webhooks', order);
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/told' });
    return countOf(
      server,
      `select case when count(*) > 0 and sum(case when state = 2 then 1 else 0 end) = count(*) then 1 else 0 end
       from webhook_deliveries where workspace_id = $1`,
      workspaceId,
    );
  },

  async link_imports(server, { workspaceId }) {
    const { store, config } = server.services;
    const id = await seedImport(workspaceId, store);
    await queries(store).update(linkImports).set({ onConflict: 'skip' }).where(eq(linkImports.id, id));
    await Bun.write(`${config.importFolder}/${id}`, 'url\nhttps://example.com/imported\n');
    return eventsOf(server, workspaceId, 'link.created');
  },

  async inbound_replays(server, { workspaceId, expectStatus }) {
    const webhook = await expectStatus(201, 'POST', '/webhooks', { url: 'http://127.0.0.1:1099/', events: [] });
    const hook = await expectStatus(201, 'POST', '/inbound-endpoints', {
      name: 'Replayed',
      mapping: { content: { text: '{{ body.message }}' } },
      targets: [{ channel: 'webhook', to: [webhook.id] }],
    });
    const { pathname } = new URL(hook.url_with_token ?? hook.url);
    const answer = await fetch(server.url + pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Once more' }),
    });
    const { id } = (await answer.json()) as { id: string };
    await expectStatus(202, 'POST', `/inbound-requests/${id}/replay`, {});
    const { store } = server.services;
    const isReplay = and(eq(inboundRequests.replayOf, id), eq(inboundRequests.status, 'accepted'));
    return async () => {
      const published = await queries(store).$count(publications, eq(publications.workspaceId, workspaceId));
      return (await queries(store).$count(inboundRequests, isReplay)) === 0 ? 0 : published - 1;
    };
  },

  async rule_runs(server, { workspaceId, expectStatus }) {
    const rule = { name: 'Once', trigger: { type: 'manual' }, actions: [LINK_STEP] };
    const { id } = await expectStatus(201, 'POST', '/rules', rule);
    await expectStatus(202, 'POST', `/rules/${id}/run`, { input: {} });
    return eventsOf(server, workspaceId, 'link.created');
  },

  async rule_schedules(server, { expectStatus }) {
    const rule = { name: 'Daily', trigger: { type: 'schedule', cron: '@monthly', timezone: 'UTC' }, actions: [DELAY] };
    const { id } = await expectStatus(201, 'POST', '/rules', rule);
    const past = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    await queries(server.services.store).update(rules).set({ nextRunAt: past }).where(eq(rules.id, id));
    return countOf(server, 'select count(*) from rule_runs where rule_id = $1', id);
  },

  async events_rules(server, { expectStatus }) {
    const rule = { name: 'Heard', trigger: { type: 'event', events: ['link.created'] }, actions: [DELAY] };
    const { id } = await expectStatus(201, 'POST', '/rules', rule);
    await expectStatus(201, 'POST', '/links', { url: 'https://example.com/heard' });
    return countOf(server, 'select count(*) from rule_runs where rule_id = $1', id);
  },

  async events_publisher(server, { workspaceId }) {
    const { store } = server.services;
    const { data } = exampleOf('whatsapp.message.sent');
    const ctx = { ...server.services, requestId: newId('req') };
    await runStatement(
      store,
      `insert into event_cursors (consumer, workspace_id, sequence) values ('publisher', $1, 0) on conflict do nothing`,
      [workspaceId],
    );
    const event = { type: 'whatsapp.message.sent', data } as Parameters<typeof emit>[2][number];
    await store.transaction((tx) => emit(ctx, scoped(tx, workspaceId), [event]));
    return countOf(
      server,
      `select count(*) from event_cursors where consumer = 'publisher' and workspace_id = $1 and sequence >= 1`,
      workspaceId,
    );
  },

  async publications(server, { workspaceId, instance, publish }) {
    const { id: instanceId } = await instance();
    await publish(textTo(instanceId, ['+15557000001']));
    return countOf(server, 'select count(*) from wa_messages where workspace_id = $1', workspaceId);
  },

  async publication_times(server, { instance, publish }) {
    const { id: instanceId } = await instance();
    const schedule_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await publish(textTo(instanceId, ['+15557000001'], { schedule_at }));
    const past = { dueAt: new Date(Date.now() - 1000) };
    await queries(server.services.store).update(publications).set(past).where(eq(publications.id, id));
    return countOf(server, `select count(*) from publications where id = $1 and status <> 'scheduled'`, id);
  },

  async whatsapp_sends(server, { workspaceId, instance, expectStatus }) {
    const { at } = await instance();
    const content = { type: 'text', text: 'Once' };
    await expectStatus(202, 'POST', `${at}/messages`, { to: '+15557000003', content });
    return eventsOf(server, workspaceId, 'whatsapp.message.sent');
  },

  async whatsapp_sandbox_steps(server, { workspaceId, instance, expectStatus }) {
    const webhook = { url: 'http://127.0.0.1:1099/', events: ['whatsapp.presence.updated'] };
    await expectStatus(201, 'POST', '/webhooks', webhook);
    const { id: instanceId } = await instance();
    const { store } = server.services;
    // Applied twice, it is two events.
    const event = { kind: 'presence', person: { phone: '15557000004' }, state: 'typing', lastSeenAt: null };
    const step = { type: 'event', event };
    await store.transaction((tx) => insertSteps(tx, [{ workspaceId, instanceId, step, dueAt: new Date() }]));
    return eventsOf(server, workspaceId, 'whatsapp.presence.updated');
  },

  async whatsapp_sockets(server, { workspaceId }) {
    const { store } = server.services;
    const at = new Date();
    const acknowledged = { acknowledged_at: at.toISOString(), acknowledged_by: { type: 'user', id: 'usr_1' } } as const;
    const columns = {
      driver: 'web',
      status: 'connecting',
      generation: 1,
      web: { ...DEFAULT_WEB, ...acknowledged },
    } as const;
    const { id: instanceId } = await insertInstance(workspaceId, columns, store);
    const socket = { instanceId, workspaceId, goal: 'open', dueAt: at, createdAt: at } as const;
    await queries(store).insert(waSockets).values(socket);
    // Without the package of the driver it is closed again.
    return countOf(
      server,
      `select count(*) from wa_sockets where instance_id = $1 and (opened_at is not null or goal <> 'open')`,
      instanceId,
    );
  },

  async whatsapp_expiries(server, { workspaceId, instance, expectStatus }) {
    const { at } = await instance();
    const schedule_at = new Date(Date.now() + 86_400_000).toISOString();
    const content = { type: 'text', text: 'Too late' };
    const { id } = await expectStatus(202, 'POST', `${at}/messages`, { to: '+15557000005', content, schedule_at });
    const past = { expiresAt: new Date(Date.now() - 1000) };
    await queries(server.services.store).update(waMessages).set(past).where(eq(waMessages.id, id));
    return eventsOf(server, workspaceId, 'whatsapp.message.failed');
  },

  async whatsapp_status_reports(server, { workspaceId, instance }) {
    const { id } = await instance();
    const { store } = server.services;
    const lasting = { status: 'reconnecting', reportedStatus: 'connected', reportAt: new Date() } as const;
    const count = eventsOf(server, workspaceId, 'whatsapp.instance.status_changed');
    const before = await count();
    await queries(store).update(waInstances).set(lasting).where(eq(waInstances.id, id));
    return async () => (await count()) - before;
  },

  async whatsapp_media(server, { workspaceId, instance, expectStatus }) {
    const { at } = await instance();
    await expectStatus(201, 'POST', `${at}/media`, { url: pictureUrl() });
    // Whether this address may be fetched does not matter: the file is settled once.
    const [stored, failed] = ['stored', 'failed'].map((how) => eventsOf(server, workspaceId, `whatsapp.media.${how}`));
    return async () => ((await stored?.()) ?? 0) + ((await failed?.()) ?? 0);
  },

  async whatsapp_batches(server, { workspaceId, instance, expectStatus }) {
    const { at } = await instance();
    const recipients = [{ to: '+15557000002' }];
    await expectStatus(202, 'POST', `${at}/batches`, { content: { type: 'text', text: 'To many' }, recipients });
    return countOf(server, 'select count(*) from wa_messages where workspace_id = $1', workspaceId);
  },

  async whatsapp_notifications(server, { workspaceId, expectStatus }) {
    const number = String(Math.floor(Math.random() * 1e12));
    const cloud = { phone_number_id: number, access_token: 'EAAtoken', app_secret: 'secret-of-the-app' };
    const order = { name: freshName(), driver: 'cloud', connect: false, cloud };
    const made = await expectStatus(201, 'POST', '/whatsapp/instances', order);
    const messages = [{ from: '16505551234', id: `wamid.${number}`, type: 'text', text: { body: 'Hello' } }];
    const value = { metadata: { phone_number_id: number }, messages };
    const body = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
    const headers = { 'x-hub-signature-256': signature(cloud.app_secret, body) };
    const { pathname } = new URL(made.cloud.ingress_url);
    const answer = await fetch(server.url + pathname, { method: 'POST', body, headers });
    if (answer.status !== 200) throw new Error(`The notification was answered by ${answer.status}.`);
    return eventsOf(server, workspaceId, 'whatsapp.message.received');
  },
};

let pictures: ReturnType<typeof Bun.serve> | undefined;
function pictureUrl(): string {
  pictures ??= Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(PNG, { headers: { 'content-type': 'image/png' } }),
  });
  pictures.unref();
  return `http://127.0.0.1:${pictures.port}/picture.png`;
}

const ALLOW = { webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true };

/** A server of which the queues do not run until `resume`. */
export async function startPaused(store: Database) {
  const server = await startServer(ALLOW, { store });
  const queues = [...server.services.queues.all()];
  await Promise.all(queues.map((queue) => queue.stop()));
  return {
    ...server,
    names: queues.map(({ name }) => name),
    resume(): void {
      for (const queue of queues) queue.start();
    },
  };
}

/** Pieces of work of each queue, those of each in a workspace of its own. */
export async function makeAll(server: Server, count = 1): Promise<Map<string, DueWork>> {
  const made = new Map<string, DueWork>();
  const scenes = automationScenes(server);
  for (const [name, fixture] of Object.entries(FIXTURES)) {
    const scene = await scenes();
    let effects = await fixture(server, scene);
    for (let more = 1; more < count; more += 1) effects = await fixture(server, scene);
    made.set(name, { workspaceId: scene.workspaceId, effects });
  }
  return made;
}

/** How often each effect is there, by queue. */
export async function effectsOf(made: ReadonlyMap<string, DueWork>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, { effects }] of made) counts[name] = await effects();
  return counts;
}

const expected = (made: ReadonlyMap<string, DueWork>): Record<string, number> =>
  Object.fromEntries([...made.keys()].map((name) => [name, 1]));

/** Resolves once each effect is there; returns the counts, and what is expected of them. */
export async function whenDone(made: ReadonlyMap<string, DueWork>, timeoutMs = 60_000) {
  const waiting = new Map(made);
  const isDone = async (): Promise<boolean> => {
    for (const [name, { effects }] of waiting) if ((await effects()) > 0) waiting.delete(name);
    return waiting.size === 0;
  };
  await until(isDone, { timeoutMs, everyMs: 20 }).catch(() => {});
  return { counts: await effectsOf(made), once: expected(made) };
}
