import { openBrowser } from '../../support/browser';
import { OWNER, PASSWORD, type Console, type Scene } from './console';
import { join } from './people';

const populated = new WeakMap<Scene, Promise<void>>();

/** Vera, a developer of the workspace, Olga, who owns it too, so that the first owner may leave, and a second session of the owner; once a scene. */
export async function populate(server: Console & { scene: Scene }): Promise<void> {
  const done = populated.get(server.scene) ?? add(server);
  populated.set(server.scene, done);
  await done;
}

const withWebhook = new WeakMap<Scene, Promise<Scene>>();

/** The scene with a webhook that has got a delivery; made once a scene. */
export function withOneWebhook(scene: Scene): Promise<Scene> {
  const made = withWebhook.get(scene) ?? addWebhook(scene);
  withWebhook.set(scene, made);
  return made;
}

async function addWebhook(scene: Scene): Promise<Scene> {
  const input = { url: 'switchboard://inbox', events: ['api_key.*'], name: 'Inbox' };
  const { id } = await scene.act('mutate', 'webhooks.create', input);
  await scene.act('mutate', 'webhooks.test', { webhook_id: id });
  return { ...scene, webhookId: String(id) };
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
