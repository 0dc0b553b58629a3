import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { engine } from '../../server/db/engine';
import { emptyDatabase } from '../support/app';
import { runCommand } from '../support/command';
import { serverProgram, SOURCE } from '../support/program';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

test('serve prints the set-up link once, and warns loudly of plain http', async () => {
  const testDatabase = await emptyDatabase();
  const child = Bun.spawn([process.execPath, await serverProgram(), 'serve'], {
    env: {
      PATH: Bun.env['PATH'] ?? '',
      DATABASE_URL: testDatabase.url,
      SECRET_KEY,
      PORT: '0',
      BASE_URL: 'http://sb.example',
    },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  let out = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += chunk;
    if (out.includes('#token=') && out.endsWith('\n')) break;
  }
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  expect(
    out.match(/^Create the owner account: http:\/\/sb\.example\/user\/api\/setup#token=[0-9A-Za-z]{43}$/gm),
  ).toHaveLength(1);
  expect(out).toMatch(/"level":"warn".*BASE_URL is plain http/);
  await testDatabase.drop();
});

test.each([
  ['a server', async () => resolve(SOURCE)],
  ['a built server', serverProgram],
])('%s that is started from another folder finds all of its own, and keeps its data there', async (_, program) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-elsewhere-'));
  const testDatabase = engine === 'postgres' ? await emptyDatabase() : undefined;
  const env = {
    PATH: Bun.env['PATH'] ?? '',
    PORT: '0',
    ...(testDatabase && { DATABASE_URL: testDatabase.url, SECRET_KEY }),
  };
  const child = Bun.spawn([process.execPath, await program(), 'serve'], {
    cwd: folder,
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let said = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    if (said.includes('#token=')) break;
  }
  const port = /"port":(\d+)/.exec(said)?.[1];
  expect([said === '' ? await new Response(child.stderr).text() : '', port]).toEqual(['', expect.any(String)]);
  const page = await fetch(`http://127.0.0.1:${port}/user/api`);
  const isBuilt = existsSync('dist/console/preload.json');
  const marks = isBuilt ? '/user/api/assets/' : 'The console is not built';
  expect([page.status, await page.text()]).toEqual([isBuilt ? 200 : 503, expect.stringContaining(marks)]);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);

  expect(readdirSync(folder)).toEqual(testDatabase ? [] : ['data']);
  const { out, code } = await runCommand(
    testDatabase?.url ?? join(folder, 'data/switchboard.db'),
    ['doctor'],
    {},
    { cwd: folder },
  );
  expect([code, out]).toEqual([0, expect.stringContaining('no migration is pending')]);
  rmSync(folder, { recursive: true });
  await testDatabase?.drop();
});
