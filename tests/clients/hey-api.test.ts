import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

setDefaultTimeout(300_000);

const MODULES = resolve('node_modules');
const server = await startServer();
const project = mkdtempSync(join(tmpdir(), 'switchboard-hey-api-'));
afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true, force: true });
});

async function run(...command: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([process.execPath, ...command], { cwd: project, stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: out + err };
}

const checkProject = () => run('--bun', join(MODULES, 'typescript/bin/tsc'), '--pretty', 'false', '-p', project);

const CALLS = `import { createClient } from './generated/client';
import { linksCreate, linksList, whatsappInstancesCreate } from './generated';

export async function shorten(address: string, key: string, slug: string): Promise<string[]> {
  const client = createClient({ baseUrl: \`\${address}/api/v1\`, auth: key });
  const body = { url: 'https://example.com/spring-sale', slug };
  const made = await linksCreate({ client, body });
  const found = await linksList({ client, query: { limit: 10, status: ['active'] } });
  const refused = await linksCreate({ client, body });
  const instance = await whatsappInstancesCreate({ client, body: { name: 'Support', driver: 'sandbox' } });
  const addresses = found.data?.data.map((link) => link.short_url) ?? [];
  return [made.data?.slug ?? '', ...addresses, refused.error?.code ?? 'no problem', instance.data?.driver ?? ''];
}
`;

const WRONG = `import {
  automationPublicationsPreview,
  linksCreate,
  linksGet,
  linksList,
  whatsappInstancesCreate,
} from './generated';

const targets = [{ channel: 'webhook' as const, to: ['whk_01jd9x3k2mf8v9q4zt7w5b6n0c'] }];
const cloud = { phone_number_id: '1', access_token: 'token', app_secret: 'secret' };

export const calls = [
  linksCreate({ body: { link: 'https://example.com' } }), // wrong
  linksGet({}), // wrong
  linksList({ query: { status: ['gone'] } }), // wrong
  linksList().then(({ data }) => data?.data[0]?.colour), // wrong
  automationPublicationsPreview({ body: { targets, content: { media: [{ url: 'https://example.com/cat.jpg' }] } } }),
  automationPublicationsPreview({ body: { targets, content: { media: [{ caption: 'Our cat' }] } } }), // wrong
  automationPublicationsPreview({ body: { targets, content: {}, schedule: { mode: 'now', delay_seconds: 5 } } }), // wrong
  whatsappInstancesCreate({ body: { name: 'Support', driver: 'cloud', cloud } }),
  whatsappInstancesCreate({ body: { name: 'Support', driver: 'sandbox', cloud } }), // wrong
  whatsappInstancesCreate({ body: { name: 'Support', driver: 'cloud' } }), // wrong
];
`;

const CONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
    types: [],
    noEmit: true,
    strict: true,
    skipLibCheck: false,
  },
  include: ['**/*.ts'],
};

beforeAll(async () => {
  const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).text();
  writeFileSync(join(project, 'openapi.json'), document);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(CONFIG));
  writeFileSync(join(project, 'calls.ts'), CALLS);
  const generated = await run(
    '--preload',
    join(import.meta.dir, 'typescript-6.ts'),
    join(MODULES, '@hey-api/openapi-ts/dist/run.mjs'),
    '--input=openapi.json',
    '--output=generated',
    '--no-log-file',
  );
  expect(generated).toMatchObject({ code: 0 });
});

describe('the client that @hey-api/openapi-ts generates', () => {
  test('has a function for each operation', async () => {
    const { paths } = (await Bun.file(join(project, 'openapi.json')).json()) as { paths: Record<string, object> };
    const functions = await Bun.file(join(project, 'generated/sdk.gen.ts')).text();
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(functions.match(/^export const \w+ = </gm)).toHaveLength(operations.length);
  });

  test('type-checks, and so do calls with it; wrong calls are found', async () => {
    expect(await checkProject()).toEqual({ code: 0, output: '' });

    writeFileSync(join(project, 'wrong.ts'), WRONG);
    const { output } = await checkProject();
    rmSync(join(project, 'wrong.ts'));
    const lines = WRONG.split('\n').flatMap((line, index) => (line.includes('// wrong') ? [index + 1] : []));
    const found = [...output.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect([...new Set(found)]).toEqual(lines);
  });

  test('calls a server', async () => {
    const { secret } = await seedKey(await seedWorkspace('Generated'), { fullAccess: true });
    const { shorten } = (await import(join(project, 'calls.ts'))) as {
      shorten: (address: string, key: string, slug: string) => Promise<string[]>;
    };
    expect(await shorten(server.url, secret, 'spring-generated')).toEqual([
      'spring-generated',
      expect.stringMatching(/\/spring-generated$/),
      'slug_taken',
      'sandbox',
    ]);
  });
});
