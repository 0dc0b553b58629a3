import { afterAll, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { restClient, type Answer } from '../support/client';
import { startProcess, until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { openWire } from './proxy';

const fresh = engine === 'postgres' ? await freshDatabase() : undefined;
afterAll(() => fresh?.close());

test.skipIf(engine === 'sqlite')(
  'while PostgreSQL is away requests are answered 503, and all goes on when it is back',
  async () => {
    if (!fresh) return;
    await using wire = await openWire(fresh.url);
    await using server = await startProcess(wire.url);
    const workspaceId = await seedWorkspace('Away', fresh.database);
    const { secret } = await seedKey(workspaceId, { fullAccess: true }, fresh.database);
    const call = restClient(server.url, secret);
    const create = (slug: string): Promise<Answer> => call('POST', '/links', { url: 'https://example.com/', slug });
    expect((await create('before')).status).toBe(201);

    wire.cut();
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    const answers = [await create('meanwhile'), await call('GET', '/links'), await create('meanwhile-too')];
    expect(answers.map(({ status, body }) => [status, body.code, body.retryable])).toEqual(
      answers.map(() => [503, 'unavailable', true]),
    );
    expect(answers.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);

    await wire.mend();
    await until(async () => (await create('after')).status === 201, { everyMs: 100 });
    expect((await call('GET', '/links')).body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'after',
      'before',
    ]);
  },
);
