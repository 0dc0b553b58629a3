import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Launcher = {
  fingerprint: (root: string) => string;
  installNeeded: (root: string) => boolean;
  buildNeeded: (root: string) => boolean;
  serverFingerprint: (root: string) => string;
  serverBuildNeeded: (root: string) => boolean;
  bunArguments: (mode: string, args: string[], program?: string) => string[];
};

// Plain JavaScript without types: it runs before anything is installed.
const launcher: Launcher = await import(join(import.meta.dir, '../../server/launch.mjs'));

const longAgo = new Date('2020-01-01T00:00:00Z');
const later = new Date('2020-01-01T00:00:01Z');
const command = (...args: string[]) => launcher.bunArguments('start', args).slice(1);
let root: string;

/** Writes a file of the trial tree, and dates it and its folder: the launcher compares times. */
const write = (path: string, content: string, time = longAgo) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
  utimesSync(join(root, path), time, time);
  utimesSync(join(root, path, '..'), time, time);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchboard-launch-'));
  write('package.json', '{"scripts":{"build":"true"}}');
  write('bun.lock', '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('installing', () => {
  beforeEach(() => {
    write('node_modules/bun/bin/bun.exe', '');
    write('node_modules/.switchboard-installed', launcher.fingerprint(root));
  });

  test('an installed tree needs no install', () => {
    expect(launcher.installNeeded(root)).toBe(false);
  });

  test('a bare clone needs one', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(launcher.installNeeded(root)).toBe(true);
  });

  test.each(['node_modules/bun/bin/bun.exe', 'node_modules/.switchboard-installed'])(
    'so does one without %s',
    (path) => {
      unlinkSync(join(root, path));
      expect(launcher.installNeeded(root)).toBe(true);
    },
  );

  test.each(['bun.lock', 'package.json'])('a changed %s needs one, once', (path) => {
    write(path, '{"changed":true}');
    expect(launcher.installNeeded(root)).toBe(true);

    write('node_modules/.switchboard-installed', launcher.fingerprint(root));
    expect(launcher.installNeeded(root)).toBe(false);
  });
});

describe('building', () => {
  beforeEach(() => {
    write('web/home.tsx', '');
    write('dist/console/preload.json', '', later);
  });

  test('a console newer than its sources needs no build', () => {
    expect(launcher.buildNeeded(root)).toBe(false);
  });

  test('a package without a build script has nothing to build', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    write('package.json', '{}');
    expect(launcher.buildNeeded(root)).toBe(false);
  });

  test('a console that was never built needs one', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    expect(launcher.buildNeeded(root)).toBe(true);
  });

  test.each(['web/home.tsx', 'shared/ids.ts', 'bun.lock'])('a later change of %s needs one', (path) => {
    write(path, 'changed', new Date());
    expect(launcher.buildNeeded(root)).toBe(true);
  });

  test('so does a deleted source', () => {
    unlinkSync(join(root, 'web/home.tsx'));
    expect(launcher.buildNeeded(root)).toBe(true);
  });
});

describe('building the server', () => {
  beforeEach(() => {
    write('server/main.ts', 'main');
    write('shared/links/links.ts', 'links');
    write('dist/server/main.js', '');
    write('dist/server/sources', launcher.serverFingerprint(root));
  });

  test('a server that was built of these sources needs no build', () => {
    expect(launcher.serverBuildNeeded(root)).toBe(false);
  });

  test.each(['dist/server/main.js', 'dist/server/sources', 'shared/links/links.ts'])('one without %s does', (path) => {
    unlinkSync(join(root, path));
    expect(launcher.serverBuildNeeded(root)).toBe(true);
  });

  test.each(['server/main.ts', 'shared/links/links.ts', 'server/access/new.ts', 'bun.lock'])(
    'a change of %s needs one, also to an older version',
    (path) => {
      write(path, 'other', new Date('2019-01-01T00:00:00Z'));
      expect(launcher.serverBuildNeeded(root)).toBe(true);
    },
  );

  test('so does a version of equal length and another time', () => {
    write('server/main.ts', 'niam', later);
    expect(launcher.serverBuildNeeded(root)).toBe(true);
  });

  test('a copy of the tree needs one, since the paths of migrations are in it', () => {
    const copy = `${root}-copy`;
    cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    const isNeeded = launcher.serverBuildNeeded(copy);
    rmSync(copy, { recursive: true });
    expect(isNeeded).toBe(true);
  });
});

describe('arguments', () => {
  test('start serves', () => {
    expect(command()).toEqual(['server/main.ts', 'serve']);
    expect(command('--port', '1')).toEqual(['server/main.ts', 'serve', '--port', '1']);
  });

  test('start runs what was built', () => {
    expect(launcher.bunArguments('start', [], 'dist/server/main.js').slice(1)).toEqual([
      'dist/server/main.js',
      'serve',
    ]);
  });

  test('start with a word runs that command', () => {
    expect(command('doctor', '--json')).toEqual(['server/main.ts', 'doctor', '--json']);
  });

  test('test runs the files in several processes, and passes everything on', () => {
    const passed = launcher.bunArguments('test', ['serve', '-t', 'x']);
    expect(passed.slice(0, 3)).toEqual(['test', expect.stringMatching(/^--parallel=[1-4]$/), '--no-isolate']);
    expect(passed.slice(-3)).toEqual(['serve', '-t', 'x']);
  });
});
