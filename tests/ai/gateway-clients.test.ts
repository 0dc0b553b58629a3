import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';

import { startServer } from '../support/app';
import { chatAnswer, ModelProvider } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import claudeCode from './clients/claude-code.json';
import codex from './clients/codex.json';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;
let secret: string;

beforeAll(async () => {
  server = await startServer({
    aiSandbox: true,
    aiProviders: JSON.stringify([{ slug: 'p', base_url: provider.url, discover: false, models: [{ id: 'm' }] }]),
  });
  secret = (await seedKey(await seedWorkspace(), { scopes: ['ai:invoke'] })).secret;
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const HELLO = 'Hello there';
const UNDERSTOOD = {
  'openai chat': HELLO,
  'openai chat stream': HELLO,
  'openai responses': HELLO,
  'openai responses stream': HELLO,
  'openai embeddings': 256,
  'openai transcription': 'hello.ogg, 10 bytes',
  'anthropic messages': HELLO,
  'anthropic messages stream': HELLO,
  'anthropic count': true,
  'ai-sdk generate': HELLO,
  'ai-sdk stream': HELLO,
  'ai-sdk embed': 256,
  'langchain invoke': HELLO,
  'langchain stream': HELLO,
  'langchain embeddings': 256,
};

const NODE = Bun.which('node');

test.each([
  ['Bun', process.execPath],
  ['Node', NODE],
])('official clients work unchanged under %s', async (_name, program) => {
  if (program === null) return;
  const { PATH = '' } = process.env; // oxlint-disable-line node/no-process-env
  const child = Bun.spawn([program, join(import.meta.dir, 'clients', 'run.mjs')], {
    env: { PATH, BASE_URL: server.url, API_KEY: secret },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect(await child.exited, errors).toBe(0);
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual(UNDERSTOOD);
});

/** A Python that has the official client; undefined where nobody installed it. */
const PYTHON = [Bun.env['AI_CLIENTS_PYTHON'], Bun.which('python3')].find(
  (program) => program && Bun.spawnSync([program, '-c', 'import openai'], { stderr: 'ignore' }).success,
);

test.skipIf(!PYTHON)('the official client works unchanged under Python', async () => {
  const { PATH = '' } = process.env; // oxlint-disable-line node/no-process-env
  const key = await seedKey(await seedWorkspace(), { scopes: ['ai:invoke', 'models:read'] });
  const child = Bun.spawn([PYTHON ?? '', join(import.meta.dir, 'clients', 'run.py')], {
    env: { PATH, BASE_URL: server.url, API_KEY: key.secret },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect(await child.exited, errors).toBe(0);
  expect(JSON.parse(output)).toEqual({
    chat: HELLO,
    'chat stream': [HELLO, '0'],
    'chat tools': null,
    responses: HELLO,
    'responses stream': HELLO,
    embeddings: 256,
    transcription: 'hello.ogg, 10 bytes',
    models: true,
    model: 'switchboard/echo',
    'unknown model': ['NotFoundError', 404, 'model_not_found'],
    'wrong field': ['BadRequestError', 400, 'validation_failed'],
    'wrong key': ['AuthenticationError', 401, 'invalid_api_key'],
  });
});

describe('the request form of', () => {
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  test('Claude Code is served by the echo, and reaches a provider that speaks chat completions', async () => {
    const { headers, path, body } = claudeCode;
    const sent = { ...headers, authorization: `Bearer ${secret}` };
    const echoed = await post(path, sent, { ...body, model: 'switchboard/echo' });
    expect(echoed).toMatchObject({ status: 200, text: expect.stringContaining('event: message_stop') });

    provider.answer = () => chatAnswer('Hi');
    const { stream: _, ...whole } = body;
    expect(await post(path, sent, { ...whole, model: 'p/m' })).toMatchObject({ status: 200 });
    expect(provider.last.body).toMatchObject({
      model: 'm',
      messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant' }, { role: 'tool' }, { role: 'user' }],
      tools: [{ type: 'function', function: { name: 'Bash' } }],
    });
  });

  test('Codex is served by the echo, and reaches a provider that speaks chat completions', async () => {
    const { headers, path, body } = codex;
    const sent = { ...headers, authorization: `Bearer ${secret}` };
    const echoed = await post(path, sent, { ...body, model: 'switchboard/echo' });
    expect(echoed).toMatchObject({ status: 200, text: expect.stringContaining('event: response.completed') });

    provider.answer = () => chatAnswer('Hi');
    expect(await post(path, sent, { ...body, stream: false, model: 'p/m' })).toMatchObject({ status: 200 });
    expect(provider.last.body).toMatchObject({
      model: 'm',
      tools: [{ type: 'function', function: { name: 'shell' } }],
    });
  });
});
