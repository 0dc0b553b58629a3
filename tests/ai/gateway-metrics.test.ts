import { afterAll, expect, test } from 'bun:test';

import { chatAnswer, chatStream, stream, usage } from '../support/model-provider';
import { rowsOf, startGateway } from './gateway-support';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);

/** Figures of `/metrics` by their names with labels. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^(ai_\S+?(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

test('metrics count calls by outcome, tokens, cost and time to the first byte', async () => {
  const before = await figures();
  const { send, workspaceId } = await caller();
  p.answer = () => chatAnswer('Hi', usage(1000, 500));
  await (await send({})).text();
  p.answer = () => stream(chatStream(['a'], usage(10, 5)));
  await (await send({ stream: true })).text();
  p.answer = () => ({ status: 400 });
  await send({});
  await send({ model: 'p/unknown' });
  expect((await rowsOf(workspaceId)).map(({ costMicroUsd }) => costMicroUsd)).toEqual([2000, 20, 0, 0]);

  const after = await figures();
  const added = (name: string): number => (after[name] ?? Number.NaN) - (before[name] ?? 0);
  expect(added('ai_calls_total{provider="p",outcome="succeeded"}')).toBe(2);
  expect(added('ai_calls_total{provider="p",outcome="refused"}')).toBe(1);
  expect(added('ai_tokens_total{direction="prompt"}')).toBe(1010);
  expect(added('ai_tokens_total{direction="completion"}')).toBe(505);
  expect(added('ai_cost_micro_usd_total{provider="p"}')).toBe(2020);
  expect(added('ai_first_token_seconds_count')).toBe(2);
  expect(after['ai_calls_running{provider="p"}']).toBe(0);
});
