import { expect, test } from 'bun:test';

import { openTerminal, readableLine } from '../../server/commands/terminal';
import { createLog } from '../../server/log';
import { emptyDatabase } from '../support/app';
import { serverProgram } from '../support/program';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** What a person sees of a server, until it is ready and has stopped. */
async function startInTerminal(url: string) {
  let seen = '';
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, await serverProgram(), 'serve'], {
    env: { PATH: Bun.env['PATH'] ?? '', DATABASE_URL: url, SECRET_KEY, PORT: '0', BASE_URL: 'http://sb.example' },
    terminal: {
      cols: 200,
      rows: 40,
      data(_, bytes) {
        seen += decoder.decode(bytes, { stream: true });
        if (/#token=\w{43}\s/.test(seen)) resolve();
      },
    },
  });
  await Promise.race([ready, child.exited]);
  child.kill('SIGTERM');
  await child.exited;
  return Bun.stripANSI(seen).replaceAll('\r', '').split('\n');
}

test('in a terminal a server says where to open it and how to stop it, and logs text', async () => {
  const testDatabase = await emptyDatabase();
  const first = await startInTerminal(testDatabase.url);
  expect(first).toContain('✓ Switchboard is ready: http://sb.example/user/api (Ctrl-C stops it)');
  expect(first).toContainEqual(expect.stringMatching(/^Migrating the database \(\d+ migrations?\)…$/));
  expect(first).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d warn {2}BASE_URL is plain http/));
  expect(first).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d info {2}stopping signal=SIGTERM$/));
  expect(first.join('\n')).not.toContain('{"level"');
  // The second start has nothing to migrate.
  expect((await startInTerminal(testDatabase.url)).join('\n')).not.toContain('Migrating');
  await testDatabase.drop();
});

test('a line has its time, level, message and fields', () => {
  const entry = {
    level: 'warn',
    time: '2026-11-21T09:30:00.000Z',
    event: 'evt_1',
    note: 'a b',
    count: 2,
    msg: 'skipped',
  };
  expect(readableLine(JSON.stringify(entry))).toMatch(
    /^\d\d:\d\d:\d\d warn {2}skipped event=evt_1 note="a b" count=2$/,
  );
  for (const other of ['Create the owner account: http://x', '{"a":1}', '{broken'])
    expect(readableLine(other)).toBe(other);
});

test('an error stands below its line, and secrets stay masked', () => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text), hasColors: () => false };
  createLog('info', openTerminal(screen).log).error(
    { err: new Error('broken'), key: `sb_ak_${'a'.repeat(44)}` },
    'failed',
  );
  const [text = ''] = written;
  expect(text).toMatch(/^\d\d:\d\d:\d\d error failed key=\S*\[redacted\]\S*\n {2}Error: broken\n {2} +at /);
  expect(text.endsWith('\n')).toBe(true);
});

test('colors are used where the terminal has them', () => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text), hasColors: () => true };
  openTerminal(screen).ready('http://localhost:3000');
  expect(written).toEqual([
    '\u001B[32m✓\u001B[0m Switchboard is ready: http://localhost:3000/user/api (Ctrl-C stops it)\n',
  ]);
});
