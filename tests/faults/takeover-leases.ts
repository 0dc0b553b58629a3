import { eq } from 'drizzle-orm';

import { ruleRuns } from '../../server/automation/schema/rules';
import { type Database, queries, runStatement } from '../../server/db/database';
import { idempotencyRecords } from '../../server/idempotency/schema';
import { linkImports } from '../../server/links/schema/links';
import { webhookDeliveries } from '../../server/webhooks/schema';
import { waCloudApps, waInstances, waProviderRaw } from '../../server/whatsapp/schema/instances';
import { waMedia } from '../../server/whatsapp/schema/media';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { claimRaw, insertRaw } from '../../server/whatsapp/system/ingress';
import { newId } from '../../shared/ids';
import type { restClient } from '../support/client';
import { until } from '../support/process';
import { engineOn, enqueue, seedInstance } from '../whatsapp/queue-support';

/** No lease ends by itself while a test runs. */
const LEASE_MS = 3_600_000;
const DELAY = { type: 'delay', seconds: 2_592_000 };

interface LeaseContext {
  database: Database;
  workspaceId: string;
  call: ReturnType<typeof restClient>;
  /** The process that is to be killed, as it stands on leases. */
  owner: string;
  /** Where webhooks are received. */
  hook: string;
  /** Where the file of an import lies. */
  importPath: (id: string) => string;
}

/** One of each kind of lease, all of one process; each says whether somebody else has it, or it is over. */
export async function leasedTo(context: LeaseContext): Promise<Record<string, () => Promise<boolean>>> {
  const { database, call, owner } = context;
  const db = queries(database);
  const leaseUntil = new Date(Date.now() + LEASE_MS);
  const lease = { leaseOwner: owner, leaseUntil };
  const post = async (path: string, body: object) => {
    const answer = await call('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const isFree = (table: string, key: string, value: string | number) => async (): Promise<boolean> => {
    const [row] = await runStatement(database, `select lease_owner from ${table} where ${key} = $1`, [value]);
    return row?.[0] !== owner;
  };

  const cloud = await seedInstance(database);
  const [messageId = ''] = await enqueue(engineOn(database), database, cloud, [{ to: '15550200001', text: 'Hello' }]);
  await db
    .update(waMessages)
    .set({ status: 'sending', ...lease, dueAt: leaseUntil })
    .where(eq(waMessages.id, messageId));

  const raw = await leasedNotification(database, cloud, { owner, leaseUntil });

  const webhook = await post('/webhooks', { name: 'Leased', url: context.hook, events: ['link.created'] });
  await post('/links', { url: 'https://example.com/leased' });
  const deliveryOf = async () => {
    const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, 2));
    return row;
  };
  await until(async () => (await deliveryOf()) !== undefined);
  const delivery = await deliveryOf();
  await db
    .update(webhookDeliveries)
    .set({ state: 1, ...lease })
    .where(eq(webhookDeliveries.no, delivery?.no ?? 0));
  await post(`/webhooks/${webhook.id}/pause`, {});

  const rule = await post('/rules', { name: 'Leased', trigger: { type: 'manual' }, actions: [DELAY] });
  const run = await post(`/rules/${rule.id}/run`, { input: {} });
  const runStatus = async () => (await db.select().from(ruleRuns).where(eq(ruleRuns.id, run.id)))[0]?.status;
  await until(async () => (await runStatus()) === 'waiting');
  await db
    .update(ruleRuns)
    .set({ status: 'running', ...lease })
    .where(eq(ruleRuns.id, run.id));

  const sandbox = await post('/whatsapp/instances', { name: 'Leased', driver: 'sandbox' });
  const now = new Date();
  const mediaId = newId('med');
  const columns = { workspaceId: context.workspaceId, createdAt: now };
  await db.insert(waMedia).values({
    ...columns,
    id: mediaId,
    instanceId: sandbox.id,
    kind: 'image',
    status: 'pending',
    mimeType: 'image/png',
    providerMediaId: 'none',
    nextTryAt: now,
    updatedAt: now,
    ...lease,
  });

  const importId = newId('imp');
  await Bun.write(context.importPath(importId), 'url\nhttps://example.com/imported\n');
  await db.insert(linkImports).values({
    ...columns,
    id: importId,
    status: 'running',
    format: 'csv',
    onConflict: 'skip',
    dryRun: false,
    suppressEvents: false,
    columns: {},
    fileSha256: '',
    fileBytes: 40,
    errors: [],
    createdByType: 'key',
    createdById: newId('key'),
    ...lease,
  });

  const once = () => call('POST', '/link-tags', { name: 'Once' }, { 'idempotency-key': 'once' });
  if ((await once()).status !== 201) throw new Error('The tag was not created.');
  const { workspaceId } = context;
  const reserved = { state: 'running' as const, owner: `${owner}:once`, leaseExpiresAt: leaseUntil };
  await db.update(idempotencyRecords).set(reserved).where(eq(idempotencyRecords.workspaceId, workspaceId));
  if ((await once()).body.code !== 'idempotency_in_progress') throw new Error('The key is not reserved.');

  return {
    'idempotency keys': async () => (await once()).body.code !== 'idempotency_in_progress',
    messages: isFree('wa_messages', 'id', messageId),
    notifications: async () => (await raw.read())?.leaseOwner !== owner,
    webhooks: isFree('webhook_deliveries', 'no', delivery?.no ?? 0),
    'rule runs': isFree('rule_runs', 'id', run.id),
    media: isFree('wa_media', 'id', mediaId),
    imports: isFree('link_imports', 'id', importId),
  };
}

/** A notification of a WhatsApp app of an instance that a process is working off. */
export async function leasedNotification(
  database: Database,
  { id, workspaceId }: { id: string; workspaceId: string },
  { owner, leaseUntil }: { owner: string; leaseUntil: Date },
) {
  const db = queries(database);
  const now = new Date();
  const appId = newId('wca');
  const app = {
    id: appId,
    workspaceId,
    secretHash: appId,
    secretSealed: '',
    verifyTokenSealed: '',
    verifyTokenHint: '',
  };
  await db.insert(waCloudApps).values({ ...app, ingressToken: appId, createdAt: now, updatedAt: now });
  await db.update(waInstances).set({ appId }).where(eq(waInstances.id, id));
  // Nobody else may claim it first.
  await database.transaction(async (tx) => {
    await insertRaw(tx, [{ workspaceId, appId, bodyHash: appId, sealed: 'sealed', at: now }]);
    await claimRaw(tx, workspaceId, { owner, now, until: leaseUntil, limit: 1 });
  });
  const read = async () => (await db.select().from(waProviderRaw).where(eq(waProviderRaw.appId, appId)))[0];
  if ((await read())?.leaseOwner !== owner) throw new Error('The notification was not claimed.');
  return { read };
}
