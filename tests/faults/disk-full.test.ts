import { Database as Driver } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { engine } from '../../server/db/engine';
import { restClient, type Answer } from '../support/client';
import { runCommand } from '../support/command';
import { startProcess, until } from '../support/process';
import { FORM, formOf } from '../whatsapp/media-fixtures';
import { countEvents } from './clicks-count';
import { mountSmallDisk } from './small-disk';

const DISK_MIB = 96;
const OWNER = ['--email', 'ada@example.com', '--password', 'four words by chance', '--workspace', 'Acme'];
const disk = engine === 'sqlite' ? mountSmallDisk(DISK_MIB) : undefined;
const shelf = mkdtempSync(join(tmpdir(), 'switchboard-disk-full-'));
afterAll(() => {
  disk?.unmount();
  rmSync(shelf, { recursive: true, force: true });
});

test.skipIf(!disk)(
  'a full disk refuses writes with 503, corrupts nothing, and is over when there is room again',
  async () => {
    disk?.clear();
    const folder = disk?.folder ?? '';
    const url = join(folder, 'test.db');
    const { key } = JSON.parse((await runCommand(url, ['bootstrap', ...OWNER, '--json'])).out) as { key: string };
    const saved = mkdtempSync(join(shelf, 'attempt-'));
    const made: string[] = [];
    let count = 0;
    {
      await using server = await startProcess(url);
      const call = restClient(server.url, key);
      const instance = (await call('GET', '/whatsapp/instances')).body.data[0].id as string;
      const link = async (): Promise<Answer> => {
        const slug = `full-${(count += 1)}`;
        const answer = await call('POST', '/links', { url: 'https://example.com/', slug });
        if (answer.status === 201) made.push(slug);
        return answer;
      };
      const upload = () => {
        const file = formOf(new Uint8Array(300_000), 'application/octet-stream', 'a.bin').toString();
        return call('POST', `/whatsapp/instances/${instance}/media`, file, { 'content-type': FORM });
      };
      const createKey = () => call('POST', '/keys', { kind: 'ak', name: 'Full', scopes: ['models:read'] });
      for (let index = 0; index < 10; index += 1) expect((await link()).status).toBe(201);

      disk?.fill();
      // What its files have room for is still taken.
      await until(async () => (await link()).status === 503);
      const answers: Answer[] = [];
      for (let round = 0; round < 5; round += 1) answers.push(await link(), await upload(), await createKey());
      expect(answers.filter(({ status }) => status !== 503 && status !== 201).map(({ body }) => body)).toEqual([]);
      const refused = answers.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(10);
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({ code: 'unavailable', retryable: true });
        expect(body.detail).not.toMatch(/SQLITE|disk I\/O|\//);
        expect(headers.get('retry-after')).toBe('1');
      }

      // Nobody who only reads, or follows a link, is held up.
      expect((await call('GET', '/links?limit=100')).body.data.length).toBe(made.length);
      const visit = await fetch(`${server.url}/${made[0]}`, { redirect: 'manual' });
      expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://example.com/']);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

      // The cause is told once in the log, however many tasks meet it, and stands where a load balancer and people look.
      const readiness = await fetch(`${server.url}/readyz`);
      expect(readiness.status).toBe(200);
      expect(await readiness.json()).toMatchObject({
        status: 'degraded',
        causes: expect.arrayContaining([
          { code: 'disk_full', message: 'database is read-only: disk full', since: expect.any(String) },
        ]),
      });
      const full = server
        .output()
        .split('\n')
        .filter((line) => /"code":"(SQLITE_FULL|ENOSPC)"/.test(line));
      expect(full.length).toBe(1);
      const doctor = await runCommand(url, ['doctor']);
      expect(doctor.code).toBe(1);
      expect(doctor.out).toMatch(/^fail\s+disk space\s+\d+ MiB are free for /m);
      expect((await runCommand(url, ['backup', join(saved, 'saved')])).code).toBe(0);

      disk?.empty();
      await until(async () => (await link()).status === 201, { everyMs: 100 });
      expect((await upload()).status).toBe(201);
      expect((await createKey()).status).toBe(201);
      await until(() => server.output().includes('"msg":"recovered: database is read-only: disk full"'), {
        everyMs: 100,
      });
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
      expect(server.isRunning()).toBe(true);
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    }

    for (const file of [url, join(folder, 'clicks.db'), join(saved, 'saved/test.db')]) {
      const driver = new Driver(file, { readwrite: true, create: false });
      expect([file, driver.query('pragma integrity_check').values()]).toEqual([file, [['ok']]]);
      expect(driver.query('pragma foreign_key_check').values()).toEqual([]);
      driver.close();
    }
    await using again = await startProcess(url);
    const call = restClient(again.url, key);
    const { data } = (await call('GET', '/links?limit=100')).body as { data: { slug: string }[] };
    expect(data.map(({ slug }) => slug).toSorted()).toEqual(made.toSorted());
    expect((await countEvents(call)).gaps).toBe(0);
  },
);

test.skipIf(!disk)('a start on a full disk says so', async () => {
  disk?.clear();
  const url = join(disk?.folder ?? '', 'test.db');
  disk?.fill();
  const { code, err } = await runCommand(url, ['serve']);
  disk?.empty();
  expect(code).toBe(1);
  expect(err).toMatch(/\(SQLITE_(FULL|IOERR\w*|CANTOPEN)\)|\(ENOSPC\)/);
  expect(err).toContain('Free space');
});
