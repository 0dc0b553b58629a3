import type { Scene } from './console';

export const NORMAL = '+15550100000';

/** The sandbox that every workspace has. */
export async function sandboxOf({ act }: Pick<Scene, 'act'>): Promise<string> {
  const { data } = await act('query', 'whatsapp.instances.list', { driver: 'sandbox', limit: 100 });
  // The newest come first, and may be of a test that broke them.
  const first = (data as { id: string }[]).at(-1);
  if (!first) throw new Error('There is no sandbox.');
  return first.id;
}

/** Puts the clock of the simulated network forward: what is due within that time has happened when it answers. */
export const advance = (scene: Scene, instanceId: string, seconds: number) =>
  scene.act('mutate', 'whatsapp.sandbox.advance', { instance_id: instanceId, seconds });

/** A text that was sent and read, and nothing of it is still to come. */
export async function sendText(scene: Scene, text: string, to = NORMAL): Promise<{ id: string; chat_id: string }> {
  const instance_id = await sandboxOf(scene);
  const content = { type: 'text', text };
  const { id, chat_id: chatId } = await scene.act('mutate', 'whatsapp.messages.send', { instance_id, to, content });
  await advance(scene, instance_id, 10);
  return { id: String(id), chat_id: String(chatId) };
}
