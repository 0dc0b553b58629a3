import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

setDefaultTimeout(300_000);

const EXAMPLE = join(import.meta.dir, 'front-end');
const MODULES = resolve('node_modules');
/** All that the other project has installed. */
const INSTALLED = ['@types/node', '@trpc/client', '@trpc/server', 'openapi-fetch', 'openapi-typescript-helpers'];

const server = await startServer();
const project = mkdtempSync(join(tmpdir(), 'switchboard-front-end-'));
afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true, force: true });
});

interface Example {
  shorten: (address: string, key: string, slug: string) => Promise<string[]>;
}

async function run(...command: string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: out + err };
}

const tsc = (...args: string[]) => run('--bun', join(MODULES, 'typescript/bin/tsc'), ...args);
const checkProject = (...options: string[]) => tsc('--pretty', 'false', '-p', project, ...options);

/** The other project: the example alone, with what it would install and generate. */
beforeAll(async () => {
  cpSync(EXAMPLE, project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  for (const name of INSTALLED) {
    const filePath = join(project, 'node_modules', name);
    mkdirSync(dirname(filePath), { recursive: true });
    symlinkSync(join(MODULES, name), filePath);
  }
  const types = run('server/main.ts', 'types', join(project, 'switchboard.d.ts'));
  const openapi = run(
    '--preload',
    join(import.meta.dir, 'typescript-6.ts'),
    join(MODULES, 'openapi-typescript/bin/cli.js'),
    `${server.url}/api/v1/openapi.json`,
    '--output',
    join(project, 'openapi.d.ts'),
  );
  expect(await types).toMatchObject({ code: 0 });
  expect(await openapi).toMatchObject({ code: 0 });
});

describe('another TypeScript project', () => {
  test('type-checks its calls with nothing of ours but types, and finds the wrong ones', async () => {
    expect(await checkProject()).toEqual({ code: 0, said: '' });

    writeFileSync(join(project, 'wrong.ts'), WRONG);
    const { code, said } = await checkProject();
    rmSync(join(project, 'wrong.ts'));
    expect(code).not.toBe(0);
    const lines = WRONG.split('\n').flatMap((line, index) => (line.includes('// wrong') ? [index + 1] : []));
    const found = [...said.matchAll(/^.*wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(found)]).toEqual(lines);
  });

  test('type-checks as Node resolves modules, too', async () => {
    const nodenext = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
    expect(await checkProject(...nodenext)).toEqual({ code: 0, said: '' });
  });

  test('has one file of procedure types, which imports the types of tRPC alone', async () => {
    const declaration = await Bun.file(join(project, 'switchboard.d.ts')).text();
    const imported = [...declaration.matchAll(/\bfrom '([^']+)'|\bimport\(|\breference /g)].map(([, name]) => name);
    expect(imported).toEqual(['@trpc/server']);
    const code = declaration.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(code.match(/\bany\b|drizzle|elysia|\bBun\b|\bz\./g)).toBeNull();
    expect(code.includes('export type AppRouter =')).toBe(true);
  });

  test.each(['typed', 'rest'])('calls a server by %s.ts', async (file) => {
    const { secret } = await seedKey(await seedWorkspace('Front end'), { fullAccess: true });
    const { shorten } = (await import(join(project, `${file}.ts`))) as Example;
    expect(await shorten(server.url, secret, `spring-${file}`)).toEqual([
      `spring-${file}`,
      expect.stringMatching(new RegExp(`/spring-${file}$`)),
      'slug_taken',
    ]);
  });
});

const WRONG = `import type { createTRPCClient } from '@trpc/client';
import type createClient from 'openapi-fetch';
import type { paths } from './openapi.js';
import type { AppRouter } from './switchboard.js';

declare const rpc: ReturnType<typeof createTRPCClient<AppRouter>>;
declare const rest: ReturnType<typeof createClient<paths>>;
const targets = [{ channel: 'webhook' as const, to: ['whk_01jd9x3k2mf8v9q4zt7w5b6n0c'] }];
const cloud = { phone_number_id: '1', access_token: 'token', app_secret: 'secret' };
const url = 'https://example.com/cat.jpg';
const media_id = 'med_01jd9x3k2mf8v9q4zt7w5b6n0c';

export const calls = [
  rpc.links.create.mutate({ link: 'https://example.com' }), // wrong
  rpc.links.forget.mutate({}), // wrong
  rpc.links.list.query({}).then(({ data }) => data[0]?.colour), // wrong
  rest.POST('/links', { body: { link: 'https://example.com' } }), // wrong
  rest.GET('/forget'), // wrong
  rest.GET('/links').then(({ data }) => data?.data[0]?.colour), // wrong
  rpc.automation.publications.preview.mutate({ targets, content: { media: [{ url }] } }),
  rpc.automation.publications.preview.mutate({ targets, content: { media: [{ url, media_id }] } }), // wrong
  rest.POST('/webhooks', { body: { url, events: ['link.created'], retry: { preset: 'fast' } } }),
  rest.POST('/webhooks', { body: { url, events: ['link.created'], retry: {} } }), // wrong
  rest.POST('/whatsapp/instances', { body: { name: 'Support', driver: 'cloud', connect: true, cloud } }),
  rest.POST('/whatsapp/instances', { body: { name: 'Support', driver: 'sandbox', connect: true, cloud } }), // wrong
];
`;
