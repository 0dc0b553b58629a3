import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { buildServer } from '../../server/build';
import { linesOnly } from '../../server/build-map';
import { serverProgram } from '../support/program';

/** Prints where the first line of the program's output comes from. */
const PROBE = `
const { write } = process.stdout;
process.stdout.write = (text) => {
  process.stdout.write = write;
  process.stderr.write(new Error('here').stack);
  return process.stdout.write(text);
};`;

test('stack traces of a built server name its sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-probe-'));
  const probe = join(folder, 'probe.js');
  await Bun.write(probe, PROBE);
  const { stderr } = Bun.spawnSync([process.execPath, '--preload', probe, await serverProgram(), 'help']);
  rmSync(folder, { recursive: true });

  const frames = stderr.toString().match(/\/server\/commands\/[\w-]+\.ts:\d+/g) ?? [];
  const [, line] = frames[0]?.split(':') ?? [];
  expect(frames.map((frame) => frame.split(':')[0])).toEqual([
    '/server/commands/installation.ts',
    '/server/commands/run.ts',
    '/server/commands/run.ts',
  ]);
  const source = await Bun.file('server/commands/installation.ts').text();
  expect(source.split('\n')[Number(line) - 1]).toContain('process.stdout.write');
});

test('the source map of a built server keeps one position for each line of a source', () => {
  expect(linesOnly('AAAA,IAAI,EACJ;AAAI,C,GADoG')).toBe('AAAA,MACA;AAAI,IADoG');
});

test('a built server starts Workers that were built too', async () => {
  const sources = await Array.fromAsync(new Bun.Glob('server/**/*.ts').scan());
  const texts = await Promise.all(sources.map((path) => Bun.file(path).text()));
  const workers = texts.flatMap((text) => [...text.matchAll(/new URL\('.*\/(.+)\.ts', import\.meta\.url\)/g)]);
  const program = await serverProgram();
  const started = [...(await Bun.file(program).text()).matchAll(/"file:\/\/([^"]+)"/g)].map(([, path]) => path ?? '');

  expect(started.toSorted()).toEqual(workers.map(([, name]) => join(dirname(program), `${name}.js`)).toSorted());
  expect(started.filter((path) => !existsSync(path))).toEqual([]);
});

test('a build replaces the one before, and leaves nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-build-'));
  const target = join(folder, 'server');
  await Bun.write(join(target, 'old.js'), '');
  const program = await buildServer(target);
  expect(program).toBe(join(target, 'main.js'));
  expect(readdirSync(folder)).toEqual(['server']);
  expect(readdirSync(target)).toContain('main.js.jsc');
  expect(readdirSync(target)).not.toContain('old.js');

  const { stdout } = Bun.spawnSync([process.execPath, program, 'settings'], { cwd: folder });
  expect(stdout.toString()).toBe(
    Bun.spawnSync([process.execPath, resolve('server/main.ts'), 'settings']).stdout.toString(),
  );
  rmSync(folder, { recursive: true });
});
