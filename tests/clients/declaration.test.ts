import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import * as typescript from '@typescript/typescript6';

import { appRouter } from '../../server/router';
import { routerDeclaration } from '../../server/trpc/declaration/router-declaration';

setDefaultTimeout(300_000);

const project = mkdtempSync(join(tmpdir(), 'switchboard-declaration-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
const declaration = join(project, 'switchboard.d.ts');
writeFileSync(declaration, routerDeclaration(appRouter));

const paths = Object.keys(appRouter._def.procedures);

/** What their schemas state more exactly than the types of the server do, such as the names of event types. */
const NARROWER = new Set([
  'automation.inbound_endpoints.create input',
  'automation.inbound_endpoints.create output',
  'automation.inbound_endpoints.get output',
  'automation.inbound_endpoints.list output',
  'automation.inbound_endpoints.rotate_secret output',
  'automation.inbound_endpoints.rotate_token output',
  'automation.inbound_endpoints.test input',
  'automation.inbound_endpoints.update input',
  'automation.inbound_endpoints.update output',
  'automation.inbound_endpoints.versions.list output',
  'automation.inbound_endpoints.versions.restore output',
  'automation.publications.create input',
  'automation.publications.preview input',
  'automation.publications.update input',
  'automation.rules.create input',
  'automation.rules.create output',
  'automation.rules.get output',
  'automation.rules.list output',
  'automation.rules.preview input',
  'automation.rules.run input',
  'automation.rules.test input',
  'automation.rules.update input',
  'automation.rules.update output',
  'automation.rules.versions.list output',
  'automation.rules.versions.restore input',
  'automation.rules.versions.restore output',
  'keys.create input',
  'webhooks.create input',
  'webhooks.replays.create input',
  'webhooks.update input',
  'whatsapp.batches.create input',
  'whatsapp.instances.update input',
  'whatsapp.messages.send input',
]);

describe('the declaration of the procedures', () => {
  test('states the types that the server has: inputs, outputs and errors of every procedure', async () => {
    const claims = paths.flatMap((path) => {
      const at = path
        .split('.')
        .map((name) => `['${name}']`)
        .join('');
      return (['input', 'output'] as const).map((side) => ({
        name: `${path} ${side}`,
        claim: `${NARROWER.has(`${path} ${side}`) ? 'Narrower' : 'Same'}<Served${side}${at}, Written${side}${at}>`,
      }));
    });
    const lines = [
      ...HEAD.split('\n'),
      ...claims.map(({ name, claim }, index) => `export const claim${index}: ${claim} = true; // ${name}`),
      'export const errors: Same<inferRouterError<Served>, inferRouterError<Written>> = true; // errors',
    ];
    writeFileSync(join(project, 'same.ts'), lines.join('\n'));
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ extends: resolve('tsconfig.json'), include: [], exclude: [], files: ['same.ts'] }),
    );
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const child = Bun.spawn([process.execPath, '--bun', compiler, '--pretty', 'false', '-p', project], {
      stdout: 'pipe',
    });
    const [said] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    const wrong = said
      .split('\n')
      .filter((line) => /^\S.*error TS/.test(line))
      .map((line) => {
        const number = /same\.ts\((\d+),/.exec(line)?.[1];
        return number === undefined ? line : lines[Number(number) - 1]?.split(' // ')[1];
      });
    expect(wrong).toEqual([]);
    expect(claims.length).toBeGreaterThan(500);
  });

  test('shows an editor what a procedure does, and what a field means', () => {
    const source = `import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from './switchboard';
declare const client: ReturnType<typeof createTRPCClient<AppRouter>>;
client.links.create.mutate({ url: 'https://example.com' });
`;
    const file = join(project, 'editor.ts');
    writeFileSync(file, source);
    const service = typescript.createLanguageService({
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const text = typescript.sys.readFile(name);
        return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => project,
      getCompilationSettings: () => ({
        strict: true,
        skipLibCheck: true,
        module: typescript.ModuleKind.ESNext,
        moduleResolution: typescript.ModuleResolutionKind.Bundler,
        target: typescript.ScriptTarget.ES2022,
        types: [],
      }),
      getDefaultLibFileName: (options) => typescript.getDefaultLibFilePath(options),
      fileExists: (name) => typescript.sys.fileExists(name),
      readFile: (name) => typescript.sys.readFile(name),
    });
    const shownAt = (text: string) =>
      typescript.displayPartsToString(
        service.getQuickInfoAtPosition(file, source.indexOf(text) + 1)?.documentation ?? [],
      );
    const { openapi } = (appRouter.links.create._def as { meta?: { openapi?: { summary: string } } }).meta ?? {};
    expect(openapi?.summary).toBeString();
    expect(shownAt('create.mutate')).toContain(openapi?.summary ?? '');
    expect(shownAt('create.mutate')).toContain('Required scope: `links:create`.');
    expect(shownAt('url:')).not.toBe('');
  });
});

const HEAD = `import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter as Served } from '${resolve('server/router')}';
import type { AppRouter as Written } from './switchboard';
type Servedinput = inferRouterInputs<Served>;
type Servedoutput = inferRouterOutputs<Served>;
type Writteninput = inferRouterInputs<Written>;
type Writtenoutput = inferRouterOutputs<Written>;
/** Each fits the other; \`any\` on one side alone does not pass for the other’s type. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? (0 extends 1 & B ? false : true) : false) : false;
type Narrower<A, B> = [B] extends [A] ? ([A] extends [B] ? false : true) : false;`;
