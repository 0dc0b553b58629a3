import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { openBrowser } from '../support/browser';
import { SOURCE } from '../support/program';

/** Tests run without the console’s page too, which only a build makes. */
const isBuilt = existsSync('dist/console/preload.json');

/** A start in a new folder until the form that makes the owner can be filled in. */
async function startAnew() {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-quick-'));
  const began = performance.now();
  const child = Bun.spawn([process.execPath, resolve(SOURCE)], {
    cwd: folder,
    env: {
      PATH: Bun.env['PATH'] ?? '',
      PORT: '0',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let said = '';
  let port: string | undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    port = /"port":(\d+),"msg":"listening"/.exec(said)?.[1];
    if (port !== undefined) break;
  }
  const url = `http://127.0.0.1:${port}`;
  const page = await fetch(`${url}/user/api/setup`);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\/user\/api\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const loaded = await Promise.all(files.map(async (path) => (await fetch(url + path)).status));
  const { data } = await openBrowser(url).query('auth.status');
  const elapsedMs = performance.now() - began;

  child.kill('SIGKILL');
  await child.exited;
  rmSync(folder, { recursive: true });
  const cpuMs = Number(child.resourceUsage()?.cpuTime.total) / 1000;
  return { status: page.status, loaded, data, elapsedMs, cpuMs };
}

test('a start in a new folder leads to the form for the owner', async () => {
  const { status, loaded, data, elapsedMs, cpuMs } = await startAnew();
  expect([status, data]).toMatchObject([isBuilt ? 200 : 503, { state: 'setup', setup_direct: true }]);
  expect(loaded.length > 0).toBe(isBuilt);
  expect(loaded.filter((one) => one !== 200)).toEqual([]);

  process.stdout.write(`start to form: ${elapsedMs.toFixed(0)} ms, of the processor ${cpuMs.toFixed(0)} ms\n`);
});
