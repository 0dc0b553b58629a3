import { makeKey, type Scene } from './console';
import { onceAWorkspace } from './once';

/** The scene with calls of a model and with budgets. */
export const withSomeCalls = onceAWorkspace(addCalls);

async function addCalls(scene: Scene): Promise<Partial<Scene>> {
  const { id, secret } = await makeKey(scene.act, 'Assistant', ['ai:invoke']);
  for (const period of ['day', 'week', 'month', 'lifetime']) {
    await scene.act('mutate', 'ai.budgets.set', { period, amount_micro_usd: 50_000_000 });
  }
  await scene.act('mutate', 'ai.budgets.set', { key_id: id, period: 'month', amount_micro_usd: 250_000 });
  const [callId] = await Promise.all([chat(scene, secret), chat(scene, secret)]);
  return { callId };
}

/** The id of the call. */
export async function chat({ cookies }: Pick<Scene, 'cookies'>, key: string, model = 'switchboard/echo') {
  const response = await fetch(`${cookies[0]?.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello there' }] }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.body?.cancel();
  return response.headers.get('x-request-id') ?? '';
}
