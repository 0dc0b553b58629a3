import type { Scene } from './console';
import { onceAWorkspace } from './once';
import { sandboxOf } from './whatsapp-messages';

export const PEOPLE = ['+15550100000', '+15550100008', '+15550100021'] as const;

export async function makeInstance(scene: Scene, input: object): Promise<string> {
  const { id } = await scene.act('mutate', 'whatsapp.instances.create', { driver: 'sandbox', ...input });
  return String(id);
}

export async function makeGroup(scene: Scene, instanceId: string, subject = 'Night crew'): Promise<string> {
  const { id } = await scene.act('mutate', 'whatsapp.groups.create', {
    instance_id: instanceId,
    subject,
    description: 'Who is there at night, and what is to be done',
    participants: PEOPLE.slice(0, 2),
  });
  return String(id);
}

/** Somebody writes. */
export async function receiveFrom(scene: Scene, instanceId: string, from: string, text: string): Promise<void> {
  await scene.act('mutate', 'whatsapp.sandbox.simulate_inbound', {
    instance_id: instanceId,
    from,
    event: { type: 'message', content: { type: 'text', text } },
  });
}

/** A number of the Cloud API that nobody connects. */
export const CLOUD = {
  driver: 'cloud',
  connect: false,
  cloud: {
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
    access_token: 'EAAGno-token-of-anybody',
    app_secret: '0123456789abcdef0123456789abcdef',
    verify_token: 'what-meta-repeats-0001',
  },
};

/** The scene with instances in several states, and a sandbox with people, a group and templates. */
export const withSomeInstances = onceAWorkspace(addInstances);

async function addInstances(scene: Scene): Promise<Partial<Scene>> {
  const instanceId = await sandboxOf(scene);
  await makeInstance(scene, { name: 'Front desk', sandbox: { require_scan: true } });
  await makeInstance(scene, { name: 'Campaigns', sandbox: { scenario: 'banned' } });
  await makeInstance(scene, { name: 'Support of the whole of Europe', ...CLOUD });
  await makeGroup(scene, instanceId);
  await scene.act('mutate', 'whatsapp.templates.sync', { instance_id: instanceId });
  for (const from of PEOPLE) await receiveFrom(scene, instanceId, from, 'Is anybody there?');
  const { id: batchId } = await scene.act('mutate', 'whatsapp.batches.create', {
    instance_id: instanceId,
    content: { type: 'text', text: 'Hello {{name}}' },
    recipients: [...PEOPLE.map((to) => ({ to, variables: { name: to.slice(-4) } })), { to: 'nobody' }],
  });
  return { instanceId, batchId: String(batchId) };
}
