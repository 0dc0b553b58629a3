/** Backlogs for `start.ts`: one row of each kind comes from the app, the others are copies of it. */
import { join } from 'node:path';

import { readConfig } from '../../server/config/config';
import { runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { createJournal } from '../../server/links/clicks/journal/journal';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { clickOf } from '../links/clicks/journal-support';
import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';
import { copy, idOf, json, later, now, type Scene, SECRET_KEY, type SeedContext, valueOf } from './start-copies';
import {
  seedCloudBatches,
  seedCloudMessages,
  seedMedia,
  seedNotifications,
  seedSandboxMessages,
  seedSandboxSteps,
} from './start-seed-whatsapp';

const WEBHOOKS = 20;

export const KINDS = {
  none: async () => {},
  sandbox_messages: seedSandboxMessages,
  sandbox_steps: seedSandboxSteps,
  cloud_messages: seedCloudMessages,
  cloud_batches: seedCloudBatches,
  notifications: seedNotifications,
  deliveries: seedDeliveries,
  publications: seedPublications,
  rule_events: seedRuleEvents,
  rule_runs: seedRuleRuns,
  inbound_replays: seedInboundReplays,
  media: seedMedia,
  imports: seedImports,
  clicks: seedClicks,
} satisfies Record<string, (scene: Scene) => Promise<void>>;
export type Kind = keyof typeof KINDS;

/** Seeds a backlog, and returns the secret of a key. */
export async function seedBacklog(context: SeedContext, kind: Kind): Promise<string> {
  const { place } = context;
  const workspaceId = await seedWorkspace('Backlog', place.database);
  const { secret } = await seedKey(workspaceId, {}, place.database);
  const server = await startServer(
    {
      webhookAllowPrivate: ['127.0.0.0/8'],
      webhookAllowHttp: true,
      whatsappAllowCustomGraphUrl: true,
      whatsappLoopbackGraph: true,
    },
    { store: place.database },
  );
  const call = restClient(server.url, secret);
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body);
    if (answer.status < 300) return answer.body.id;
    throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const stop = async (): Promise<void> => {
    await server.services.whatsapp.idle();
    await server.services.automation.publisher.idle();
    await server.services.automation.rules.idle();
    await server.stop();
  };
  let isStopped = false;
  await KINDS[kind]({
    ...context,
    workspaceId,
    post,
    stop: async () => {
      isStopped = true;
      await stop();
    },
  });
  if (!isStopped) await stop();
  const analyze = engine === 'postgres' ? 'analyze' : 'pragma optimize';
  await runStatement(place.database, analyze, []);
  return secret;
}

async function seedDeliveries(scene: Scene): Promise<void> {
  for (let index = 0; index < WEBHOOKS; index += 1)
    await scene.post('/webhooks', { name: `Hook ${index}`, url: scene.hookUrl(index), events: ['link.created'] });
  await scene.post('/links', { url: 'https://example.com/1' });
  await scene.stop();
  const first = await valueOf(scene, 'select min(no) from webhook_deliveries');
  await copy(scene, 'webhook_deliveries', `no = ${first}`, scene.rows, {
    id: idOf('dlv', 'n.i'),
    webhook_no: `(select min(no) from webhooks) + n.i % ${WEBHOOKS}`,
    state: '0',
    attempts: '0',
    next_at: now,
    lease_owner: 'null',
    lease_until: 'null',
  });
}

async function seedPublications(scene: Scene): Promise<void> {
  const instanceId = await scene.post('/whatsapp/instances', { name: 'First', driver: 'sandbox' });
  const id = await scene.post('/publications', {
    content: { text: 'Version 2 is out.' },
    targets: [{ channel: 'whatsapp', instance_id: instanceId, to: ['+15550100000'] }],
    schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await scene.stop();
  await copy(scene, 'publications', `id = '${id}'`, scene.rows, {
    id: idOf('pub', 'n.i'),
    status: `'scheduled'`,
    due_at: now,
    expires_at: later,
  });
  await copy(scene, 'publication_deliveries', `publication_id = '${id}'`, scene.rows, {
    id: idOf('pdl', 'n.i'),
    publication_id: idOf('pub', 'n.i'),
    next_attempt_at: now,
  });
}

const RULE = {
  name: 'Follow',
  trigger: { type: 'event', events: ['link.updated'] },
  actions: [{ type: 'delay', seconds: 2_592_000 }],
};

async function seedRuleEvents(scene: Scene): Promise<void> {
  await scene.post('/rules', RULE);
  await scene.post('/links', { url: 'https://example.com/1' });
  await scene.stop();
  const { workspaceId } = scene;
  const from = `(select last_sequence from workspace_counter where workspace_id = '${workspaceId}')`;
  await copy(scene, 'events', `workspace_id = '${workspaceId}' and type = 'link.created'`, scene.rows, {
    id: idOf('evt', 'n.i'),
    sequence: `${from} + n.i`,
    type: `'link.updated'`,
    dedupe_key: 'null',
  });
  await runStatement(
    scene.place.database,
    `update workspace_counter set last_sequence = last_sequence + ${scene.rows} where workspace_id = '${workspaceId}'`,
    [],
  );
}

async function seedRuleRuns(scene: Scene): Promise<void> {
  const rule = await scene.post('/rules', {
    ...RULE,
    trigger: { type: 'manual' },
    actions: [{ type: 'delay', seconds: 1 }],
  });
  const run = await scene.post(`/rules/${rule}/run`, { input: {} });
  await scene.stop();
  await copy(scene, 'rule_runs', `id = '${run}'`, scene.rows, {
    id: idOf('run', 'n.i'),
    origin: idOf('origin', 'n.i'),
    status: `'queued'`,
    next_at: now,
    lease_owner: 'null',
    lease_until: 'null',
  });
}

async function seedInboundReplays(scene: Scene): Promise<void> {
  const endpoint = await scene.post('/inbound-endpoints', { name: 'ProcessInput', mode: 'record' });
  const request = await scene.post(`/inbound/${endpoint}`, { message: 'Hi' });
  await scene.stop();
  await copy(scene, 'inbound_requests', `id = '${request}'`, scene.rows, {
    id: idOf('inr', 'n.i'),
    status: `'pending'`,
    replay_of: `'${request}'`,
    body_of: `'${request}'`,
    replay_version: `'current'`,
    is_sample: engine === 'postgres' ? 'false' : '0',
  });
}

async function seedImports(scene: Scene): Promise<void> {
  await scene.stop();
  const no = engine === 'postgres' ? 'false' : '0';
  await runStatement(
    scene.place.database,
    `insert into link_imports (id, workspace_id, status, format, columns, on_conflict, dry_run, suppress_events, errors,
       file_sha256, file_bytes, "offset", line, rows_done, created, updated, skipped, failed, created_by_type, created_by_id,
       created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${scene.rows})
     select ${idOf('imp', 'n.i')}, '${scene.workspaceId}', 'queued', 'csv', ${json({})}, 'skip', ${no}, ${no}, ${json([])},
       '', 0, 0, 0, 0, 0, 0, 0, 0, 'key', 'key_bench', ${now} from n`,
    [],
  );
}

async function seedClicks(scene: Scene): Promise<void> {
  await scene.stop();
  const config = readConfig({ LOG_LEVEL: 'error', SECRET_KEY: SECRET_KEY.toString('base64') });
  const journal = createJournal({
    config,
    folder: engine === 'postgres' ? scene.clickFolder : join(scene.place.url, '..', 'clicks'),
    log: createLog('error'),
    metrics: createMetrics(),
    secretKey: SECRET_KEY,
    rows: undefined,
  });
  await journal.start();
  const { workspaceId } = scene;
  for (let from = 0; from < scene.rows; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, number) => journal.record(clickOf(from + number, { workspaceId }))),
    );
  await journal.stop();
}
