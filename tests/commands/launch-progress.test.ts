import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Progress {
  print: (text: string) => void;
  step: (name: string, words: { doing: string; done: string }, work: () => Promise<number>) => Promise<number>;
}
interface Module {
  createProgress: (options: { stream: object; file: string; now?: () => number }) => Progress;
  formatSeconds: (ms: number) => string;
}

// Plain JavaScript without types: it runs before anything is installed.
const { createProgress, formatSeconds }: Module = await import(
  join(import.meta.dir, '../../server/launch-progress.mjs')
);

const WORDS = { doing: 'Building the console', done: 'Console built' };
const CLEAR = '\r\u001B[2K';
let folder: string;
let file: string;
let at = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-progress-'));
  file = join(folder, 'inner/times.json');
  at = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(isTTY: boolean, columns = 80) {
  const said: string[] = [];
  const stream = { isTTY, columns, write: (text: string) => said.push(text) };
  return { ...createProgress({ stream, file, now: () => at }), said };
}

/** Work that takes as long as it says. */
const lasting =
  (ms: number, code = 0) =>
  async () => {
    at += ms;
    return code;
  };

test('without a terminal a step is one line, and the next time it says how long it took', async () => {
  const { step, said } = open(false);
  expect(await step('console', WORDS, lasting(18_000))).toBe(0);
  expect(await step('console', WORDS, lasting(20_000))).toBe(0);
  expect(said).toEqual(['Building the console…\n', 'Building the console… About 18 s.\n']);
});

test('in a terminal its line counts, is written over, and ends with the time', async () => {
  await open(false).step('console', WORDS, lasting(18_000));
  const { step, said } = open(true);
  await step('console', WORDS, async () => {
    // The line is drawn while the work goes on.
    const { length } = said;
    at += 4000;
    while (said.length === length) await new Promise((resolve) => setImmediate(resolve));
    return 0;
  });
  const lines = said.join('').split(CLEAR).slice(1);
  expect(lines[0]).toMatch(/^. Building the console… 0\.0 s of about 18 s$/);
  expect(lines[1]).toMatch(/^. Building the console… 4\.0 s of about 18 s$/);
  expect(lines.slice(-2)).toEqual(['', '✓ Console built in 4.0 s\n']);
});

test('a line is never wider than the terminal', async () => {
  const { step, said } = open(true, 20);
  await step('console', WORDS, lasting(1));
  expect(said[0]).toBe(`${CLEAR}⠋ Building the cons`);
});

test('a step that fails is no measure, and says nothing of success', async () => {
  const { step, said } = open(true);
  expect(await step('console', WORDS, lasting(500, 7))).toBe(7);
  const broken = step('console', WORDS, () => Promise.reject(new Error('broken'))).catch((error: unknown) => error);
  expect(await broken).toEqual(new Error('broken'));
  expect(said.join('')).not.toContain('✓');
  expect(said.at(-1)).toBe(CLEAR);
  expect(() => readFileSync(file)).toThrow();
});

test('each step keeps its own time, and a file that is not ours is no estimate', async () => {
  await open(false).step('install', { doing: 'Installing', done: 'Installed' }, lasting(8100));
  await open(false).step('console', WORDS, lasting(18_000));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ install: 8100, console: 18_000 });

  for (const content of ['{', 'null', '{"console":"soon"}']) {
    writeFileSync(file, content);
    const { step, said } = open(false);
    await step('console', WORDS, lasting(1, 1));
    expect(said).toEqual(['Building the console…\n']);
  }
});

test('times are as people say them', () => {
  expect([400, 9949, 18_200, 60_000, 125_000].map(formatSeconds)).toEqual([
    '0.4 s',
    '9.9 s',
    '18 s',
    '1 min',
    '2 min 5 s',
  ]);
});
