import type { Scene } from './console';
import { onceAWorkspace } from './once';
import { inDays, publish } from './publications';
import { NORMAL, sandboxOf, sendText } from './whatsapp-messages';

/** The scene with publications in several states, an endpoint that was called, and a rule that ran. */
export const withSomeAutomation = onceAWorkspace(addAutomation);

async function addAutomation(scene: Scene): Promise<Partial<Scene>> {
  return {
    publicationId: await addPublications(scene),
    endpointId: await addEndpoint(scene),
    ruleId: await addRule(scene),
  };
}

/** One that was sent to a chat and a webhook, and others that wait; returns the sent one. */
async function addPublications(scene: Scene): Promise<string> {
  await sendText(scene, 'Hello');
  const webhook = await scene.act('mutate', 'webhooks.create', {
    url: 'https://hooks.example.com/publications',
    events: ['api_key.*'],
    name: 'Other systems of the whole of Europe',
  });
  await publish(scene, { title: 'A thought', draft: true });
  await publish(scene, { title: 'Ask first', requires_approval: true });
  await publish(scene, { title: 'Tomorrow', schedule: { mode: 'at', at: inDays(1) } });
  return publish(scene, {
    content: { text: 'Version 2 is out: https://example.com/changes' },
    short_links: 'auto',
    metadata: { team: 'growth' },
    targets: [
      { channel: 'whatsapp', instance_id: await sandboxOf(scene), to: [NORMAL] },
      { channel: 'webhook', to: [webhook['id']] },
    ],
  });
}

/** One that keeps samples, with one in it. */
async function addEndpoint(scene: Scene): Promise<string> {
  const made = await scene.act('mutate', 'automation.inbound_endpoints.create', { name: 'Orders of the shop' });
  const response = await fetch(String(made['url_with_token']), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: { id: 42, customer: 'Ada', lines: [{ title: 'A book', price: 12.5 }] } }),
  });
  await response.body?.cancel();
  return String(made['id']);
}

/** One that is run by hand, and was. */
async function addRule(scene: Scene): Promise<string> {
  const { id } = await scene.act('mutate', 'automation.rules.create', {
    name: 'A link for each order',
    trigger: { type: 'manual' },
    actions: [{ type: 'create_link', link: { url: 'https://example.com/{{ input.order }}' } }],
  });
  await scene.act('mutate', 'automation.rules.run', { rule_id: id, input: { order: 42 } });
  return String(id);
}
