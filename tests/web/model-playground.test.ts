import { expect, test } from 'bun:test';

import { formatUsd, microUsdIn } from '../../web/features/models/money';
import { codeOf } from '../../web/features/models/playground/code';
import { optionsIn } from '../../web/features/models/playground/settings';
import { eventsOf } from '../../web/features/models/playground/stream';
import { messagesOf, type Turn } from '../../web/features/models/playground/use-chat';
import { daysOf, seriesOf, type UsagePoint } from '../../web/features/models/usage/series';

async function readIn(size: number, text: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const data of eventsOf(body)) found.push(data);
  return found;
}

test('a stream is read whole, wherever it is cut, without comments', async () => {
  const text = 'data: {"a":"é"}\n\n: keepalive\n\ndata: two\ndata: lines\n\ndata: [DONE]\n\n';
  for (const size of [1, 2, 3, 7, 1000]) {
    expect(await readIn(size, text)).toEqual(['{"a":"é"}', 'two\nlines', '[DONE]']);
  }
});

test('amounts are shown with cents, or with what is below one', () => {
  expect([0, 12_300_000, 16_000, 10_000, 20, 1].map(formatUsd)).toEqual([
    '$0.00',
    '$12.30',
    '$0.016',
    '$0.01',
    '$0.00002',
    '$0.000001',
  ]);
  expect(['50', '$0.25', ' 1.000001 '].map(microUsdIn)).toEqual([50_000_000, 250_000, 1_000_001]);
  for (const text of ['', '-1', '1e3', '1.0000001', '1,5', 'ten']) expect(microUsdIn(text)).toBeUndefined();
});

test('a question without an answer is not sent again', () => {
  const turn = (no: number, role: Turn['role'], content: string): Turn => ({ no, role, content });
  const turns = [turn(0, 'user', 'a'), turn(1, 'assistant', ''), turn(2, 'user', 'b'), turn(3, 'assistant', 'c')];
  expect(messagesOf(' Be brief. ', [...turns, turn(4, 'user', 'd')])).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'b' },
    { role: 'assistant', content: 'c' },
    { role: 'user', content: 'd' },
  ]);
  expect(messagesOf('', [turn(0, 'user', 'a')])).toEqual([{ role: 'user', content: 'a' }]);
});

test('settings become members of the request, or nothing while one is invalid', () => {
  const settings = { model: ' m ', system: '', maxTokens: '', temperature: '' };
  expect(optionsIn(settings)).toEqual({ model: 'm' });
  expect(optionsIn({ ...settings, maxTokens: '256', temperature: '0.5' })).toEqual({
    model: 'm',
    max_tokens: 256,
    temperature: 0.5,
  });
  for (const wrong of [{ model: ' ' }, { maxTokens: '0' }, { maxTokens: '1.5' }, { temperature: '3' }]) {
    expect(optionsIn({ ...settings, ...wrong })).toBeUndefined();
  }
});

test('the request is printed for each client', () => {
  const request = { model: 'p/m', messages: [{ role: 'user' as const, content: "It's" }], temperature: 0.5 };
  expect(codeOf('curl', 'http://x', request)).toContain(`-d '{"model":"p/m"`);
  expect(codeOf('curl', 'http://x', request)).toContain('"stream":true');
  expect(codeOf('typescript', 'http://x', request)).toContain(`baseURL: 'http://x/api/v1'`);
  expect(codeOf('python', 'http://x', request)).toContain('    temperature=0.5,\n    stream=True,');
});

test('every day of a period has a value, and groups beyond the colours are put together', () => {
  const point = (day: string, model: string, cost: number): UsagePoint => ({
    day,
    key_id: null,
    model_id: model,
    requests: 1,
    failures: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_micro_usd: cost,
    estimated_requests: 0,
    unpriced_requests: 0,
  });
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const usage = {
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
    group_by: ['day' as const, 'model' as const],
    totals: point('', '', 0),
    data: names.map((name, at) => point('2026-11-21', name, at + 1)),
  };
  expect(daysOf(usage)).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
  const series = seriesOf(usage, 'cost', { names, labelOf: (name) => name, group: 'model' });
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['a', [0, 1]],
    ['b', [0, 2]],
    ['c', [0, 3]],
    ['d', [0, 4]],
    ['e', [0, 5]],
    ['Others', [0, 13]],
  ]);
  expect(seriesOf(usage, 'calls').map(({ name, values }) => [name, values])).toEqual([['Calls', [0, 7]]]);
});
