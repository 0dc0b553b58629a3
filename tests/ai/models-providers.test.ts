import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createProvider, createProviders } from '../../server/ai/providers/create';
import { globMatches, isAllowed, mayAllowPrefix } from '../../server/ai/providers/globs';
import { locationOf } from '../../server/ai/providers/location';
import { parseProviders, readProviders, type ResolvedProviderConfig } from '../../server/ai/providers/provider-config';
import { ModelQuery } from '../../shared/ai/models';
import { cpuMs } from '../support/cpu';
import { Upstream } from './upstream';

const OLLAMA = { slug: 'ollama', base_url: 'http://localhost:11434/v1' };
const nothing = () => undefined;

const parse = (value: unknown, variable: (name: string) => string | undefined = nothing) =>
  parseProviders(JSON.stringify(value), variable, 'AI_PROVIDERS');

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('It was accepted.');
}

const only = (value: object): ResolvedProviderConfig => {
  const [config] = parse([value]);
  if (config === undefined) throw new Error('No provider.');
  return config;
};

describe('the configuration of providers', () => {
  test('is filled with defaults', () => {
    expect(only(OLLAMA)).toEqual({
      ...OLLAMA,
      type: 'openai_compatible',
      headers: {},
      discover: true,
      include: ['*'],
      exclude: [],
      models: [],
      timeout_ms: 2000,
      max_concurrency: 32,
      workspaces: '*',
      enabled: true,
    });
    expect(readProviders(undefined, nothing)).toEqual([]);
    expect(readProviders(' ', nothing)).toEqual([]);
  });

  test('is read from text or from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'providers-'));
    try {
      const path = join(folder, 'providers.json');
      writeFileSync(path, `\uFEFF${JSON.stringify([OLLAMA])}`);
      expect(readProviders(path, nothing)).toEqual(readProviders(JSON.stringify([OLLAMA]), nothing));
      writeFileSync(path, '[{"slug": "x!"}]');
      expect(errorOf(() => readProviders(path, nothing))).toContain(
        `AI_PROVIDERS (${path}) is not valid:\n  [0].slug: `,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(errorOf(() => readProviders('./no/such.json', nothing))).toContain('./no/such.json');
  });

  test('names the path of every wrong field', () => {
    const cases: [object, string][] = [
      [{ ...OLLAMA, slug: 'Ollama' }, '[0].slug'],
      [{ ...OLLAMA, slug: '-a' }, '[0].slug'],
      [{ ...OLLAMA, slug: 'a'.repeat(33) }, '[0].slug'],
      [{ ...OLLAMA, slug: 'switchboard' }, '[0].slug'],
      [{ slug: 'a' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'ftp://host' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'host/v1' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http://user:pw@host' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http://@host' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http:///user:pw@host' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http://host/v1?x=1' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http://host/v1?' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: 'http://host/v1#x' }, '[0].base_url'],
      [{ ...OLLAMA, base_url: `http://host/${'x'.repeat(2048)}` }, '[0].base_url'],
      [{ ...OLLAMA, type: 'azure' }, '[0].type'],
      [{ ...OLLAMA, name: '' }, '[0].name'],
      [{ ...OLLAMA, name: 'x'.repeat(101) }, '[0].name'],
      [{ ...OLLAMA, api_key: 'a', api_key_env: 'B' }, '[0].api_key_env'],
      [{ ...OLLAMA, api_key: 'a b' }, '[0].api_key'],
      [{ ...OLLAMA, api_key_env: 'A-B' }, '[0].api_key_env'],
      [{ ...OLLAMA, headers: { Host: 'x' } }, '[0].headers.Host'],
      [{ ...OLLAMA, headers: { 'Content-Length': '1' } }, '[0].headers["Content-Length"]'],
      [{ ...OLLAMA, headers: { 'transfer-encoding': 'x' } }, '[0].headers["transfer-encoding"]'],
      [{ ...OLLAMA, headers: { 'x-a': 'a\r\nb' } }, '[0].headers["x-a"]'],
      [{ ...OLLAMA, headers: { 'x a': 'a' } }, '[0].headers["x a"]'],
      [{ ...OLLAMA, headers: { 'x-a': 'a'.repeat(4097) } }, '[0].headers["x-a"]'],
      [{ ...OLLAMA, headers: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, ''])) }, '[0].headers'],
      [{ ...OLLAMA, include: Array.from({ length: 101 }, () => '*') }, '[0].include'],
      [{ ...OLLAMA, models: [{ id: 'a' }, { id: 'a' }] }, '[0].models[1].id'],
      [{ ...OLLAMA, models: [{ id: 'a\n' }] }, '[0].models[0].id'],
      [{ ...OLLAMA, models: [{ id: 'x'.repeat(250) }] }, '[0].models[0].id'],
      [{ ...OLLAMA, models: [{ id: 'a', uses: ['chat'] }] }, '[0].models[0].uses[0]'],
      [{ ...OLLAMA, models: [{ id: 'a', pricing: { prompt: 1, completion: '0' } }] }, '[0].models[0].pricing.prompt'],
      [
        { ...OLLAMA, models: [{ id: 'a', pricing: { prompt: '1e-6', completion: '0' } }] },
        '[0].models[0].pricing.prompt',
      ],
      [{ ...OLLAMA, models: [{ id: 'a', contextLength: 5 }] }, '[0].models[0]'],
      [{ ...OLLAMA, timeout_ms: 499 }, '[0].timeout_ms'],
      [{ ...OLLAMA, timeout_ms: 30_001 }, '[0].timeout_ms'],
      [{ ...OLLAMA, max_concurrency: 0 }, '[0].max_concurrency'],
      [{ ...OLLAMA, max_concurrency: 1025 }, '[0].max_concurrency'],
      [{ ...OLLAMA, workspaces: [] }, '[0].workspaces'],
      [{ ...OLLAMA, location: 'moon' }, '[0].location'],
      [{ ...OLLAMA, baseUrl: 'x' }, '[0]'],
    ];
    for (const [value, path] of cases) expect(errorOf(() => parse([value]))).toContain(`\n  ${path}: `);

    expect(errorOf(() => parse([OLLAMA, OLLAMA]))).toContain(
      '[1].slug: Another provider in this list has the same slug.',
    );
    expect(errorOf(() => parse(OLLAMA))).toContain('(top): ');
    const two = [{ ...OLLAMA, slug: 'A', timeout_ms: 1 }];
    expect(errorOf(() => parse(two)).split('\n')).toHaveLength(3);
  });

  test('keeps the sum of concurrent requests within the limit of one process', () => {
    const busy = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...OLLAMA, slug: `p${i}`, max_concurrency: 100 }));
    expect(parse(busy(2))).toHaveLength(2);
    expect(errorOf(() => parse(busy(3)))).toContain('[2].max_concurrency: ');
    expect(parse([...busy(2), { ...OLLAMA, max_concurrency: 100, enabled: false }])).toHaveLength(3);
  });

  test('reads keys from the environment, and reports missing ones', () => {
    const keyed = { ...OLLAMA, api_key_env: 'OLLAMA_KEY' };
    const [config] = parse([keyed], (name) => (name === 'OLLAMA_KEY' ? 'sk-1\n' : undefined));
    expect(config).toMatchObject({ api_key: 'sk-1' });
    expect(config).not.toHaveProperty('api_key_env');

    expect(errorOf(() => parse([keyed]))).toContain('[0].api_key_env: The variable OLLAMA_KEY is not set.');
    expect(errorOf(() => parse([keyed], () => 'two words'))).not.toContain('two words');
    expect(parse([{ ...keyed, enabled: false }])).toHaveLength(1);
  });

  test('shows no key in an error or in the provider', () => {
    const secret = 'sk-do-not-show';
    const texts = [
      errorOf(() => readProviders(`[{"api_key": ${secret}}]`, nothing)),
      errorOf(() => readProviders(secret, nothing)),
      errorOf(() => parse([{ ...OLLAMA, api_key: `${secret} `, api_key_env: 'X' }])),
      errorOf(() => parse([{ ...OLLAMA, headers: { authorization: `${secret}\n` } }])),
      errorOf(() => parse([{ ...OLLAMA, base_url: `http://u:${secret}@host` }])),
      Bun.inspect(createProvider(only({ ...OLLAMA, api_key: secret, headers: { 'x-key': secret } })), { depth: 9 }),
      JSON.stringify(createProvider(only({ ...OLLAMA, api_key: secret }))),
    ];
    for (const text of texts) expect(text).not.toContain(secret);
  });
});

describe('a provider', () => {
  test('is called with its key and headers, which may replace the key', async () => {
    await using upstream = new Upstream().json('/v1/models', { data: [] });
    const base = { slug: 'a', base_url: `${upstream.url}/v1`, api_key: 'sk-1' };
    await createProvider(only({ ...base, headers: { 'X-Team': 'ops' } })).discover();
    await createProvider(only({ ...base, headers: { Authorization: 'Token t' } })).discover();
    expect(upstream.headers.map((headers) => [headers.get('authorization'), headers.get('x-team')])).toEqual([
      ['Bearer sk-1', 'ops'],
      ['Token t', null],
    ]);
  });

  test('is left out when it is off, and the sandbox is included when it is on', async () => {
    const off = only({ ...OLLAMA, enabled: false });
    expect(createProviders([off], { sandbox: false, isProxied: false })).toEqual([]);
    const [sandbox] = createProviders([off], { sandbox: true, isProxied: false });
    expect(await sandbox?.discover()).toMatchObject({ ok: true, models: [{ id: 'echo' }] });
    expect(sandbox).toMatchObject({ slug: 'switchboard', location: 'local' });
    expect(createProvider(only({ slug: 'demo', type: 'sandbox' }))).toMatchObject({ slug: 'demo', type: 'sandbox' });
  });

  test('is local or in the cloud by its address, unless set', () => {
    const local = [
      'localhost:1',
      'ollama:11434',
      '127.0.0.1',
      '10.1.2.3',
      '192.168.1.9',
      '172.31.0.1',
      '[::1]:80',
      '[fd00::1]',
      'gpu.lan',
      'host.docker.internal',
      '0x7f000001',
    ];
    const cloud = ['api.openai.com', '8.8.8.8', '172.32.0.1', '[2001:4860::1]', 'local.example.com'];
    expect(local.map((host) => locationOf(`http://${host}/v1`))).toEqual(local.map(() => 'local'));
    expect(cloud.map((host) => locationOf(`https://${host}/v1`))).toEqual(cloud.map(() => 'cloud'));
    expect(createProvider(only({ ...OLLAMA, location: 'cloud' })).location).toBe('cloud');
  });
});

describe('a glob', () => {
  test('covers the whole id, slashes too', () => {
    const yes = [
      ['*', ''],
      ['*', 'a/b'],
      ['openai/*', 'openai/gpt-5'],
      ['*/llama*', 'ollama/llama3:8b'],
      ['a?c', 'abc'],
      ['*b*', 'abc'],
      ['a.c', 'a.c'],
      ['a**', 'a'],
      ['*ab', 'aab'],
    ] as const;
    const no = [
      ['', 'a'],
      ['openai/*', 'xopenai/a'],
      ['a', 'ab'],
      ['a?c', 'ac'],
      ['a.c', 'abc'],
      ['A', 'a'],
      ['*b', 'abc'],
      ['[a]', 'a'],
    ] as const;
    expect(yes.filter(([glob, id]) => !globMatches(glob, id))).toEqual([]);
    expect(no.filter(([glob, id]) => globMatches(glob, id))).toEqual([]);
  });

  test('of many stars does not backtrack', () => {
    const started = cpuMs();
    for (let i = 0; i < 100; i++) expect(globMatches(`${'*a'.repeat(127)}b`, 'a'.repeat(256))).toBe(false);
    expect(cpuMs() - started).toBeLessThan(1000);
  });

  test('allows and denies, denial first; an empty list allows all', () => {
    expect(isAllowed({ allow: [], deny: [] }, 'a/b')).toBe(true);
    expect(isAllowed({ allow: ['a/*'], deny: ['*/b'] }, 'a/b')).toBe(false);
    expect(isAllowed({ allow: ['a/*'], deny: ['*/b'] }, 'a/c')).toBe(true);
    expect(isAllowed({ allow: ['a/*'], deny: [] }, 'b/c')).toBe(false);
  });

  test('decides whether a provider could be allowed at all', () => {
    expect(mayAllowPrefix({ allow: [], deny: [] }, 'openai/')).toBe(true);
    expect(mayAllowPrefix({ allow: ['openai/gpt-5'], deny: [] }, 'openai/')).toBe(true);
    expect(mayAllowPrefix({ allow: ['o*5'], deny: [] }, 'openai/')).toBe(true);
    expect(mayAllowPrefix({ allow: ['ollama/*', 'x'], deny: [] }, 'openai/')).toBe(false);
    expect(mayAllowPrefix({ allow: [], deny: ['openai/*'] }, 'openai/')).toBe(false);
    expect(mayAllowPrefix({ allow: ['*'], deny: ['*'] }, 'openai/')).toBe(false);
    expect(mayAllowPrefix({ allow: [], deny: ['openai/gpt*'] }, 'openai/')).toBe(true);
  });
});

describe('the query of the list', () => {
  test('has limits on every field and accepts no other', () => {
    expect(ModelQuery.parse({})).toEqual({ sort: 'id' });
    const bad = [
      { limit: 0 },
      { limit: 101 },
      { limit: 1.5 },
      { provider: ['A'] },
      { provider: [] },
      { q: '' },
      { q: 'x'.repeat(101) },
      { sort: 'created' },
      { status: ['up'] },
      { use: ['chat'] },
      { cursor: 'x'.repeat(513) },
      { supported_parameters: ['a b'] },
      { input_modalities: ['\0'] },
      { page: 2 },
    ];
    expect(bad.filter((query) => ModelQuery.safeParse(query).success)).toEqual([]);
  });
});
