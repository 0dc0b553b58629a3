import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { aiUsageDays } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { database } from '../support/app';
import { chatAnswer, chunk, delta, DONE, type ProviderAnswer, stream, usage } from '../support/model-provider';
import { until } from '../support/process';
import { budget, rowsOf, seedBudget, startGateway } from './gateway-support';

const CALLS = Number(process.env['AI_CALLS'] ?? 1000); // oxlint-disable-line node/no-process-env
const AT_ONCE = 16;
const TIMEOUT_MS = 120_000 + CALLS * 200;
/** Four bytes, which count as one token where the provider reports none. */
const WORD = 'word';

const { p, server, caller, stop } = await startGateway();
afterAll(stop);

const KINDS = [
  'whole',
  'whole without tokens',
  'tokens in a chunk of their own',
  'tokens in the last chunk',
  'tokens in every chunk',
  'stream without tokens',
  'caller leaves',
  'caller leaves, tokens in every chunk',
  'provider ends early',
  'provider ends early, tokens in every chunk',
  'provider fails',
  'caller leaves before the first byte',
] as const;
type Kind = (typeof KINDS)[number];

interface Plan {
  kind: Kind;
  words: number;
  prompt: number;
}

/** What the provider has counted. */
const counted = { prompt_tokens: 0, completion_tokens: 0 };

function answerTo({ kind, words, prompt }: Plan, estimated: number): ProviderAnswer {
  const count = (prompt_tokens: number, completion_tokens: number): void => {
    counted.prompt_tokens += prompt_tokens;
    counted.completion_tokens += completion_tokens;
  };
  const spoken = Array.from({ length: words }, () => chunk([delta(WORD)]));
  const reporting = Array.from({ length: words }, (_, at) => chunk([delta(WORD)], { usage: usage(prompt, at + 1) }));
  const isReported = !/without|^caller leaves$|^provider ends early$/.test(kind);
  if (!/fails|first byte/.test(kind)) count(isReported ? prompt : estimated, words);
  switch (kind) {
    case 'whole':
      return chatAnswer(WORD.repeat(words), usage(prompt, words));
    case 'whole without tokens':
      return chatAnswer(WORD.repeat(words), null);
    case 'tokens in a chunk of their own':
      return stream([...spoken, chunk([], { usage: usage(prompt, words) }), DONE]);
    case 'tokens in the last chunk':
      return stream([...spoken, chunk([delta('', 'stop')], { usage: usage(prompt, words) }), DONE]);
    case 'tokens in every chunk':
      return stream([...reporting, DONE]);
    case 'stream without tokens':
      return stream([...spoken, DONE]);
    case 'caller leaves':
      return stream(spoken, { hangs: true });
    case 'caller leaves, tokens in every chunk':
      return stream(reporting, { hangs: true });
    case 'provider ends early':
      return stream(spoken);
    case 'provider ends early, tokens in every chunk':
      return stream(reporting);
    case 'provider fails':
      return { status: 500 };
    case 'caller leaves before the first byte':
      return { isDeaf: true };
    default:
      return kind satisfies never;
  }
}

const random = (max: number): number => 1 + Math.floor(Math.random() * max);

test(
  `the ledger adds up to what the provider counted in ${CALLS} calls of all kinds`,
  async () => {
    const { send, workspaceId } = await caller();
    const budgetId = await seedBudget(workspaceId, 1_000_000_000);
    const waiting = new Map<number, () => void>();
    p.answer = ({ body }) => {
      const { plan, number } = body as unknown as { plan: Plan; number: number };
      waiting.get(number)?.();
      return answerTo(plan, Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 4));
    };

    async function call(number: number): Promise<void> {
      // Each kind as often as any other.
      const kind = KINDS[number % KINDS.length] ?? 'whole';
      const plan: Plan = { kind, words: random(12), prompt: random(5000) };
      const leaving = new AbortController();
      if (kind === 'caller leaves before the first byte') waiting.set(number, () => leaving.abort());
      // The provider is never given a pause.
      server.services.gateway.breaker.succeeded('p', workspaceId);
      const isDeaf = waiting.has(number);
      const body = { model: isDeaf ? 'p/unpriced' : 'p/m', stream: !kind.startsWith('whole'), plan, number };
      const answer = await send(body, { signal: leaving.signal }).catch(() => undefined);
      if (!answer) return;
      if (!kind.startsWith('caller leaves')) return void (await answer.text());

      let text = '';
      for await (const part of answer.body ?? []) {
        text += new TextDecoder().decode(part);
        if (text.split(WORD).length > plan.words) break;
      }
      leaving.abort();
    }

    const numbers = Array.from({ length: CALLS }, (_, number) => number);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) await call(number);
      }),
    );
    await until(async () => (await rowsOf(workspaceId)).every(({ outcome }) => outcome !== 'running'));

    const rows = await rowsOf(workspaceId);
    expect(rows.length).toBe(CALLS);
    const outcomes = Object.groupBy(rows, ({ outcome }) => outcome);
    expect(Object.keys(outcomes).toSorted()).toEqual(['client_closed', 'failed', 'interrupted', 'succeeded']);
    // Of these the provider says nothing, and the ledger has an estimate.
    const [unreported = [], reported = []] = [true, false].map((is) =>
      rows.filter(({ modelId }) => (modelId === 'p/unpriced') === is),
    );
    expect(unreported.every(({ estimated, completionTokens }) => estimated && completionTokens === 0)).toBe(true);

    const total = (of: typeof rows, name: 'completionTokens' | 'costMicroUsd' | 'promptTokens'): number =>
      of.reduce((sum, row) => sum + row[name], 0);
    const { prompt_tokens: prompt, completion_tokens: completion } = counted;
    expect({ prompt: total(reported, 'promptTokens'), completion: total(reported, 'completionTokens') }).toEqual({
      prompt,
      completion,
    });
    const cost = prompt + 2 * completion;
    expect(total(rows, 'costMicroUsd')).toBe(cost);
    expect(await budget(budgetId)).toMatchObject({ spentMicroUsd: cost, reservedMicroUsd: 0 });

    const days = await queries(database).select().from(aiUsageDays).where(eq(aiUsageDays.workspaceId, workspaceId));
    expect(days.reduce((sum, { requests }) => sum + requests, 0)).toBe(CALLS);
    expect(days.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0)).toBe(cost);
    expect(days.reduce((sum, { promptTokens }) => sum + promptTokens, 0)).toBe(total(rows, 'promptTokens'));
  },
  TIMEOUT_MS,
);
