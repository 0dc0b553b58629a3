import type { Scene } from './console';
import { sandboxOf, sendText, NORMAL } from './whatsapp-messages';

const DAY_MS = 86_400_000;
const withAutomation = new WeakMap<Scene, Promise<Scene>>();

/** The scene with publications in several states, an endpoint and a rule; made once a scene. */
export function withSomeAutomation(scene: Scene): Promise<Scene> {
  const made = withAutomation.get(scene) ?? addAutomation(scene);
  withAutomation.set(scene, made);
  return made;
}

async function addAutomation(scene: Scene): Promise<Scene> {
  const publicationId = await addPublications(scene);
  return { ...scene, publicationId };
}

/** One that was sent to a chat and a webhook, and others that wait; returns the sent one. */
async function addPublications(scene: Scene): Promise<string> {
  const instanceId = await sandboxOf(scene);
  await sendText(scene, 'Hello');
  const webhook = await scene.act('mutate', 'webhooks.create', {
    url: 'https://hooks.example.com/publications',
    events: ['api_key.*'],
    name: 'Other systems of the whole of Europe',
  });
  const make = (input: object) =>
    scene.act('mutate', 'automation.publications.create', {
      content: { text: 'Version 2 is out: https://example.com/changes' },
      targets: [{ channel: 'whatsapp', instance_id: instanceId, to: [NORMAL] }],
      ...input,
    });
  await make({ title: 'A thought', draft: true });
  await make({ title: 'Ask first', requires_approval: true });
  await make({ title: 'Tomorrow', schedule: { mode: 'at', at: new Date(Date.now() + DAY_MS).toISOString() } });
  const { id } = await make({
    short_links: 'auto',
    metadata: { team: 'growth' },
    targets: [
      { channel: 'whatsapp', instance_id: instanceId, to: [NORMAL] },
      { channel: 'webhook', to: [webhook['id']] },
    ],
  });
  return String(id);
}
