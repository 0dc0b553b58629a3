import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';

import { redacted } from '../../server/ai/gateway/failure';
import { createProvider } from '../../server/ai/providers/create';
import { AiProviderConfig } from '../../shared/ai/providers';
import { freshDatabase } from '../support/app';
import {
  chatAnswer,
  chunk,
  delta,
  ModelProvider,
  type ProviderAnswer,
  type ProviderRequest,
  stream,
} from '../support/model-provider';
import { type ServerProcess, startProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

/** Of no form that anything could recognise. */
const KEY = 'Q7r.opaque+key/of=the~operator';
const HEADER = 'tenant 55d1-opaque-header';
const SPELLED = `It said: ${KEY}, Bearer ${KEY}, ${HEADER}, "${HEADER.split(' ')[1]}" and ${'x'.repeat(400)}${KEY}`;

const provider = await new ModelProvider().start();
const host = new URL(provider.url).host;
const HIDDEN = [KEY, HEADER, '55d1-opaque-header', host, KEY.slice(0, 12)];
let server: ServerProcess;
let secret: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  close = () => fresh.close();
  ({ secret } = await seedKey(await seedWorkspace('Test', fresh.database), {}, fresh.database));
  const common = { discover: false, models: [{ id: 'm' }], headers: { 'x-tenant': HEADER } };
  server = await startProcess(fresh.url, {
    LOG_LEVEL: 'debug',
    PROVIDER_KEY: KEY,
    AI_PROVIDERS: JSON.stringify([
      { slug: 'p', base_url: provider.url, api_key_env: 'PROVIDER_KEY', ...common },
      { slug: 'gone', base_url: 'http://127.0.0.1:9/v1', api_key_env: 'PROVIDER_KEY', ...common },
    ]),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider.stop();
  await close();
});

// A good answer, so that the provider is never given a pause.
beforeEach(async () => {
  provider.answer = () => chatAnswer('Hi');
  expect(await answerOf({})).toStartWith('[200');
});

const MESSAGES = { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 };
const ROUTES: [string, object][] = [
  ['/chat/completions', MESSAGES],
  ['/messages', MESSAGES],
  ['/responses', { input: 'Hi' }],
];

/** All that a caller sees of an answer. */
async function answerOf(body: object, path = '/chat/completions', request: object = MESSAGES): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'p/m', ...request, ...body }),
  });
  return JSON.stringify([answer.status, [...answer.headers], await answer.text()]);
}

/** An error as careless servers write them: with the request that they got. */
const spoken = ({ headers }: ProviderRequest): string =>
  `${SPELLED} of ${headers.authorization} ${String(headers['x-tenant'])} at ${headers.host}`;
const error = (message: string): string => JSON.stringify({ error: { message } });

type Careless = (request: ProviderRequest) => ProviderAnswer;
const status =
  (code: number, headers: Record<string, string> = {}): Careless =>
  (request) => ({ status: code, headers, chunks: [error(spoken(request))] });

describe('no response contains the key, headers or address of a provider', () => {
  const rows: [string, Careless][] = [
    ['400', status(400)],
    ['401', status(401)],
    ['404', status(404)],
    ['429', status(429, { 'retry-after': KEY })],
    ['500', status(500)],
    ['a redirect', status(307, { location: `http://${host}/?key=${KEY}` })],
    ['an error as text', (request) => ({ status: 400, chunks: [JSON.stringify({ error: spoken(request) })] })],
    ['a detail', (request) => ({ status: 422, chunks: [JSON.stringify({ detail: spoken(request) })] })],
    ['HTML', (request) => ({ status: 502, chunks: [`<html>${spoken(request)}`] })],
    ['an error with 200', (request) => ({ chunks: [error(spoken(request))] })],
    ['an error as the first event', (request) => stream([`data: ${error(spoken(request))}\n\n`])],
    ['an error in a stream', (request) => stream([chunk([delta('Hi')]), `data: ${error(spoken(request))}\n\n`])],
    ['a stream that is none', (request) => stream([chunk([delta('Hi')]), `${spoken(request)}\n\n`])],
    ['headers', (request) => ({ ...chatAnswer('Hi'), headers: { 'x-echo': spoken(request), server: KEY } })],
  ];
  describe.each(ROUTES)('through %s', (path, request) => {
    test.each(rows)('of %s', async (_name, careless) => {
      provider.answer = (got) => careless(got);
      const asked = provider.requests.length;
      for (const isStream of [false, true]) {
        const text = await answerOf({ stream: isStream }, path, request);
        for (const value of HIDDEN) expect(text).not.toContain(value);
      }
      // The provider had them, so that it could have told.
      expect(provider.requests.length).toBe(asked + 2);
      expect(provider.last.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-tenant': HEADER });
    });
  });

  test('of a provider that cannot be reached', async () => {
    const text = await answerOf({ model: 'gone/m' });
    for (const value of [...HIDDEN, '127.0.0.1']) expect(text).not.toContain(value);
  });
});

test.each([
  ['the host alone, in capitals', 'Upstream MODELS.Internal.Example has no tool.', 'Upstream [redacted] has no tool.'],
  ['a short host', 'No route from gpu.lan.', 'No route from [redacted].'],
  ['an address behind it', 'connect 10.1.2.3:8000 refused', 'connect [address] refused'],
  ['an address of IPv6', 'connect [fd00::12]:8000 refused', 'connect [address] refused'],
  ['but no version', 'Use version 1.2.3 of 10.5', 'Use version 1.2.3 of 10.5'],
])('of the address of a provider %s is hidden', (_name, said, shown) => {
  const providers = ['http://models.internal.example:9000/v1', 'http://gpu.lan/v1'].map((base_url) =>
    createProvider(AiProviderConfig.parse({ slug: 'p', base_url })),
  );
  const redact = (text: string): string => providers.reduce((rest, one) => one.redact(rest), text);
  expect(redacted(said, redact)).toBe(shown);
});

test('the rest of a provider’s message stays readable', async () => {
  const long = 'z'.repeat(30_000);
  provider.answer = () => ({ status: 400, chunks: [error(`The tool for ${KEY} has no name. ${long}`)] });
  const text = await answerOf({});
  expect(text).toContain('The tool for [redacted] has no name.');
  expect(text.length).toBeLessThan(4000);
});

test('no log line contains them, even at the finest level', () => {
  const lines = server.output();
  expect(lines).toContain('chat_completions');
  for (const value of [KEY, HEADER, '55d1-opaque-header', KEY.slice(0, 12)]) expect(lines).not.toContain(value);
});
