import { openBrowser } from '../../support/browser';
import { OWNER, PASSWORD, type Console, type Scene } from './console';
import { onceAWorkspace } from './once';
import { join } from './people';

const populated = new Map<string, Promise<void>>();

/** Vera, a developer of the workspace, Olga, who owns it too, so that the first owner may leave, and a second session of the owner; once a workspace. */
export async function populate(server: Console & { scene: Scene }): Promise<void> {
  const done = populated.get(server.scene.workspaceId) ?? add(server);
  populated.set(server.scene.workspaceId, done);
  await done;
}

/** The scene with a webhook that has got a delivery. */
export const withOneWebhook = onceAWorkspace(addWebhook);

async function addWebhook(scene: Scene): Promise<Partial<Scene>> {
  const input = { url: 'switchboard://inbox', events: ['api_key.*'], name: 'Inbox' };
  const { id } = await scene.act('mutate', 'webhooks.create', input);
  await scene.act('mutate', 'webhooks.test', { webhook_id: id });
  return { webhookId: String(id) };
}

async function add(server: Console & { scene: Scene }): Promise<void> {
  await join(server, 'developer', 'Vera');
  await join(server, 'owner', 'Olga');
  const { status, text } = await openBrowser(server.url).mutate('auth.sign_in', {
    email: OWNER.email,
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(text);
}
