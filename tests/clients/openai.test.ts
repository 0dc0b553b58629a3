import { afterAll, describe, expect, test } from 'bun:test';

import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';

import type { RateLimit } from '../../shared/access/keys';
import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const working = await startServer();
const empty = await startServer({
  aiSandbox: false,
  aiProviders: JSON.stringify([{ slug: 'gone', base_url: 'http://127.0.0.1:9/v1' }]),
});
afterAll(async () => {
  await working.stop();
  await empty.stop();
});

/** The client, with the requests that it sent and what came back. */
function openai(apiKey: string, { maxRetries = 0, url = working.url } = {}) {
  const answers: Response[] = [];
  const client = new OpenAI({
    baseURL: `${url}/api/v1`,
    apiKey,
    maxRetries,
    fetch: async (...args) => {
      const response = await fetch(...args);
      answers.push(response);
      return response;
    },
  });
  return { client, answers };
}

const keyWith = async (options: Parameters<typeof seedKey>[1] = {}) =>
  (await seedKey(await seedWorkspace(), options)).secret;
const quota = (requests: number, window_seconds: number): { rateLimit: RateLimit } => ({
  rateLimit: { requests, window_seconds },
});

async function failure(work: () => Promise<unknown>): Promise<APIError> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof APIError) return error;
  throw new Error(`Not an error of the client: ${String(error)}`);
}

describe('each error is the client’s own class, with our message, code and request id', () => {
  const list = (key: string, url = working.url) => failure(() => openai(key, { url }).client.models.list());
  const past = new Date(Date.now() - 1000);

  test.each([
    [
      400,
      'unknown_parameter',
      BadRequestError,
      'invalid_request_error',
      'field is unknown',
      async () => {
        const { client } = openai(await keyWith());
        return failure(() => client.get('/models?limti=1'));
      },
    ],
    [
      401,
      'invalid_api_key',
      AuthenticationError,
      'invalid_request_error',
      'not valid',
      () => list('sk-of-somebody-else'),
    ],
    [
      401,
      'invalid_api_key',
      AuthenticationError,
      'invalid_request_error',
      'revoked',
      async () => list(await keyWith({ revokedAt: past })),
    ],
    [
      401,
      'invalid_api_key',
      AuthenticationError,
      'invalid_request_error',
      'expired',
      async () => list(await keyWith({ expiresAt: past })),
    ],
    [
      403,
      'insufficient_scope',
      PermissionDeniedError,
      'permission_error',
      'needs the scope models:read',
      async () => list(await keyWith({ scopes: ['links:read'] })),
    ],
    [
      403,
      'ip_not_allowed',
      PermissionDeniedError,
      'permission_error',
      'this IP address',
      async () => list(await keyWith({ allowedCidrs: ['192.0.2.0/24'] })),
    ],
    [
      404,
      'model_not_found',
      NotFoundError,
      'invalid_request_error',
      'The model does not exist',
      async () => {
        const { client } = openai(await keyWith());
        return failure(() => client.models.retrieve('nobody/nothing:7b'));
      },
    ],
    [
      429,
      'rate_limit_exceeded',
      RateLimitError,
      'rate_limit_error',
      'Try again in',
      async () => {
        const key = await keyWith(quota(1, 60));
        await openai(key).client.models.list();
        return list(key);
      },
    ],
    [503, 'unavailable', InternalServerError, 'server_error', '', async () => list(await keyWith(), empty.url)],
  ] as const)('%d %s', async (status, code, Class, type, sentence, ask) => {
    const error = await ask();
    expect(error).toBeInstanceOf(Class);
    expect(error).toMatchObject({ status, code, type });
    expect(error.message).toStartWith(`${status} `);
    expect(error.message).toContain(sentence);
    expect(error.requestID).toMatch(/^req_[0-9a-z]{26}$/);
    expect(error.headers?.get('content-type')).toBe('application/problem+json');
  });
});

describe('retries', () => {
  test('wait as long as Retry-After says, and then pass', async () => {
    const key = await keyWith(quota(1, 1));
    const { client, answers } = openai(key, { maxRetries: 2 });
    await client.models.list();
    const began = performance.now();
    await client.models.list();
    const waited = performance.now() - began;
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200]);
    const seconds = Number(answers[1]?.headers.get('retry-after'));
    expect(seconds).toBe(1);
    expect(waited).toBeGreaterThanOrEqual(seconds * 1000 - 5);
    expect(waited).toBeLessThan(seconds * 1000 + 1500);
  });

  test('of an outage get Retry-After', async () => {
    const { client, answers } = openai(await keyWith(), { url: empty.url });
    await failure(() => client.models.list());
    expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('are not made where they cannot help', async () => {
    for (const [key, path] of [
      ['sk-x', '/models'],
      [await keyWith({ scopes: ['links:read'] }), '/models'],
      [await keyWith(), '/models/x'],
      [await keyWith(), '/models?x=1'],
    ] as const) {
      const { client, answers } = openai(key, { maxRetries: 2 });
      await failure(() => client.get(path));
      expect(answers).toHaveLength(1);
    }
  });
});

test('a list goes through pages of the client’s own iterator, and a model with a slash is found', async () => {
  const { client } = openai(await keyWith());
  const ids: string[] = [];
  for await (const { id } of client.models.list()) ids.push(id);
  expect(ids).toEqual(['switchboard/echo']);
  expect((await client.models.retrieve('switchboard/echo')).id).toBe('switchboard/echo');
});
