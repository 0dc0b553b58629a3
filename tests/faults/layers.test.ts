import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freshDatabase } from '../support/app';
import { freshAddress, startProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { FAULTS } from './fault-points';
import { INTERNALS } from './internals';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-faults-'));
const fresh = await freshDatabase();
const workspaceId = await seedWorkspace('Layers', fresh.database);
const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
afterAll(async () => {
  await fresh.close();
  rmSync(folder, { recursive: true });
});

const NEW_KEY = JSON.stringify({ kind: 'ak', name: 'A', scopes: ['models:read'] });
const NEW_LINK = JSON.stringify({ url: 'https://example.com/', slug: 'known' });
const ENDPOINT = `iep_${'0'.repeat(26)}`;

const NOT_BUILT = 'The console is not built';

/** Every way in; a body makes it a POST. */
const ENTRY_POINTS: [path: string, body?: string, extra?: Record<string, string>][] = [
  ['/api/v1/keys'],
  ['/api/v1/keys', NEW_KEY],
  ['/api/v1/keys', NEW_KEY, { 'idempotency-key': 'one' }],
  ['/api/v1/no/such/route'],
  ['/api/v1/openapi.json?surface=links'],
  [`/api/v1/inbound/${ENDPOINT}`, '{}'],
  ['/trpc/keys.list?input=%7B%7D'],
  ['/trpc/keys.list,keys.list?batch=1&input=%7B%220%22%3A%7B%7D%2C%221%22%3A%7B%7D%7D'],
  ['/trpc/keys.create', NEW_KEY],
  ['/trpc/no.such'],
  ['/user/api'],
  ['/user/api/operations.json'],
  ['/files/med_1/a.png'],
  ['/ingress/whatsapp/some-token', '{}'],
  ['/known'],
  ['/unknown'],
  ['/readyz'],
  ['/healthz'],
  ['/metrics'],
];

describe.each(['unset', 'development', 'production'])('with NODE_ENV %s', (mode) => {
  test('a fault says nothing of what is inside, whatever layer it is in, and the next request is served', async () => {
    const file = join(folder, mode);
    writeFileSync(file, '');
    await using server = await startProcess(
      fresh.url,
      { FAULT_FILE: file, ...(mode === 'unset' ? {} : { NODE_ENV: mode }) },
      { program: 'tests/faults/faulty-server.ts' },
    );
    const ask = async ([path, body, extra = {}]: (typeof ENTRY_POINTS)[number]) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        // Figures are not for requests that a proxy sent on.
        ...(path === '/metrics' ? {} : freshAddress()),
        ...extra,
      };
      const sent = body === undefined ? { headers } : { method: 'POST', headers, body };
      const answer = await fetch(server.url + path, { ...sent, redirect: 'manual' });
      return { path, status: answer.status, text: await answer.text(), headers: JSON.stringify([...answer.headers]) };
    };
    expect((await ask(['/api/v1/links', NEW_LINK])).status).toBeOneOf([201, 409]);
    expect((await ask(['/known'])).status).toBeLessThan(400);

    const unseen: string[] = [];
    for (const layer of Object.keys(FAULTS)) {
      writeFileSync(file, layer);
      const answers = await Promise.all(ENTRY_POINTS.map(ask));
      // A tree without a built console says so, and how to build it.
      const failed = answers.filter(
        ({ status, text }) => (status >= 500 || status === 207) && !text.includes(NOT_BUILT),
      );
      if (failed.length === 0) unseen.push(layer);
      for (const { path, text, headers } of failed) {
        const shown = [INTERNALS.exec(text)?.[0], INTERNALS.exec(headers)?.[0]];
        expect([layer, path, ...shown]).toEqual([layer, path, undefined, undefined]);
        const isOfApi = path.startsWith('/api/');
        expect([layer, path, isOfApi && !text.startsWith('{') ? text : '']).toEqual([layer, path, '']);
        expect([layer, path, headers]).toEqual([
          layer,
          path,
          expect.stringContaining(isOfApi ? '"x-request-id","req_' : ''),
        ]);
      }
      writeFileSync(file, '');
      expect([layer, (await ask(['/api/v1/keys'])).status, (await ask(['/known'])).status < 400]).toEqual([
        layer,
        200,
        true,
      ]);
    }
    expect(unseen).toEqual([]);
    // The log says what the answers do not.
    const unlogged = Object.keys(FAULTS).filter((layer) => !server.output().includes(`no such column (${layer})`));
    expect(unlogged).toEqual([]);
  });
});
