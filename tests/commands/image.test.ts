import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { emptyDatabase } from '../support/app';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dockerfile = await Bun.file('Dockerfile').text();
const [, image = ''] = dockerfile.split(/^FROM /m).slice(1);

test('the image runs the Bun that package.json pins, as nobody special', async () => {
  const { dependencies } = (await Bun.file('package.json').json()) as { dependencies: { bun: string } };
  const versions = [...dockerfile.matchAll(/^FROM oven\/bun:([\d.]+)-slim/gm)].map(([, version]) => version);
  expect(versions).toEqual([dependencies.bun, dependencies.bun]);
  expect(image).toMatch(/^USER bun$/m);
});

test('what it copies is enough to start, to be healthy and to stop', async () => {
  for (const [, from = '', to = ''] of image.matchAll(/^COPY (\w+) (\w+)$/gm)) {
    cpSync(from, join(folder, to), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const [, build = ''] = /^RUN bun (server\/.*)$/m.exec(image) ?? [];
  expect(await Bun.spawn([process.execPath, build], { cwd: folder }).exited).toBe(0);
  const testDatabase = await emptyDatabase();
  const [, program = ''] = /^ENTRYPOINT \["bun", "(.*)"\]$/m.exec(image) ?? [];
  const child = Bun.spawn([process.execPath, program, 'serve'], {
    cwd: folder,
    env: {
      PATH: Bun.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: testDatabase.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let out = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    out += chunk;
    if (/"msg":"listening"/.test(out)) break;
  }
  const port = /"port":(\d+),"msg":"listening"/.exec(out)?.[1] ?? '';
  const [, health = ''] = /^HEALTHCHECK .*"-e", "(.*)"\]$/m.exec(image) ?? [];
  const check = Bun.spawn([process.execPath, '-e', health.replace('3000', port)]);
  expect([health === '', await check.exited]).toEqual([false, 0]);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  const gone = Bun.spawn([process.execPath, '-e', health.replace('3000', port)], { stderr: 'ignore' });
  expect(await gone.exited).toBe(1);
  await testDatabase.drop();
});
