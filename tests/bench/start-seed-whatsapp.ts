/** Backlogs of WhatsApp for `start.ts`. */
import { runStatement } from '../../server/db/database';
import { engine } from '../../server/db/engine';
import { rawColumn } from '../../server/whatsapp/ingress/process';
import { whatsappSealer } from '../../server/whatsapp/sealed';
import { insertRaw } from '../../server/whatsapp/system/ingress';
import { copy, idOf, json, later, now, type Scene, SECRET_KEY, valueOf } from './start-copies';

const INSTANCES = 10;
const CHATS = 200;
const RECIPIENTS = 1000;
const RAW_A_TIME = 2000;

export async function seedSandboxMessages(scene: Scene): Promise<void> {
  const instanceId = await scene.post('/whatsapp/instances', { name: 'First', driver: 'sandbox' });
  const messageId = await scene.post(`/whatsapp/instances/${instanceId}/messages`, {
    to: '+4915100000000',
    content: { type: 'text', text: 'Hello' },
  });
  await scene.stop();
  await copy(scene, 'wa_instances', `id = '${instanceId}'`, INSTANCES, {
    id: idOf('wai', `n.i % ${INSTANCES}`),
    name: idOf('instance', 'n.i'),
  });
  await copyMessages(scene, messageId, idOf('wai', `n.i % ${INSTANCES}`));
}

/** Copies of a message that wait, over chats of the instances. */
async function copyMessages(scene: Scene, messageId: string, instance: string): Promise<void> {
  const [chat, contact] = await Promise.all(
    ['chat_id', 'contact_id'].map((name) =>
      valueOf(scene, `select ${name} from wa_messages where id = '${messageId}'`),
    ),
  );
  const place = `n.i % ${CHATS}`;
  await copy(scene, 'wa_contacts', `id = '${contact}'`, CHATS, {
    id: idOf('cnt', place),
    instance_id: instance,
    phone: engine === 'postgres' ? `'+49151' || lpad(n.i::text, 8, '0')` : `printf('+49151%08d', n.i)`,
  });
  await copy(scene, 'wa_contact_addresses', `contact_id = '${contact}'`, CHATS, {
    contact_id: idOf('cnt', place),
    instance_id: instance,
    address: engine === 'postgres' ? `'+49151' || lpad(n.i::text, 8, '0')` : `printf('+49151%08d', n.i)`,
  }).catch(() => {});
  await copy(scene, 'wa_chats', `id = '${chat}'`, CHATS, {
    id: idOf('cht', place),
    instance_id: instance,
    contact_id: idOf('cnt', place),
    provider_chat_id: idOf('chat', 'n.i'),
  });
  await copy(scene, 'wa_messages', `id = '${messageId}'`, scene.rows, {
    id: idOf('msg', 'n.i'),
    instance_id: instance,
    chat_id: idOf('cht', place),
    contact_id: idOf('cnt', place),
    status: `'queued'`,
    attempt: '1',
    provider_message_id: 'null',
    accepted_at: 'null',
    sent_at: 'null',
    delivered_at: 'null',
    read_at: 'null',
    dispatched_at: 'null',
    due_at: now,
    expires_at: later,
    client_reference: 'null',
  });
}

export async function seedSandboxSteps(scene: Scene): Promise<void> {
  const instanceId = await scene.post('/whatsapp/instances', { name: 'First', driver: 'sandbox' });
  const messageId = await scene.post(`/whatsapp/instances/${instanceId}/messages`, {
    to: '+4915100000000',
    content: { type: 'text', text: 'Hello' },
  });
  await scene.stop();
  await copy(scene, 'wa_instances', `id = '${instanceId}'`, INSTANCES, {
    id: idOf('wai', `n.i % ${INSTANCES}`),
    name: idOf('instance', 'n.i'),
  });
  const step = { type: 'event', event: { kind: 'status', messageId, providerMessageId: 'none', status: 'read' } };
  await runStatement(
    scene.place.database,
    `insert into wa_sandbox_timers (workspace_id, instance_id, step, due_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${scene.rows})
     select '${scene.workspaceId}', ${idOf('wai', `n.i % ${INSTANCES}`)}, ${json(step)}, ${now} from n`,
    [],
  );
}

/** An instance at the stand-in for the Graph API. */
async function cloudInstance({ post, graph }: Scene): Promise<string> {
  const account = {
    waba_id: '900000001',
    phone_number_id: '100000001',
    access_token: 'EAAtoken',
    app_secret: 'secret',
  };
  await graph.seed({ ...account, status_delays_ms: null });
  const pacing = { max_per_minute: 60_000, jitter_ms: [0, 0], new_chats_per_hour: null, new_chats_per_day: null };
  return post('/whatsapp/instances', {
    name: 'cloud',
    driver: 'cloud',
    settings: { pacing },
    cloud: { ...account, verify_token: 'verify', base_url: graph.url },
  });
}

const TEMPLATE = { type: 'template', name: 'hello_world', language: 'en_US' };

export async function seedCloudMessages(scene: Scene): Promise<void> {
  const instanceId = await cloudInstance(scene);
  const messageId = await scene.post(`/whatsapp/instances/${instanceId}/messages`, {
    to: '+4915100000000',
    content: TEMPLATE,
    schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await scene.stop();
  await copyMessages(scene, messageId, `'${instanceId}'`);
}

export async function seedCloudBatches(scene: Scene): Promise<void> {
  const instanceId = await cloudInstance(scene);
  await scene.stop();
  const waiting = Array.from({ length: RECIPIENTS }, (_, index) => ({
    to: `+49152${String(index).padStart(8, '0')}`,
  }));
  const order = { content: TEMPLATE, mediaId: null, waiting };
  await runStatement(
    scene.place.database,
    `insert into wa_batches (id, workspace_id, instance_id, status, content, total, rate, completed_at, created_at, updated_at, version)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${Math.ceil(scene.rows / RECIPIENTS)})
     select ${idOf('bat', 'n.i')}, '${scene.workspaceId}', '${instanceId}', 'queued', ${json(order)}, ${RECIPIENTS}, null, null,
       ${now}, ${now}, 1 from n`,
    [],
  );
}

export async function seedNotifications(scene: Scene): Promise<void> {
  const instanceId = await cloudInstance(scene);
  await scene.stop();
  const appId = await valueOf(scene, `select app_id from wa_instances where id = '${instanceId}'`);
  const sealer = whatsappSealer(SECRET_KEY);
  const at = new Date();
  for (let from = 0; from < scene.rows; from += RAW_A_TIME) {
    const rows = Array.from({ length: Math.min(RAW_A_TIME, scene.rows - from) }, (_, index) => {
      const bodyHash = `hash${from + index}`;
      const sealed = sealer.seal('notification', rawColumn({ appId, bodyHash }), inbound(from + index));
      return { workspaceId: scene.workspaceId, appId, bodyHash, sealed, at };
    });
    for (let part = 0; part < rows.length; part += 100)
      await insertRaw(scene.place.database, rows.slice(part, part + 100));
  }
}

const inbound = (number: number): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '900000001',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550000000', phone_number_id: '100000001' },
              contacts: [{ profile: { name: 'Ada' }, wa_id: `49151${String(number % CHATS).padStart(8, '0')}` }],
              messages: [
                {
                  from: `49151${String(number % CHATS).padStart(8, '0')}`,
                  id: `wamid.${number}`,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: 'text',
                  text: { body: 'Hello' },
                },
              ],
            },
          },
        ],
      },
    ],
  });

export async function seedMedia(scene: Scene): Promise<void> {
  const instanceId = await scene.post('/whatsapp/instances', { name: 'First', driver: 'sandbox' });
  await scene.stop();
  await runStatement(
    scene.place.database,
    `insert into wa_media (id, workspace_id, instance_id, kind, status, mime_type, size, provider_media_id, tries,
       next_try_at, created_at, updated_at, version)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${scene.rows})
     select ${idOf('med', 'n.i')}, '${scene.workspaceId}', '${instanceId}', 'image', 'pending', 'image/png', 0, 'gone', 4, ${now}, ${now},
       ${now}, 1 from n`,
    [],
  );
}
